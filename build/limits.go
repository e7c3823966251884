package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// Limits bounds the costs of compiling a document. The zero value means the defaults. All bounds
// are counts, never times, so a document exceeds the same limit on every machine.
type Limits struct {
	Syntax   syntax.Limits
	Automata automaton.Limits
	Copies   int // maximum number of copies of an element by repetitions, with those around it multiplied

	// Tuning is the number of steps, as [automaton.Meter.Work] counts them, for making tables fast, if
	// [Options].Places is set. These steps choose the states with places in shift rows, find these
	// places, and prove the premises of region kernels. If they run out, the rules compiled later have
	// fewer places or none. This affects only the speed of the tables.
	Tuning int64
}

// DefaultLimits returns the limits of [Compile]: those of the syntax, those of the automata, and
// 100,000 copies of an element. So a count of 100,000 is allowed once, but not nested:
// "1000*1000(1000*1000(x))" is a million copies, and one more level a billion. TestNeeds measures
// the needs given here. The largest are those of a mail grammar without its recursion (RFC 5322).
//
// A document gets 20 million transitions and 250 million steps, some two seconds. [Compile] divides
// them among the rules, so no rule can use up the share of another. If a rule would get less than a
// tenth of these amounts, the document gets up to five times as much. So a rule that needs less
// than a tenth is compiled, unless more than 30 need about that. In a document of 10,000 rules each
// gets at least 12,500 steps; 4DIGIT and DIGIT take 5,903 together. The largest need of a document
// is 3.0 million transitions and 44 million steps, 14 million of them for one rule; RFC 3987 needs
// 5 million steps. Comparisons and sets of rules get the same limits again.
//
// Repaired documents of two large protocols need more, see TestMendedDocuments: RFC 5322 with its
// comments takes 200 million steps, RFC 3261 400 million. RFC 5322 compiles completely within the
// defaults. The largest rules of RFC 3261, such as SIP-message, need larger limits.
//
// For [Options].Places a document gets 180 million steps more. RFC 3987 as a bundled grammar takes
// 478 million, 1.6 seconds, see [Bundled.Limits]. A document of its size takes 135 million, because
// no search takes more than its share of the remaining steps. Each of its rules then has places for
// at most three states fewer. All of this takes less than fifteen seconds of processor time,
// including reading a mebibyte: TestHostile, with -full-budget, has measured at most 11.1 on two
// very busy cores.
//
// For an approximation, see [Recursion], a document gets four times the transitions and steps. The
// supersets of the 22 rules of XRI 3.0 need 6.4 million transitions and 125 million steps.
func DefaultLimits() Limits {
	limits := automaton.DefaultLimits()
	limits.Transitions = 20_000_000
	limits.Steps = 250_000_000
	return Limits{Syntax: syntax.DefaultLimits(), Automata: limits, Copies: 100_000, Tuning: 180_000_000}
}

// orDefault returns l, or for the zero value the defaults for the recursion how.
func (l Limits) orDefault(how Recursion) Limits {
	if l == (Limits{}) {
		l = DefaultLimits()
		if how != (Recursion{}) {
			l = l.ForApproximation()
		}
	}
	return l
}

// ForApproximation returns l with four times the transitions and steps. [Compile] uses such limits
// by default for documents with an [Options].Recursion that is not exact.
func (l Limits) ForApproximation() Limits {
	l.Automata.Steps, l.Automata.Transitions = 4*l.Automata.Steps, 4*l.Automata.Transitions
	return l
}
