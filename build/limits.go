package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Limits bounds the cost of compiling a document. The zero value means the defaults. All bounds are
// counts, never durations, so a document exceeds the same limit on every machine.
type Limits struct {
	Syntax   syntax.Limits
	Automata automaton.Limits
	Copies   int // maximum number of copies of an element: the product of all repetitions around it

	// Tuning is the number of steps, as [automaton.Meter.Work] counts them, that may be spent on
	// making tables fast if [Options].Places is set. They pay for choosing the states with places in
	// shift rows, finding these places, and proving the premises of region kernels. If they run out,
	// rules compiled later have fewer places or none. This affects only the speed of the tables.
	Tuning int64
}

// DefaultLimits returns the default limits of [Compile]: the syntax limits, the automata limits,
// and 100,000 copies of an element. So a count of 100,000 is allowed once, but not nested:
// "1000*1000(1000*1000(x))" is a million copies, and one more level makes a billion. TestNeeds
// measures the numbers given here. A mail grammar without its recursion (RFC 5322) needs the most.
//
// A document gets 20 million transitions and 250 million steps, about two seconds. [Compile]
// divides them among the rules, so no rule can use up the share of another. If a rule would get
// less than a tenth of these amounts, the document gets up to five times as much. So a rule that
// needs less than a tenth is compiled, unless more than 30 rules need about that much. In a
// document of 10,000 rules, each rule gets at least 12,500 steps; 4DIGIT and DIGIT together take
// 5,903. The most expensive document needs 3.0 million transitions and 44 million steps, 14 million
// of them for one rule; RFC 3987 needs 5 million steps. Comparisons and rule sets get the same
// limits again.
//
// Repaired documents of two large protocols need more (see TestMendedDocuments): RFC 5322 with its
// comments takes 200 million steps, and RFC 3261 takes 400 million. RFC 5322 compiles completely
// within the defaults. The largest rules of RFC 3261, such as SIP-message, need higher limits.
//
// With [Options].Places, a document gets another 180 million steps. The bundled grammar RFC 3987
// takes 478 million steps, or 1.6 seconds (see [Bundled.Limits]). An ordinary document of its size
// takes 135 million, because no search takes more than its share of the remaining steps. Each of
// its rules then has places for up to three fewer states. All of this takes less than fifteen
// seconds of processor time, including reading a mebibyte of input: TestHostile with -full-budget
// measured at most 11.1 seconds on two very busy cores.
//
// For an approximation (see [Recursion]), a document gets more transitions and steps: four times as
// many for subsets, and twice as many for supersets, whose size the user cannot choose. The
// supersets of the 22 rules of XRI 3.0 need 6.4 million transitions and 94 million steps, and those
// of RFC 9535, JSONPath, 200 million steps. A superset that exceeds 500 million, such as that of a
// SPARQL query, is far from its end.
func DefaultLimits() Limits {
	limits := automaton.DefaultLimits()
	limits.Transitions = 20_000_000
	limits.Steps = 250_000_000
	return Limits{Syntax: syntax.DefaultLimits(), Automata: limits, Copies: 100_000, Tuning: 180_000_000}
}

// orDefault returns l or, if l is the zero value, the default limits for the given recursion.
func (l Limits) orDefault(how Recursion) Limits {
	if l == (Limits{}) {
		l = DefaultLimits()
		if how != (Recursion{}) {
			l = l.ForApproximation(how)
		}
	}
	return l
}

// ForApproximation returns l with four times the transitions and steps for subsets, and with twice
// as many for supersets. [Compile] uses these limits by default for a document whose
// [Options].Recursion is not exact.
func (l Limits) ForApproximation(how Recursion) Limits {
	times := int64(4)
	if how.Exactness == tables.Superset {
		times = 2
	}
	l.Automata.Steps, l.Automata.Transitions = times*l.Automata.Steps, times*l.Automata.Transitions
	return l
}
