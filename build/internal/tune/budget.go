package tune

import "github.com/irilex/iri/automaton"

// A Budget is the steps that may be done for the speed of the tables of a document.
type Budget struct {
	*automaton.Meter
	Searched int // steps of searches so far
}

// share is the part of what is left that one thing may cost: the rules that matter most come last,
// after those that they are made of.
const share = 8

// Affords reports whether steps may be done, and counts them.
func (b *Budget) Affords(steps int) bool {
	return int64(steps) <= b.Left()/share && b.Work(int64(steps)) == nil
}
