package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// illFormed returns the number of bytes at the beginning of s that are not UTF-8.
func illFormed(s string) int {
	n := 0
	for n < len(s) {
		if r, size := utf8.DecodeRuneInString(s[n:]); r != utf8.RuneError || size != 1 {
			break
		}
		n++
	}
	return n
}

// describe returns words for the first character of s that are safe for any terminal. A visible
// character is in quotes, with its number if it is beyond ASCII. Other characters have their name,
// such as TAB, or only their number. A byte outside of UTF-8 is "the byte FF".
func describe(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size <= 1:
		return hexBytes(s[:size])
	case ' ' <= r && r <= '~':
		return "'" + string(r) + "'"
	case characterNames[r] != "":
		return fmt.Sprintf("%s (U+%04X)", characterNames[r], r)
	case unicode.IsPrint(r) && !unicode.IsMark(r):
		return fmt.Sprintf("'%c' (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// characterNames are the names of invisible characters.
var characterNames = map[rune]string{
	0: "NUL", '\a': "BEL", '\b': "BS", '\t': "TAB", '\n': "LF", '\v': "VT", '\f': "FF", '\r': "CR",
	0x1B: "ESC", 0x7F: "DEL",
	0x85: "NEL", 0xA0: "a no-break space", 0xAD: "a soft hyphen", 0x200B: "a zero-width space",
	0x3000: "an ideographic space", 0xFEFF: "a byte order mark",
}

// hexBytes writes bytes as "the byte FF" or "the bytes FF FE".
func hexBytes(s string) string {
	const most = 8
	switch {
	case len(s) == 1:
		return fmt.Sprintf("the byte %X", s)
	case len(s) > most:
		return fmt.Sprintf("the bytes % X ...", s[:most])
	}
	return fmt.Sprintf("the bytes % X", s)
}

// clip cuts ASCII text after 40 bytes for a message, because a literal may be a mebibyte long.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// excerpt returns the first 40 characters of s in quotes. Characters other than printable ASCII
// are written by number, which is safe for any terminal.
func excerpt(s string) string {
	const most = 40
	var b strings.Builder
	for i, r := range s {
		switch {
		case b.Len() >= most:
			return "'" + b.String() + "...'"
		case ' ' <= r && r <= '~':
			b.WriteByte(s[i])
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return "'" + b.String() + "'"
}
