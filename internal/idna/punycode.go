package idna

import (
	"strings"
	"unicode/utf8"
)

const base, bias0, n0 = 36, 72, 0x80 // Punycode parameters (RFC 3492, section 5)

// DecodePunycode decodes Punycode (RFC 3492, section 6.2) and returns the number of code points; ok
// is false if s is not Punycode or encodes only ASCII. Requires: s is lower-case ASCII of at most
// MaxLabel bytes. Different strings never decode to the same text.
//
// It inserts the code points one by one, shifting the following ones each time. Cost: quadratic in
// the length. Tested against: encodePunycode.
func DecodePunycode(s string, to *[MaxLabel]rune) (n int, ok bool) {
	if i := strings.LastIndexByte(s, '-'); i > 0 { // the ASCII part; a leading "-" is not a delimiter
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

// encodePunycode encodes a text as Punycode (RFC 3492, section 6.3). It takes time quadratic in the
// length of the text.
func encodePunycode(text []rune) string { return string(appendPunycode(nil, text)) }

// appendPunycode appends the Punycode of a text to b.
func appendPunycode(b []byte, text []rune) []byte {
	basic := 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
			basic++
		}
	}
	if basic > 0 {
		b = append(b, '-')
	}
	n, delta, bias, done := rune(n0), 0, bias0, basic
	for done < len(text) {
		next := rune(utf8.MaxRune + 1)
		for _, r := range text {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range text {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			b = appendDelta(b, delta, bias)
			bias = punycodeBias(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return b
}

// appendDelta appends a number as digits of variable weight.
func appendDelta(b []byte, delta, bias int) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := base; ; k += base {
		t := min(max(k-bias, 1), 26)
		if delta < t {
			break
		}
		b = append(b, digits[t+(delta-t)%(base-t)])
		delta = (delta - t) / (base - t)
	}
	return append(b, digits[delta])
}

// punycodeDigit returns the value of a digit, or base. Requires: c is not a capital letter.
func punycodeDigit(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	}
	return base
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
