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
// automata, and 100,000 copies of an element. So a count of 100,000 is allowed once, but not
// inside another: "1000*1000(1000*1000(x))" is a million copies, and one level more a billion.
// The needs that are told here are measured by TestNeeds; the largest are those of a grammar of
// mail without its recursion (RFC 5322).
//
// A document gets 20 million transitions and 250 million steps, the latter in some two seconds.
// They are dealt to its rules: none of them can take what another needs. In a document of 10,000
// rules each gets 12,500 steps at least; 4DIGIT and DIGIT take 5,903 together. The largest need of a
// document is 3.0 million transitions and 44 million steps, 14 million of them for one rule; RFC
// 3987 needs 5 million steps. Comparisons and sets of rules get as much again.
//
// Mended documents of two large protocols need more, see TestMendedDocuments: RFC 5322 with its comments
// takes 200 million steps, RFC 3261 400 million. Within the defaults RFC 5322 compiles whole. Of RFC 3261 the
// largest rules, such as SIP-message, need larger limits.
//
// For the speed of its tables a document gets 180 million steps more. RFC 3987 takes 479 million
// where it is bundled, 1.6 seconds, see [Bundled.Limits]. A document of its size gets by with 135
// million, since no search takes more than its share of what is left: no rule of it has places for
// more than three states fewer. With the reading of a mebibyte all that is less than five seconds of
// processor time: TestHostile, with -full-budget, has measured 4.4 at most on two very busy cores.
// For an approximation, see [Recursion], a document gets four times the transitions and steps. The supersets
// of XRI 3.0, of 22 rules, need 6.4 million transitions and 125 million steps.
func DefaultLimits() Limits {
	automata := automaton.DefaultLimits()
	automata.Transitions = 20_000_000
	automata.Steps = 250_000_000
	return Limits{Syntax: syntax.DefaultLimits(), Automata: automata, Copies: 100_000, Tuning: 180_000_000}
}

func (l Limits) orDefault(how Recursion) Limits {
	if l == (Limits{}) {
		l = DefaultLimits()
		if how != (Recursion{}) {
			l = l.ForApproximation()
		}
	}
	return l
}

// ForApproximation returns the limits with four times the transitions and steps, for [Options].Recursion.
func (l Limits) ForApproximation() Limits {
	l.Automata.Steps, l.Automata.Transitions = 4*l.Automata.Steps, 4*l.Automata.Transitions
	return l
}

// What a rule costs besides what is counted elsewhere: some ten microseconds however small it is,
// and some for each transition of its table, which is written, hashed and summed.
const (
	ruleSteps = 1000
	packSteps = 8
)
