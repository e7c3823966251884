package classes

import (
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
)

// Letter returns the class of the character c. If fold is set and c is an ASCII letter, the class
// also has its other case.
func Letter(c rune, fold bool) *unicode.RangeTable {
	class := automaton.Range(c, c)
	if other := c ^ 0x20; fold && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
		class = automaton.Union(class, automaton.Range(other, other))
	}
	return class
}

// Letter is the function Letter with a store for the classes of ASCII characters, so that each is
// made once.
func (k *Classes) Letter(c rune, fold bool) *unicode.RangeTable {
	if c >= utf8.RuneSelf {
		return Letter(c, fold)
	}
	at := &k.letters[c]
	if fold {
		at = &k.folded[c]
	}
	if *at == nil {
		*at = Letter(c, fold)
	}
	return *at
}
