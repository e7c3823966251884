// Package jsonl writes JSON, a value a line, that shows as what it is on a terminal: in
// strings, controls, what cannot be seen and what turns the direction of writing are escaped.
package jsonl

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/caret"
)

// Encode writes a value and a line end. "&" in IRIs stays as it is.
func Encode(w io.Writer, value any) error {
	b, err := appendValue(nil, value)
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// Append appends a value that can be encoded for sure.
func Append(b []byte, value any) []byte {
	b, err := appendValue(b, value)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return b
}

// AppendString appends a string. Most need no escapes, and no encoder.
func AppendString(b []byte, s string) []byte {
	if !Plain(s) {
		return Append(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendField appends the field of an object whose value is a string. JSON has no bytes that are
// not UTF-8. If the value has such bytes, the field name_hex after it has all of its bytes in
// hexadecimal.
func AppendField(b []byte, name, value string) []byte {
	b = append(AppendString(b, name), ':')
	b = AppendString(b, value)
	if !utf8.ValidString(value) {
		b = append(AppendString(append(b, ','), name+"_hex"), ':', '"')
		b = append(hex.AppendEncode(b, []byte(value)), '"')
	}
	return b
}

// Plain reports whether s is the same in JSON, between quotes. All its parts are, then.
func Plain(s string) bool {
	return caret.Printable(s) == len(s) && strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, '\\') < 0
}

func appendValue(b []byte, value any) ([]byte, error) {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return appendEscaped(b, strings.TrimSuffix(out.String(), "\n")), nil
}

// appendEscaped appends JSON with an escape in place of every character that does not
// print. Such are in strings only: the rest of JSON is ASCII.
func appendEscaped(b []byte, text string) []byte {
	for text != "" {
		n := caret.Printable(text)
		b = append(b, text[:n]...)
		if text = text[n:]; text != "" {
			c, size := utf8.DecodeRuneInString(text)
			b, text = appendEscape(b, c), text[size:]
		}
	}
	return b
}

// appendEscape appends \uXXXX, or two of them: JSON counts in UTF-16.
func appendEscape(b []byte, c rune) []byte {
	for _, unit := range utf16.AppendRune(nil, c) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}
