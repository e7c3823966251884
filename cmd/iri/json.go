package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// newEncoder returns an encoder that writes a value a line and leaves "&" in IRIs alone.
func newEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// appendJSON appends a value that can be encoded for sure.
func appendJSON(b []byte, value any) []byte {
	var out bytes.Buffer
	if err := newEncoder(&out).Encode(value); err != nil {
		panic("BUG: " + err.Error())
	}
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

// appendString appends a string. Most need no escapes, and no encoder.
func appendString(b []byte, s string) []byte {
	special := func(c rune) bool { return c < ' ' || c > '~' || c == '"' || c == '\\' }
	if strings.IndexFunc(s, special) >= 0 {
		return appendJSON(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

// appendField appends a field with a string. JSON has no way to write bytes that are not
// UTF-8: where there are some, a field "name_hex" with all the bytes comes behind.
func appendField(b []byte, name, value string) []byte {
	b = append(appendString(b, name), ':')
	b = appendString(b, value)
	if !utf8.ValidString(value) {
		b = append(appendString(append(b, ','), name+"_hex"), ':')
		b = appendString(b, hex.EncodeToString([]byte(value)))
	}
	return b
}
