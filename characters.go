package iri

// A characterSet is a set of ASCII characters. Bit c of low stands for the character c, bit c of
// high for the character c+64. The sets in use come from the grammar, see dfa_gen.go.
type characterSet struct{ low, high uint64 }

// has reports whether the byte c is in the set. Bytes from 0x80 on never are.
func (s characterSet) has(c byte) bool {
	word := s.low
	if c >= 64 {
		word = s.high
	}
	return c < 0x80 && word>>(c&63)&1 != 0
}

// with returns the set with the characters of a string, all ASCII, added.
func (s characterSet) with(chars string) characterSet {
	for _, c := range []byte(chars) {
		if c < 64 {
			s.low |= 1 << c
		} else {
			s.high |= 1 << (c - 64)
		}
	}
	return s
}

// without returns the set with the characters of a string, all ASCII, taken out.
func (s characterSet) without(chars string) characterSet {
	out := characterSet{}.with(chars)
	return characterSet{s.low &^ out.low, s.high &^ out.high}
}
