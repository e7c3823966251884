// Package automata is the compiler stage that builds the automata of rules: it lowers each
// definition to an NFA, builds the minimal DFA, and decides which references in a recursive rule
// are calls.
//
// Cycles of rules are compiled one by one, each after the cycles to which it refers:
// [Automata.Begin] finds the calls of a cycle (calls.go), and [Cycle.Make] builds the automata of
// each rule (lower.go, or peg.go for PEG semantics). For a superset or a subset, Make also replaces
// the calls (depth.go). The methods of [Automata] then build further automata: for expressions
// (variant.go), for alternatives, and for the table of a rule with calls (join.go).
package automata

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Automata holds the automata built so far for a grammar's rules, and the results of the earlier
// stages. [Cycle.Keep] adds the automata of a cycle; they never change afterwards.
type Automata struct {
	Names   *names.Grammar
	Graph   *recursion.Graph
	Classes *classes.Classes
	Meter   *automaton.Meter // counts the cost of compiling
	Options

	// Differences holds the automata of the differences in definitions, except those that are
	// classes. It is filled on demand.
	Differences map[*syntax.Difference]*automaton.DFA

	rules   []*Rule                     // indexed by rule
	unwound map[*names.Rule]syntax.Expr // definitions that replace those of the document, see unwind
	lengths map[syntax.Expr]int         // results of the method length (exactness.go)
}

// Options control how automata are built.
type Options struct {
	Recursion Recursion
	PEG       bool             // whether choices have PEG semantics, see peg.go
	Limits    automaton.Limits // limits of the document
	Copies    int              // maximum copies of an element: the product of all repetitions around it
	Called    *Called          // called rules of the document and its imports; this stage adds to them

	// Dump, if set, is called with the automaton of a rule after each of the steps "lower",
	// "determinize" and "minimize"; see Options of package build.
	Dump func(stage, rule string, write func(io.Writer) error)
}

// A Rule holds the automata of a rule.
type Rule struct {
	DFA       *automaton.DFA   // finite automaton; nil if there is none, as when the table counts calls
	Marked    *automaton.DFA   // automaton with moves on MatchEnd, if rules with PEG semantics refer to the rule
	Open      *automaton.DFA   // automaton over bytes and tokens, if the rule has calls
	Calls     *Calls           // the called rule whose calls the automaton contains; nil if there are none
	Exactness tables.Exactness // how the table relates to the language in the document

	NFAStates, DFAStates int // size of the NFA, and of the DFA before minimization
}

// New returns automata for g in which only the imported rules have automata, taken from foreign.
func New(
	g *names.Grammar, graph *recursion.Graph, sets *classes.Classes, meter *automaton.Meter, opt Options,
	foreign map[*names.Rule]*Rule,
) *Automata {
	a := &Automata{
		Names: g, Graph: graph, Classes: sets, Meter: meter, Options: opt,
		Differences: map[*syntax.Difference]*automaton.DFA{}, lengths: map[syntax.Expr]int{},
		unwound: map[*names.Rule]syntax.Expr{},
	}
	for _, r := range g.Rules {
		a.rules = append(a.rules, cmp.Or(foreign[r], &Rule{}))
	}
	return a
}

// Definition returns the definition of r from which its automata are built.
func (a *Automata) Definition(r *names.Rule) syntax.Expr { return cmp.Or(a.unwound[r], r.Expr) }

// Of returns the automata of r. All are nil if r is not compiled.
func (a *Automata) Of(r *names.Rule) *Rule { return a.rules[r.Index] }

// Ordered reports whether r has PEG semantics: the first alternative that matches wins. A profile
// does not have PEG semantics, because it combines other rules by set algebra.
func (a *Automata) Ordered(r *names.Rule) bool { return a.PEG && !a.Names.IsProfile(r) }

// Any returns Open if the rule has calls, and DFA otherwise. It returns nil if the rule has no
// automaton.
func (r *Rule) Any() *automaton.DFA {
	if r.Open != nil {
		return r.Open
	}
	return r.DFA
}

// Counts reports whether the table of the rule counts calls, that is, whether the rule has calls
// but no finite automaton.
func (r *Rule) Counts() bool { return r.Calls != nil && r.DFA == nil }

// Empty reports whether the rule has a finite automaton that accepts no string.
func (r *Rule) Empty() bool { return r.DFA != nil && r.DFA.Start() == automaton.Dead }

// A CompileError is the reason why a rule has no table, unless the reason is a [Refusal].
type CompileError struct {
	Rule  string
	Stage string // pipeline stage: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, a context error …
}

// Error reports the rule, the stage and the cause.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// failed wraps err as the error of r in a pipeline stage.
func failed(r *names.Rule, stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// A Refusal is a reason why recursion prevents a table, such as the need for two counters.
type Refusal struct {
	text string
	near bool // whether the rule meets most conditions; chooseCalled prefers such refusals
}

func (r *Refusal) Error() string { return r.text }

// A scope holds the automata available for lowering a rule: those built earlier, and those built so
// far for the rule's own cycle.
type scope struct {
	*Automata
	making map[*names.Rule]*Rule
}

// whole returns a scope without a cycle, for operations on compiled rules.
func (a *Automata) whole() scope { return scope{Automata: a} }

// Of returns the automata of r that have been built so far.
func (s scope) Of(r *names.Rule) *Rule {
	if made := s.making[r]; made != nil {
		return made
	}
	return s.Automata.Of(r)
}

// dump calls Options.Dump if it is set.
func (a *Automata) dump(stage string, r *names.Rule, write func(io.Writer) error) {
	if a.Dump != nil {
		a.Dump(stage, r.Name, write)
	}
}

// A Share is one rule's share of a document's limits: a number of transitions and a number of
// steps.
type Share [2]int64

// Spent returns the transitions and steps that a meter has counted so far.
func Spent(m *automaton.Meter) Share { return Share{m.Transitions(), m.Steps()} }

// AtAllotment returns err as an [automaton.LimitError] if it reports an exceeded limit on
// transitions or steps, the two quantities allotted to rules. index is the index of that quantity
// in a [Share]. For any other error, limit is nil.
func AtAllotment(err error) (limit *automaton.LimitError, index int) {
	errors.As(err, &limit)
	switch {
	case limit != nil && limit.Limit == "transitions":
		return limit, 0
	case limit != nil && limit.Limit == "steps":
		return limit, 1
	}
	return nil, 0
}
