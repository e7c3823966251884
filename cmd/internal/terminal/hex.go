package terminal

import (
	"encoding/hex"
	"unicode/utf8"
)

// Hex returns the bytes of a string in hexadecimal, for a field beside the string, if the string is
// not UTF-8. JSON has no form for such strings. Hex returns "" for any other string.
func Hex(s string) string {
	if utf8.ValidString(s) {
		return ""
	}
	return hex.EncodeToString([]byte(s))
}
