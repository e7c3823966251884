// Package chars holds code shared by package iri and its subpackages: ASCII letters, operations on
// eight bytes at once, percent-encodings, sets of ASCII characters generated from the grammar,
// ports, and hosts as browsers interpret them.
package chars

// A Set is a set of ASCII characters. Bit c of Low represents character c, and bit c of High
// represents character c+64. chars_gen.go contains sets generated from the grammar.
type Set struct{ Low, High uint64 }

// Has reports whether the set contains the byte c. A set never contains bytes above 0x7F.
func (s Set) Has(c byte) bool {
	word := s.Low
	if c >= 64 {
		word = s.High
	}
	return c < 0x80 && word>>(c&63)&1 != 0
}

// With adds the characters of a string, which must be ASCII.
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

// Without removes the characters of a string, which must be ASCII.
func (s Set) Without(chars string) Set {
	out := Set{}.With(chars)
	return Set{s.Low &^ out.Low, s.High &^ out.High}
}
