package records

import (
	"encoding/binary"
	"math/bits"
)

// This file reads the simple values of JSON.

// skipBlanks returns the offset of the first byte in s[at:] that is not white space.
func skipBlanks(s []byte, at int) int {
	for at < len(s) && (s[at] == ' ' || s[at] == '\t' || s[at] == '\r') {
		at++
	}
	return at
}

// text reads a string, starting after the opening quote, and returns the offset of the closing
// quote.
func (j *jsonLines) text(s []byte, at int) (end int, escaped bool, want string) {
	const ones = 0x0101010101010101
	for {
		for at+8 <= len(s) {
			x := binary.LittleEndian.Uint64(s[at:])
			j.high |= x
			quote, backslash := x^ones*'"', x^ones*'\\'
			// Bit 7 is set in the first byte that is a quote, a backslash or a control character, and clear
			// in all bytes before that byte.
			stops := ((quote-ones)&^quote | (backslash-ones)&^backslash | (x-ones*' ')&^x) & (ones << 7)
			if stops != 0 {
				at += bits.TrailingZeros64(stops) / 8
				break
			}
			at += 8
		}
		for at < len(s) && s[at] != '"' && s[at] != '\\' && s[at] >= ' ' {
			j.high |= uint64(s[at])
			at++
		}
		switch {
		case at == len(s):
			return at, escaped, wantQuote
		case s[at] == '"':
			return at, escaped, ""
		case s[at] < ' ':
			return at, escaped, wantQuote
		}
		n := escapeLength(s[at:])
		if n == 0 {
			return at, escaped, wantEscape
		}
		at, escaped = at+n, true
	}
}

// word reads the word text.
func word(s []byte, at int, text string) (next int, want string) {
	if rest := s[at:]; len(rest) >= len(text) && string(rest[:len(text)]) == text {
		return at + len(text), ""
	} else if len(rest) < len(text) && string(rest) == text[:len(rest)] {
		return len(s), wantValue
	}
	return at, wantValue
}

// number reads a number.
func number(s []byte, at int) (next int, want string) {
	digits := func() bool {
		from := at
		for at < len(s) && s[at]-'0' <= 9 {
			at++
		}
		return at > from
	}
	if s[at] != '-' && s[at]-'0' > 9 {
		return at, wantValue
	}
	if s[at] == '-' {
		at++
	}
	if at < len(s) && s[at] == '0' {
		at++
	} else if !digits() {
		return at, wantDigit
	}
	if at < len(s) && s[at] == '.' {
		if at++; !digits() {
			return at, wantDigit
		}
	}
	if at < len(s) && s[at]|0x20 == 'e' {
		if at++; at < len(s) && (s[at] == '+' || s[at] == '-') {
			at++
		}
		if !digits() {
			return at, wantDigit
		}
	}
	return at, ""
}
