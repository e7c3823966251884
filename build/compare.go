package build

import (
	"cmp"
	"context"

	"github.com/irilex/iri/automaton"
)

// A Relation is the relation of one rule's language to another's.
type Relation uint8

// The relations of a to b.
const (
	Equal        Relation = iota // the same strings
	Subset                       // every member of a is a member of b, and b has others
	Superset                     // every member of b is a member of a, and a has others
	Incomparable                 // each has members that the other lacks
)

// String returns "equal", "subset", "superset" or "incomparable".
func (r Relation) String() string {
	return [...]string{"equal", "subset", "superset", "incomparable"}[r]
}

// A Comparison is the difference between two rules, with a shortest witness on each side: a
// string of the fewest code points, and of several the first in the order a-z, 0-9, A-Z,
// other ASCII, the rest.
type Comparison struct {
	Relation Relation
	OnlyA    string // a member of a and not of b; Superset or Incomparable
	OnlyB    string // a member of b and not of a; Subset or Incomparable
}

// Compare compares the languages of two rules, of one grammar or of two. Both must be
// compiled. Two rules with counting tables are comparable only if the tables are equal,
// because equality of such languages is undecidable.
func Compare(a, b *Rule) (Comparison, error) {
	if a.counts() && b.counts() && a.Table.Hash() == b.Table.Hash() {
		return Comparison{Relation: Equal}, nil
	}
	if err := cmp.Or(a.finite(), b.finite()); err != nil {
		return Comparison{}, err
	}
	meter := automaton.NewMeter(context.Background(), automaton.DefaultLimits())
	onlyA, inB, err := automaton.IncludedWithin(a.dfa, b.dfa, meter)
	if err != nil {
		return Comparison{}, err
	}
	onlyB, inA, err := automaton.IncludedWithin(b.dfa, a.dfa, meter)
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
