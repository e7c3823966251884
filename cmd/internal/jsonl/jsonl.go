// Package jsonl writes JSON, a value a line, that shows as what it is on a terminal: in
// strings, controls, what cannot be seen and what turns the direction of writing are escaped.
package jsonl

import (
	"bytes"
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
	special := func(c rune) bool { return c < ' ' || c > '~' || c == '"' || c == '\\' }
	if strings.IndexFunc(s, special) >= 0 {
		return Append(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

func appendValue(b []byte, value any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return appendEscaped(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))), nil
}

// appendEscaped appends JSON with an escape in place of every character that does not
// print. Such are in strings only: the rest of JSON is ASCII.
func appendEscaped(b, text []byte) []byte {
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		if caret.Shows(c) {
			b = append(b, text[:size]...)
		} else {
			b = appendEscape(b, c)
		}
		text = text[size:]
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
