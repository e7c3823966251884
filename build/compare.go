package build

import (
	"cmp"
	"context"
	"errors"
	"unicode"

	"github.com/irilex/iri/automaton"
)

// A Relation relates the languages of two rules a and b.
type Relation uint8

// Relations between the languages of a and b.
const (
	Equal        Relation = iota // the same strings
	Subset                       // every member of a is a member of b, but not vice versa
	Superset                     // every member of b is a member of a, but not vice versa
	Incomparable                 // each language has members that the other lacks
)

// String returns "equal", "subset", "superset" or "incomparable".
func (r Relation) String() string {
	return [...]string{"equal", "subset", "superset", "incomparable"}[r]
}

// A Comparison is the result of comparing two rules a and b. OnlyA and OnlyB are shortest
// witnesses: strings with the fewest code points. Ties are broken in the order a-z, 0-9, A-Z, other
// ASCII, everything else.
type Comparison struct {
	Relation Relation
	OnlyA    string // a member of a but not of b; for Superset and Incomparable
	OnlyB    string // a member of b but not of a; for Subset and Incomparable
}

// Compare compares the languages of two rules, which may belong to different grammars. Both must be
// compiled. Two rules whose tables count calls are Equal if the tables are equal. Any other
// comparison with a rule whose table counts calls is an error, because equality of these languages
// is undecidable.
func Compare(a, b *Rule) (Comparison, error) {
	if a.made().Counts() && b.made().Counts() && a.Table.Hash() == b.Table.Hash() {
		return Comparison{Relation: Equal}, nil
	}
	if err := cmp.Or(a.finite(), b.finite()); err != nil {
		return Comparison{}, err
	}
	meter := automaton.NewMeter(context.Background(), automaton.DefaultLimits())
	onlyA, inB, err := automaton.IncludedWithin(a.made().DFA, b.made().DFA, meter)
	if err != nil {
		return Comparison{}, err
	}
	onlyB, inA, err := automaton.IncludedWithin(b.made().DFA, a.made().DFA, meter)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{Incomparable, onlyA, onlyB}
	switch {
	case inA && inB:
		c.Relation = Equal
	case inB:
		c.Relation = Subset
	case inA:
		c.Relation = Superset
	}
	return c, nil
}

// EqualInASCII reports whether the members of narrow are exactly the ASCII members of wide.
// Otherwise, witness is a shortest string that is in only one of these sets. Both rules must have
// finite automata.
func EqualInASCII(narrow, wide *Rule) (witness string, equal bool, err error) {
	if narrow.made().DFA == nil || wide.made().DFA == nil {
		return "", false, errors.New("only compiled rules can be compared")
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
	both, err := automaton.Intersect(wide.made().DFA, ascii, meter)
	if err != nil {
		return "", false, err
	}
	return automaton.EqualWithin(narrow.made().DFA, both, meter)
}
