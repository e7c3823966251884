package jsonl

import (
	"encoding/hex"
	"unicode/utf8"
)

// Hex returns the bytes of a string that is not UTF-8, which JSON has no way to write, in hexadecimal for a field
// beside it. It returns "" for any other string.
func Hex(s string) string {
	if utf8.ValidString(s) {
		return ""
	}
	return hex.EncodeToString([]byte(s))
}
