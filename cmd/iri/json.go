package main

import (
	"encoding/hex"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/jsonl"
)

// appendField appends a field with a string. JSON has no way to write bytes that are not
// UTF-8: where there are some, a field "name_hex" with all the bytes comes behind.
func appendField(b []byte, name, value string) []byte {
	b = append(jsonl.AppendString(b, name), ':')
	b = jsonl.AppendString(b, value)
	if !utf8.ValidString(value) {
		b = append(jsonl.AppendString(append(b, ','), name+"_hex"), ':')
		b = jsonl.AppendString(b, hex.EncodeToString([]byte(value)))
	}
	return b
}
