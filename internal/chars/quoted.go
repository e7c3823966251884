package chars

import (
	"strconv"
	"unicode/utf8"
)

// Quoted returns a string in quotes for a message, cut if it is long. Invisible characters are
// escaped.
func Quoted(s string) string {
	const most = 80
	if len(s) <= most {
		return strconv.Quote(s)
	}
	at := most
	for !utf8.RuneStart(s[at]) {
		at--
	}
	return strconv.Quote(s[:at]) + "…"
}
