// Package automata is the compiler stage that makes the automata of rules: it lowers each
// definition to an NFA, makes the minimal DFA, and decides which references in a recursive rule are
// calls.
//
// Cycles of rules are compiled in turn, each after those it refers to: [Automata.Begin] finds the
// calls of a cycle (calls.go), and [Cycle.Make] makes the automata of each rule (lower.go, or
// peg.go for PEG semantics). For a superset or a subset Make also replaces the calls (depth.go).
// Then the methods of [Automata] make further automata: of expressions (variant.go), of
// alternatives, and of the table of a rule with calls (join.go).
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

// Automata are the automata of a grammar's rules made so far, with the earlier stages. [Cycle.Keep]
// adds the automata of a cycle, and nothing changes them afterwards.
type Automata struct {
	Names   *names.Grammar
	Graph   *recursion.Graph
	Classes *classes.Classes
	Meter   *automaton.Meter // counts the cost of compiling
	Options

	// Differences are the automata of differences in definitions, except for those that are classes.
	// They are made on demand.
	Differences map[*syntax.Difference]*automaton.DFA

	rules   []*Rule             // by the index of a rule
	lengths map[syntax.Expr]int // results of the method length (exactness.go)
}

// Options control how to make automata.
type Options struct {
	Recursion Recursion
	PEG       bool             // whether choices have PEG semantics, see peg.go
	Limits    automaton.Limits // of the document
	Copies    int              // maximum number of copies of an element by repetitions, with those around it multiplied
	Called    *Called          // the called rules of the document and its imports; this stage adds to them

	// Dump, if set, gets the automaton of a rule after the steps "lower", "determinize" and
	// "minimize", see Options of package build.
	Dump func(stage, rule string, write func(io.Writer) error)
}

// A Rule holds the automata of a rule.
type Rule struct {
	DFA       *automaton.DFA   // its finite automaton; nil if it has none, as for a table that counts calls
	Marked    *automaton.DFA   // its automaton with moves on MatchEnd, if rules with PEG semantics refer to it
	Open      *automaton.DFA   // its automaton over bytes and tokens, if it has calls
	Calls     *Calls           // the called rule whose calls are in its automaton; nil without calls
	Exactness tables.Exactness // the relation of the table to the language in the document

	NFAStates, DFAStates int // of its NFA, and of its DFA before minimization
}

// New returns automata for g in which only imported rules have automata, those in foreign.
func New(
	g *names.Grammar, graph *recursion.Graph, sets *classes.Classes, meter *automaton.Meter, opt Options,
	foreign map[*names.Rule]*Rule,
) *Automata {
	a := &Automata{
		Names: g, Graph: graph, Classes: sets, Meter: meter, Options: opt,
		Differences: map[*syntax.Difference]*automaton.DFA{}, lengths: map[syntax.Expr]int{},
	}
	for _, r := range g.Rules {
		a.rules = append(a.rules, cmp.Or(foreign[r], &Rule{}))
	}
	return a
}

// Of returns the automata of r. All are nil if r is not compiled.
func (a *Automata) Of(r *names.Rule) *Rule { return a.rules[r.Index] }

// Ordered reports whether r has PEG semantics: the first alternative that matches wins. A profile
// does not, because set algebra composes it from other rules.
func (a *Automata) Ordered(r *names.Rule) bool { return a.PEG && !a.Names.IsProfile(r) }

// Any returns Open for a rule with calls, and DFA for any other rule, or nil if the rule has no
// automaton.
func (r *Rule) Any() *automaton.DFA {
	if r.Open != nil {
		return r.Open
	}
	return r.DFA
}

// Counts reports whether the table of the rule counts calls: whether it has calls but no finite
// automaton.
func (r *Rule) Counts() bool { return r.Calls != nil && r.DFA == nil }

// Empty reports whether the rule has a finite automaton that accepts no string.
func (r *Rule) Empty() bool { return r.DFA != nil && r.DFA.Start() == automaton.Dead }

// A CompileError is the reason why a rule has no table, except for a [Refusal] due to recursion.
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …
}

// Error reports the rule, the stage and the cause.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// failed returns err as the error of r in a pipeline stage.
func failed(r *names.Rule, stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// A Refusal is the reason why recursion prevents the table of a rule, such as needing two counters.
type Refusal struct {
	text string
	near bool // whether the rule meets most conditions: chooseCalled prefers such a refusal
}

func (r *Refusal) Error() string { return r.text }

// A scope holds the automata with which a rule is lowered: those made earlier, and those of the
// rule's own cycle made so far.
type scope struct {
	*Automata
	making map[*names.Rule]*Rule
}

// whole returns the scope without a cycle, for operations on compiled rules.
func (a *Automata) whole() scope { return scope{Automata: a} }

// Of returns the automata of r made so far.
func (s scope) Of(r *names.Rule) *Rule {
	if made := s.making[r]; made != nil {
		return made
	}
	return s.Automata.Of(r)
}

// dump calls Options.Dump, if it is set.
func (a *Automata) dump(stage string, r *names.Rule, write func(io.Writer) error) {
	if a.Dump != nil {
		a.Dump(stage, r.Name, write)
	}
}

// A Share is a number of transitions and a number of steps: a part of the limits of a document,
// which are divided among its rules.
type Share [2]int64

// Spent returns the transitions and steps that a meter has counted so far.
func Spent(m *automaton.Meter) Share { return Share{m.Transitions(), m.Steps()} }

// AtAllotment returns err as an [automaton.LimitError] if it is a limit on transitions or steps,
// which a rule exceeds at its share. index is that of the amount in a [Share]. For any other error
// limit is nil.
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
