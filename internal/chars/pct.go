package chars

import "unicode/utf8"

// A pct is a percent-encoding: "%" and two hex digits (RFC 3986, section 2.1).

// PctLength is the length of a pct.
const PctLength = len("%00")

// Octet decodes the pct at the beginning of s. Requires: s begins with a pct, as it does at each
// "%" in a component.
func Octet(s string) byte { return HexValue(s[1])<<4 | HexValue(s[2]) }

// ParsePct is like [Octet] but accepts any text; ok is false if s does not begin with a pct.
func ParsePct(s string) (c byte, ok bool) {
	if len(s) < PctLength || s[0] != '%' {
		return 0, false
	}
	high, low := HexValue(s[1]), HexValue(s[2])
	return high<<4 | low&15, high|low < 16
}

// HasPct reports whether s begins with a pct.
func HasPct(s string) bool {
	_, ok := ParsePct(s)
	return ok
}

// PctWidth returns the length of the first octet as written in s: PctLength for a pct, otherwise 1.
func PctWidth(s string) int {
	if s[0] == '%' {
		return PctLength
	}
	return 1
}

// HexValue returns the value of a hex digit, or 0x80 for any other byte.
func HexValue(c byte) byte {
	if digit := c - '0'; digit <= 9 {
		return digit
	}
	if letter := (c | 0x20) - 'a'; letter < 6 {
		return letter + 10
	}
	return 0x80
}

// appendPct appends a percent-encoded octet with upper-case digits.
func appendPct(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[c>>4], digits[c&15])
}

// AppendPcts appends s with all bytes percent-encoded.
func AppendPcts(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = appendPct(dst, s[i])
	}
	return dst
}

// AppendASCII appends s with non-ASCII bytes percent-encoded.
func AppendASCII(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, c)
		} else {
			dst = appendPct(dst, c)
		}
	}
	return dst
}
