package tune

import "github.com/irilex/iri/automaton"

// A Budget bounds the steps spent on making the tables of a document fast.
type Budget struct {
	*automaton.Meter
	Searched int // steps of searches so far
}

// share is the divisor for the cost of one task: it may use an eighth of the remaining steps. The
// rules that matter most come last, after those they refer to.
const share = 8

// Affords reports whether one task may take this many steps, and counts them if so.
func (b *Budget) Affords(steps int) bool {
	return int64(steps) <= b.Left()/share && b.Work(int64(steps)) == nil
}
