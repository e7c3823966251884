package iri

import (
	"strings"
	"unicode/utf8"
)

// maxLabel is the most bytes of a label of the Domain Name System (RFC 1035, section 2.3.4).
const maxLabel = 63

// decodePunycode decodes a string of Punycode (RFC 3492, section 6.2) of at most maxLabel bytes,
// and returns the number of code points; ok is false if it is not Punycode, or has ASCII alone.
//
// It inserts the code points one by one, each with a move of those after it. Cost: the square of
// the length, bounded by maxLabel. Twin: encodePunycode in TestPunycode.
func decodePunycode(s string, to *[maxLabel]rune) (n int, ok bool) {
	const base, bias0, n0 = 36, 72, 0x80
	if i := strings.LastIndexByte(s, '-'); i > 0 { // the ASCII characters; a first "-" is no delimiter
		for ; n < i; n++ {
			to[n] = rune(s[n])
		}
		s = s[i+1:]
	}
	r, at, bias := n0, 0, bias0
	first := true
	for s != "" {
		before, weight := at, 1
		for k := base; ; k += base {
			digit := base
			if s != "" {
				digit = punycodeDigit(s[0])
				s = s[1:]
			}
			if digit >= base || digit > (utf8.MaxRune<<8-at)/weight {
				return 0, false
			}
			at += digit * weight
			t := min(max(k-bias, 1), 26)
			if digit < t {
				break
			}
			weight *= base - t
			if weight > utf8.MaxRune<<8/base {
				return 0, false
			}
		}
		bias = punycodeBias(at-before, n+1, first)
		first = false
		r += at / (n + 1)
		at %= n + 1
		if r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
			return 0, false
		}
		copy(to[at+1:n+1], to[at:n])
		to[at] = rune(r)
		n, at = n+1, at+1
	}
	return n, !first
}

// punycodeDigit returns the value of a digit, or 36. Requires: c is no capital letter.
func punycodeDigit(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	}
	return 36
}

// punycodeBias adapts the bias to the last delta (RFC 3492, section 6.1).
func punycodeBias(delta, points int, first bool) int {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > 35*26/2; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}
