package terminal

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// EncodeJSON writes a value in JSON and a line end. The JSON is safe to show on a terminal: in
// strings it escapes controls, invisible characters and those changing the direction of writing.
// "&" stays, because IRIs have it.
func EncodeJSON(w io.Writer, value any) error {
	line, err := encode(value)
	if err == nil {
		_, err = io.WriteString(w, line)
	}
	return err
}

// AppendJSON appends a value in the form of [EncodeJSON]. It panics for a value without a form in
// JSON.
func AppendJSON(b []byte, value any) []byte {
	line, err := encode(value)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(b, line[:len(line)-1]...)
}

// AppendQuoted appends a string in JSON. Most strings need no escapes, and therefore no encoder.
func AppendQuoted(b []byte, s string) []byte {
	if !PlainJSON(s) {
		return AppendJSON(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendField appends the field of an object with a string as its value. JSON has only bytes of
// UTF-8. For a value with other bytes the field name_hex follows, with all bytes of the value in
// hexadecimal.
func AppendField(b []byte, name, value string) []byte {
	b = append(AppendQuoted(b, name), ':')
	b = AppendQuoted(b, value)
	if !utf8.ValidString(value) {
		b = append(AppendQuoted(append(b, ','), name+"_hex"), ':', '"')
		b = append(hex.AppendEncode(b, []byte(value)), '"')
	}
	return b
}

// PlainJSON reports whether s stays the same between the quotes of JSON. If so, all parts of s do.
func PlainJSON(s string) bool {
	return Printable(s) == len(s) && strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, '\\') < 0
}

// encode returns the JSON of a value and a line end.
func encode(value any) (string, error) {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", err
	}
	line := out.String()
	if text := line[:len(line)-1]; Printable(text) < len(text) {
		line = string(append(appendEscaped(nil, text), '\n'))
	}
	return line, nil
}

// appendEscaped appends JSON with an escape for every unprintable character. Only strings have such
// characters, because the rest of JSON is ASCII.
func appendEscaped(b []byte, text string) []byte {
	for text != "" {
		n := Printable(text)
		b = append(b, text[:n]...)
		if text = text[n:]; text != "" {
			c, size := utf8.DecodeRuneInString(text)
			b, text = appendEscape(b, c), text[size:]
		}
	}
	return b
}

// appendEscape appends \uXXXX, or two of them, because JSON counts in UTF-16 (RFC 8259, section 7).
func appendEscape(b []byte, c rune) []byte {
	for _, unit := range utf16.AppendRune(nil, c) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}
