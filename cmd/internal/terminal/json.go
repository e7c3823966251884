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

// EncodeJSON writes a value as JSON, followed by a line ending. The JSON is safe to print on a
// terminal: control characters, invisible characters and characters that change the writing
// direction are escaped in strings. "&" is not escaped because it is frequent in IRIs.
func EncodeJSON(w io.Writer, value any) error {
	line, err := encode(value)
	if err == nil {
		_, err = io.WriteString(w, line)
	}
	return err
}

// AppendJSON appends a value in the form that [EncodeJSON] writes. It panics if the value cannot be
// encoded.
func AppendJSON(b []byte, value any) []byte {
	line, err := encode(value)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(b, line[:len(line)-1]...)
}

// AppendQuoted appends a string as JSON. Most strings need no escapes and therefore no encoder.
func AppendQuoted(b []byte, s string) []byte {
	if !PlainJSON(s) {
		return AppendJSON(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendField appends an object member whose value is a string. If the value is not valid UTF-8,
// which JSON requires, it also appends a member name_hex that contains all bytes of the value in
// hexadecimal.
func AppendField(b []byte, name, value string) []byte {
	b = append(AppendQuoted(b, name), ':')
	b = AppendQuoted(b, value)
	if digits := Hex(value); digits != "" {
		b = append(AppendQuoted(append(b, ','), name+"_hex"), ':')
		b = AppendQuoted(b, digits)
	}
	return b
}

// Hex returns the bytes of a string in hexadecimal if the string is not valid UTF-8, which JSON
// requires. Otherwise it returns "".
func Hex(s string) string {
	if utf8.ValidString(s) {
		return ""
	}
	return hex.EncodeToString([]byte(s))
}

// PlainJSON reports whether s needs only quotes to become JSON. If so, the same is true of all its
// substrings.
func PlainJSON(s string) bool {
	return Printable(s) == len(s) && strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, '\\') < 0
}

// encode returns a value as JSON, followed by a line ending.
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

// appendEscaped appends JSON text and escapes all unprintable characters. They occur only in
// strings, because everything else in JSON is printable ASCII.
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

// appendEscape appends a \uXXXX escape for each UTF-16 code unit of a character (RFC 8259, section
// 7).
func appendEscape(b []byte, c rune) []byte {
	for _, unit := range utf16.AppendRune(nil, c) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}
