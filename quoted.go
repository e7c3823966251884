package iri

import (
	"strconv"
	"unicode/utf8"
)

// quoted returns a string in quotes for a message, cut if it is long. Invisible characters are
// escaped.
func quoted(s string) string {
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
