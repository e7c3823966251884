package terminal

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// shows reports whether a character is visible and does not affect the characters around it.
// unicode.IsPrint returns true for some invisible characters, because fillers and variation
// selectors are letters and marks (UAX 44, Default_Ignorable_Code_Point).
func shows(c rune) bool {
	if c <= '~' {
		return ' ' <= c
	}
	return c <= unicode.MaxRune && shown()[c>>6]>>(c&63)&1 != 0
}

// A runeSet is a bit set of code points. A lookup takes about 5 ns, compared with about 60 ns in up
// to seven tables of package unicode.
type runeSet [(unicode.MaxRune + 1) >> 6]uint64

// shown is the set of visible characters above "~". Building it takes 0.4 ms.
var shown = sync.OnceValue(func() *runeSet {
	s := new(runeSet)
	for _, table := range unicode.PrintRanges {
		s.put(table, true)
	}
	s.put(unicode.Other_Default_Ignorable_Code_Point, false)
	s.put(unicode.Variation_Selector, false)
	const brailleBlank = 0x2800 // classified as a symbol
	s.set(brailleBlank, false)
	return s
})

// put adds or removes the characters in a table.
func (s *runeSet) put(table *unicode.RangeTable, in bool) {
	for _, r := range table.R16 {
		for c := uint32(r.Lo); c <= uint32(r.Hi); c += uint32(r.Stride) {
			s.set(c, in)
		}
	}
	for _, r := range table.R32 {
		for c := r.Lo; c <= r.Hi; c += r.Stride {
			s.set(c, in)
		}
	}
}

func (s *runeSet) set(c uint32, in bool) {
	bit := uint64(1) << (c & 63)
	if s[c>>6] |= bit; !in {
		s[c>>6] &^= bit
	}
}

// Printable returns the length of the longest prefix of s that contains only visible characters:
// see [shows].
//
// Idea. ASCII is tested eight bytes at a time. Other characters are looked up in [shown].
//
// Tested against: printableByName, which tests the characters one by one.
func Printable(s string) int {
	at := 0
	for at < len(s) {
		if s[at] < utf8.RuneSelf {
			n := printableASCII(s[at:])
			if n == 0 {
				return at
			}
			at += n
			continue
		}
		c, size := utf8.DecodeRuneInString(s[at:])
		if c == utf8.RuneError && size == 1 || !shows(c) {
			return at
		}
		at += size
	}
	return at
}

// printableASCII returns the length of the longest prefix that is printable ASCII.
func printableASCII(s string) int {
	const each = 0x0101010101010101
	n := 0
	for ; n+8 <= len(s); n += 8 {
		// The sum sets the high bit of a byte from 0x7F to 0xFE; the difference sets it for a byte below
		// 0x20 or above 0x9F. Only these bytes cause carries and borrows.
		if w := word(s[n:]); ((w+each)|(w-' '*each))&(0x80*each) != 0 {
			break
		}
	}
	for n < len(s) && ' ' <= s[n] && s[n] <= '~' {
		n++
	}
	return n
}

// word returns the first eight bytes of s.
func word(s string) uint64 {
	s = s[:8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
