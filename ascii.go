package iri

// This file has operations on ASCII letters of schemes and hosts, in either case. Operations on
// eight bytes at once use word, see authority.go.

// half returns the four bytes of s from offset i on.
func half(s string, i int) uint32 {
	s = s[i:][:4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// isASCII reports whether all bytes of s are below 0x80.
func isASCII(s string) bool {
	var all uint64
	if len(s) < 8 {
		for i := range len(s) {
			all |= uint64(s[i])
		}
		return all&highBits == 0
	}
	all = word(s, len(s)-8)
	for ; len(s) > 32; s = s[32:] {
		all |= word(s, 0) | word(s, 8) | word(s, 16) | word(s, 24)
	}
	for ; len(s) > 8; s = s[8:] {
		all |= word(s, 0)
	}
	return all&highBits == 0
}

// hasUpper reports whether there is an upper-case letter.
func hasUpper(s string) bool {
	var upper uint64
	for ; len(s) >= 8; s = s[8:] {
		upper |= uppers(word(s, 0))
	}
	for i := range len(s) {
		upper |= uppers(uint64(s[i]))
	}
	return upper != 0
}

// uppers returns the high bit of each byte of w that is an upper-case letter.
func uppers(w uint64) uint64 {
	low := w &^ highBits
	return (low + (0x80-'A')*each) &^ (low + (0x7f-'Z')*each) &^ w & highBits
}

func lowerCase(c byte) byte {
	if c-'A' <= 'Z'-'A' {
		return c | 0x20
	}
	return c
}

func upperCase(c byte) byte {
	if c-'a' <= 'z'-'a' {
		return c &^ 0x20
	}
	return c
}

// appendLower appends s with its letters in lower case.
func appendLower(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = append(dst, lowerCase(s[i]))
	}
	return dst
}

// equalFold reports whether two strings are equal, letters of ASCII in either case.
// strings.EqualFold has other letters too: U+212A for "k".
func equalFold(a, b string) bool {
	if len(a) != len(b) || a == b {
		return len(a) == len(b)
	}
	for i := range len(a) {
		if lowerCase(a[i]) != lowerCase(b[i]) {
			return false
		}
	}
	return true
}

// isOneOf reports whether s is one of some words, letters of ASCII in either case.
func isOneOf(s string, words ...string) bool {
	for _, word := range words {
		if equalFold(s, word) {
			return true
		}
	}
	return false
}
