package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteOrderMark may begin a text, and blanks are the bytes between tokens.
const (
	byteOrderMark = "\uFEFF"
	blanks        = " \t\r\n"
)

func isAlpha(c byte) bool     { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool     { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool  { return isAlpha(c) || isDigit(c) || c == '-' || c == '_' }
func isPrintable(c byte) bool { return ' ' <= c && c <= '~' }
func isWordByte(c byte) bool  { return isAlpha(c) || isDigit(c) || c == '_' }

func isBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// isForeignLetter reports whether s begins with a letter, mark or digit beyond ASCII.
func isForeignLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// isForeignBlank reports whether r is a blank in other texts, and is not one in any notation here.
func isForeignBlank(r rune) bool {
	return r != '\n' && r != '\r' && r != ' ' && r != '\t' && unicode.IsSpace(r) || r == '\u200B' || r == '\uFEFF'
}

// allPrintable reports whether s consists of visible ASCII characters and spaces.
func allPrintable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// parseNumber returns the value of digits. ok is false for a value over limit, for no digits, and
// for a byte other than a digit of the base. The value cannot overflow, because digits after the
// limit are not added.
func parseNumber(digits string, base, limit int) (n int, ok bool) {
	for i := 0; i < len(digits); i++ {
		d := digit(digits[i])
		if d >= base || n > (limit-d)/base {
			return 0, false
		}
		n = n*base + d
	}
	return n, digits != "" && n <= limit
}

// digit returns the value of c as a digit, up to 35 for "z". For any other byte it returns a value
// greater than every base.
func digit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case isAlpha(c):
		return int(c|0x20-'a') + 10
	}
	return 1 << 10
}
