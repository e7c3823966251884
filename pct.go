package iri

import "unicode/utf8"

// A pct is a percent-encoding: "%" and two hex digits (RFC 3986, section 2.1).

// pctLength is the length of a pct.
const pctLength = len("%00")

// octet returns the octet of the pct at the beginning of s. In a component each "%" begins a pct.
func octet(s string) byte { return hexValue(s[1])<<4 | hexValue(s[2]) }

// parsePct is octet for any text; ok is false if s does not begin with a pct.
func parsePct(s string) (c byte, ok bool) {
	if len(s) < pctLength || s[0] != '%' {
		return 0, false
	}
	high, low := hexValue(s[1]), hexValue(s[2])
	return high<<4 | low&15, high|low < 16
}

// hasPct reports whether s begins with a pct.
func hasPct(s string) bool {
	_, ok := parsePct(s)
	return ok
}

// pctWidth returns the number of bytes of the first octet of s.
func pctWidth(s string) int {
	if s[0] == '%' {
		return pctLength
	}
	return 1
}

// hexValue returns the value of a hex digit, and 0x80 for another byte.
func hexValue(c byte) byte {
	if digit := c - '0'; digit <= 9 {
		return digit
	}
	if letter := (c | 0x20) - 'a'; letter < 6 {
		return letter + 10
	}
	return 0x80
}

// appendPct appends the pct of an octet, in upper case.
func appendPct(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[c>>4], digits[c&15])
}

// appendPcts appends the pcts of all bytes of s.
func appendPcts(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = appendPct(dst, s[i])
	}
	return dst
}

// appendASCII appends s with each byte outside of ASCII as a pct.
func appendASCII(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, c)
		} else {
			dst = appendPct(dst, c)
		}
	}
	return dst
}
