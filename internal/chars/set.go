// Package chars has what package iri and the packages above it share: operations on ASCII letters
// and on eight bytes at once, percent-encodings, sets of ASCII characters generated from the
// grammar, ports, and hosts as browsers read them.
package chars

// A Set is a set of ASCII characters. Bit c of Low stands for the character c, bit c of
// High for the character c+64. The sets in use come from the grammar, see chars_gen.go.
type Set struct{ Low, High uint64 }

// Has reports whether the byte c is in the set. Bytes from 0x80 on never are.
func (s Set) Has(c byte) bool {
	word := s.Low
	if c >= 64 {
		word = s.High
	}
	return c < 0x80 && word>>(c&63)&1 != 0
}

// With returns the set with the characters of a string, all ASCII, added.
func (s Set) With(chars string) Set {
	for _, c := range []byte(chars) {
		if c < 64 {
			s.Low |= 1 << c
		} else {
			s.High |= 1 << (c - 64)
		}
	}
	return s
}

// Without returns the set with the characters of a string, all ASCII, taken out.
func (s Set) Without(chars string) Set {
	out := Set{}.With(chars)
	return Set{s.Low &^ out.Low, s.High &^ out.High}
}
