package chars

import (
	"strconv"
	"unicode/utf8"
)

// Quoted quotes a string for a message, with invisible characters escaped. It truncates long
// strings.
func Quoted(s string) string {
	const maxLength = 80
	if len(s) <= maxLength {
		return strconv.Quote(s)
	}
	at := maxLength
	for !utf8.RuneStart(s[at]) {
		at--
	}
	return strconv.Quote(s[:at]) + "…"
}
