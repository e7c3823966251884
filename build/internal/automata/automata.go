// Package automata is the stage of the compiler that makes the automata of rules: it lowers each
// definition to an NFA, makes the minimal DFA, and decides which references of a recursive rule are
// calls.
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

// Automata are the automata of a grammar's rules, as far as they are made. [Automata.Open] begins a
// circle of rules, and [Circle.Keep] adds its automata. Nothing changes them afterwards.
type Automata struct {
	Names   *names.Grammar
	Graph   *recursion.Graph
	Classes *classes.Classes
	Meter   *automaton.Meter // counts the cost of compiling
	Options

	rules       []*Rule                               // by the index of a rule
	Differences map[*syntax.Difference]*automaton.DFA // automata of Differences other than classes, made when needed
	lengths     map[syntax.Expr]int                   // results of the method length, in exactness.go
}

// Options say how to make automata.
type Options struct {
	Recursion Recursion
	ByOrder   bool             // whether choices are read by order, see peg.go
	Limits    automaton.Limits // of the document
	Copies    int              // the largest number of copies of one element by repetitions, those around it multiplied
	Called    *Called          // the called rules of the document and of its imports

	// Dump, if set, is called after each step, see build.Options.
	Dump func(stage, rule string, write func(io.Writer) error)
}

// A Rule holds the automata of a rule.
type Rule struct {
	DFA       *automaton.DFA   // its finite automaton; nil without one, as for a table that counts calls
	Marked    *automaton.DFA   // its automaton with moves on MatchEnd, if it is read by order and referred, see peg.go
	Open      *automaton.DFA   // its automaton over bytes and tokens, if it has calls
	Calls     *Calls           // the called rule whose calls are in its automaton; nil without calls
	Exactness tables.Exactness // relation of the table to the language in the document

	NFAStates, DFAStates int // of its NFA, and of its DFA before minimization
}

// New returns automata in which no rule has an automaton yet. foreign has the automata of
// rules of other grammars.
func New(
	of *names.Grammar, graph *recursion.Graph, classes *classes.Classes, meter *automaton.Meter, opt Options,
	foreign map[*names.Rule]*Rule,
) *Automata {
	a := &Automata{
		Names: of, Graph: graph, Classes: classes, Meter: meter, Options: opt,
		rules: make([]*Rule, len(of.Rules)), Differences: map[*syntax.Difference]*automaton.DFA{},
		lengths: map[syntax.Expr]int{},
	}
	for i, r := range of.Rules {
		a.rules[i] = cmp.Or(foreign[r], &Rule{})
	}
	return a
}

// Of returns the automata of a rule. They are all nil if the rule is not compiled.
func (a *Automata) Of(r *names.Rule) *Rule { return a.rules[r.Index] }

// Ordered reports whether r is read by order, as PEG does: the first alternative that matches
// wins. A profile is not, because it is made of other rules by set algebra.
func (a *Automata) Ordered(r *names.Rule) bool { return a.ByOrder && !a.Names.IsProfile(r) }

// Any returns Open for a rule with calls: the automaton over bytes, and over tokens for calls. For
// any other rule it returns DFA. It returns nil for a rule without an automaton.
func (r *Rule) Any() *automaton.DFA {
	if r.Open != nil {
		return r.Open
	}
	return r.DFA
}

// Counts reports whether the table of the rule counts calls: it has calls, and no finite automaton.
func (r *Rule) Counts() bool { return r.Calls != nil && r.DFA == nil }

// Empty reports whether the rule has a finite automaton that accepts no string.
func (r *Rule) Empty() bool { return r.DFA != nil && r.DFA.Start() == automaton.Dead }

// A CompileError is the reason why a rule has no table, except for a [Refusal] of its recursion.
type CompileError struct {
	Rule  string
	Stage string // of the pipeline: "lower", "determinize" …
	Err   error  // an *automaton.LimitError, an *UnresolvedError, the error of the context …
}

// Error names the rule, the stage, and the cause: for a limit, the progress of the stage.
func (e *CompileError) Error() string {
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Stage, e.Err)
}

// Unwrap returns Err.
func (e *CompileError) Unwrap() error { return e.Err }

// failed returns err as the error of r in a stage of the pipeline.
func failed(r *names.Rule, stage string, err error) error {
	return &CompileError{Rule: r.Name, Stage: stage, Err: err}
}

// A Refusal is the reason why a rule gets no table, such as a need of two counters.
type Refusal struct {
	text string
	near bool // whether the rule met most conditions; chooseCalled reports such a reason first
}

func (r *Refusal) Error() string { return r.text }

// A scope is what a rule is compiled in: the automata made before, and those of its own circle as
// far as they are made.
type scope struct {
	*Automata
	circle map[*names.Rule]*Rule
}

// of returns the automata of a rule as far as they are made.
func (s scope) of(r *names.Rule) *Rule {
	if made := s.circle[r]; made != nil {
		return made
	}
	return s.rules[r.Index]
}

// dump calls Options.Dump, if it is set.
func (a *Automata) dump(stage string, r *names.Rule, write func(io.Writer) error) {
	if a.Dump != nil {
		a.Dump(stage, r.Name, write)
	}
}

// A Share is an amount of transitions, at index 0, and of steps, at index 1: a part of the limits of
// a document, which are dealt to its rules.
type Share [2]int64

// Spent returns what a meter has counted so far.
func Spent(m *automaton.Meter) Share { return Share{m.Transitions(), m.Steps()} }

// AtAllotment returns err as a [automaton.LimitError] if it is a limit on transitions or on steps,
// which a rule may meet at its share, and the index of its amount in a [Share]. For any other error it returns nil.
func AtAllotment(err error) (limit *automaton.LimitError, index int) {
	limit, _ = errors.AsType[*automaton.LimitError](err)
	switch {
	case limit != nil && limit.Limit == "transitions":
		return limit, 0
	case limit != nil && limit.Limit == "steps":
		return limit, 1
	}
	return nil, 0
}
