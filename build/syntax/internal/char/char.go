// Package char classifies the characters of grammar documents and describes them in messages.
package char

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ByteOrderMark may begin a text. Blanks contains the bytes that may separate tokens.
const (
	ByteOrderMark = "\uFEFF"
	Blanks        = " \t\r\n"
)

func IsAlpha(c byte) bool     { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func IsDigit(c byte) bool     { return '0' <= c && c <= '9' }
func IsNameByte(c byte) bool  { return IsAlpha(c) || IsDigit(c) || c == '-' || c == '_' }
func IsPrintable(c byte) bool { return ' ' <= c && c <= '~' }
func IsWordByte(c byte) bool  { return IsAlpha(c) || IsDigit(c) || c == '_' }

func IsBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// IsForeignLetter reports whether s starts with a non-ASCII letter, mark or digit.
func IsForeignLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// IsForeignBlank reports whether r is a Unicode blank that no notation accepts as a blank.
func IsForeignBlank(r rune) bool {
	return r != '\n' && r != '\r' && r != ' ' && r != '\t' && unicode.IsSpace(r) || r == '\u200B' || r == '\uFEFF'
}

// AllPrintable reports whether s contains only visible ASCII characters and spaces.
func AllPrintable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// ParseNumber returns the value of digits in the given base. ok is false if digits is empty,
// contains a byte that is not a digit in that base, or exceeds limit. The value cannot overflow,
// because ParseNumber stops at the limit.
func ParseNumber(digits string, base, limit int) (n int, ok bool) {
	for i := 0; i < len(digits); i++ {
		d := Digit(digits[i])
		if d >= base || n > (limit-d)/base {
			return 0, false
		}
		n = n*base + d
	}
	return n, digits != "" && n <= limit
}

// Digit returns the value of c as a digit, up to 35 for "z". For any other byte it returns a value
// greater than any base.
func Digit(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case IsAlpha(c):
		return int(c|0x20-'a') + 10
	}
	return 1 << 10
}

// IllFormed returns the number of invalid UTF-8 bytes at the start of s.
func IllFormed(s string) int {
	n := 0
	for n < len(s) {
		if r, size := utf8.DecodeRuneInString(s[n:]); r != utf8.RuneError || size != 1 {
			break
		}
		n++
	}
	return n
}

// Describe returns a description of the first character in s that is safe to print on any terminal.
// A visible character is quoted, and followed by its number if it is not ASCII. Any other character
// is described by its name, such as TAB, or just its number. An invalid UTF-8 byte is described as
// "the byte FF".
func Describe(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size <= 1:
		return HexBytes(s[:size])
	case ' ' <= r && r <= '~':
		return "'" + string(r) + "'"
	case characterNames[r] != "":
		return fmt.Sprintf("%s (U+%04X)", characterNames[r], r)
	case unicode.IsPrint(r) && !unicode.IsMark(r):
		return fmt.Sprintf("'%c' (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// characterNames maps invisible characters to their names.
var characterNames = map[rune]string{
	0: "NUL", '\a': "BEL", '\b': "BS", '\t': "TAB", '\n': "LF", '\v': "VT", '\f': "FF", '\r': "CR",
	0x1B: "ESC", 0x7F: "DEL",
	0x85: "NEL", 0xA0: "a no-break space", 0xAD: "a soft hyphen", 0x200B: "a zero-width space",
	0x3000: "an ideographic space", 0xFEFF: "a byte order mark",
}

// HexBytes formats bytes as "the byte FF" or "the bytes FF FE".
func HexBytes(s string) string {
	const most = 8
	switch {
	case len(s) == 1:
		return fmt.Sprintf("the byte %X", s)
	case len(s) > most:
		return fmt.Sprintf("the bytes % X ...", s[:most])
	}
	return fmt.Sprintf("the bytes % X", s)
}

// Clip truncates ASCII text to 40 bytes for a message, because a literal may be a mebibyte long.
func Clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// Excerpt returns the first 40 characters of s in quotes. It replaces characters other than
// printable ASCII with their numbers, so the result is safe to print on any terminal.
func Excerpt(s string) string {
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
