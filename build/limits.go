package build

import (
	"errors"
	"fmt"

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

	// PlaceSteps are the steps of the search for places in shift rows. A rule that comes too late gets by
	// with fewer places, which changes nothing but the speed of its walk.
	PlaceSteps int
}

// DefaultLimits returns the limits of [Compile]: those of the syntax, those of the
// automata, and 100,000 copies of an element. A count of 10,000 is allowed once, but not
// inside another: "1000*1000(1000*1000(x))" is a million copies, and one level more a billion.
//
// Of transitions a document gets 20 million, a fifth of what [automaton.DefaultLimits]
// allows: the largest need seen is 3 million (an RFC 5322 grammar without its recursion),
// and 10,000 rules that each explode a little would spend whatever there is.
//
// Of steps in search of places it gets 3 million, about a second.
func DefaultLimits() Limits {
	automata := automaton.DefaultLimits()
	automata.Transitions = 20_000_000
	return Limits{Syntax: syntax.DefaultLimits(), Automata: automata, Copies: 100_000, PlaceSteps: 3_000_000}
}

func (l Limits) orDefault() Limits {
	if l == (Limits{}) {
		return DefaultLimits()
	}
	return l
}

// A CompileError says why a rule has no table although it is free of recursion.
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …
}

// Error names the rule, the stage, and what went wrong there: for a limit, how far the stage got.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// fail records why a rule has no table. The rule's definition is the place to mend it.
func (g *Grammar) fail(r *Rule, stage string, err error) {
	r.dfa = nil
	r.Err = &CompileError{Rule: r.Name, Stage: stage, Err: err}
	code := "not-compiled"
	var limit *automaton.LimitError
	if errors.As(err, &limit) {
		code = "limit"
	}
	g.report(syntax.Error, code, r.pos(), len(r.Name), "%v", r.Err)
}
