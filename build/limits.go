package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// Limits bounds what a document may cost. The zero value stands for the defaults. What
// is bounded is counted, never timed, so that the same document meets the same limit
// everywhere.
type Limits struct {
	Syntax   syntax.Limits
	Automata automaton.Limits
	Copies   int // of one element, by repetitions in repetitions

	// Tuning is how many steps, as [automaton.Meter.Work] counts them, may be done for the speed of
	// tables alone: to choose the states of shift rows and find places for them, to prove what
	// region kernels may take for granted. A rule that comes too late gets by with fewer places, or
	// without, which changes nothing but the speed of its walk.
	Tuning int64
}

// DefaultLimits returns the limits of [Compile]: those of the syntax, those of the
// automata, and 100,000 copies of an element. A count of 10,000 is allowed once, but not
// inside another: "1000*1000(1000*1000(x))" is a million copies, and one level more a billion.
//
// Of transitions a document gets 20 million, a fifth of what [automaton.DefaultLimits]
// allows: the largest need seen is 3 million (an RFC 5322 grammar without its recursion),
// and 10,000 rules that each explode a little would spend whatever there is.
//
// Of steps it gets 150 million, less than a second, and for the speed of its tables 180 million
// more. The largest need seen, that of the same grammar, is 95 million, and RFC 3987 needs 6
// million. For speed RFC 3987 takes 479 million where it is bundled, 1.6 seconds, see
// [Bundled.Limits]. A document of its size gets by with 135 million, since no search takes more
// than its share of what is left: no rule of it has places for more than three states fewer. With
// what it takes to read a mebibyte all that is less than two seconds of processor time; TestHostile
// has measured 1.2 at most.
func DefaultLimits() Limits {
	automata := automaton.DefaultLimits()
	automata.Transitions = 20_000_000
	automata.Steps = 150_000_000
	return Limits{Syntax: syntax.DefaultLimits(), Automata: automata, Copies: 100_000, Tuning: 180_000_000}
}

func (l Limits) orDefault() Limits {
	if l == (Limits{}) {
		return DefaultLimits()
	}
	return l
}
