package tune

import "github.com/irilex/iri/automaton"

// A Budget bounds the steps spent on making the tables of a document fast.
type Budget struct {
	*automaton.Meter
	Searched int // steps spent on searches so far
}

// share limits the cost of one task to 1/share of the remaining steps. The most important rules
// come last, after the rules they refer to.
const share = 8

// Affords reports whether one task may take this many steps; if so, it counts them.
func (b *Budget) Affords(steps int) bool {
	return int64(steps) <= b.Left()/share && b.Work(int64(steps)) == nil
}
