package build

import (
	"context"
	"errors"
	"unicode"

	"github.com/irilex/iri/automaton"
)

// EqualInASCII reports whether the members of narrow are exactly the members of wide that consist
// of ASCII characters. If they are not, witness is a shortest string in only one of these two
// sets. Both rules must have finite automata.
func EqualInASCII(narrow, wide *Rule) (witness string, equal bool, err error) {
	if narrow.dfa == nil || wide.dfa == nil {
		return "", false, errors.New("only rules that are compiled can be compared")
	}
	meter := automaton.NewMeter(context.Background(), automaton.DefaultLimits())
	b := automaton.NewBuilder(meter)
	n, err := b.NFA(b.Star(b.Bytes(0, unicode.MaxASCII)))
	if err != nil {
		return "", false, err
	}
	ascii, err := automaton.Canonical(n, meter)
	if err != nil {
		return "", false, err
	}
	both, err := automaton.Intersect(wide.dfa, ascii, meter)
	if err != nil {
		return "", false, err
	}
	return automaton.EqualWithin(narrow.dfa, both, meter)
}
