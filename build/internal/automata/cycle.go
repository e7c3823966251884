package automata

import (
	"context"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// RuleSteps is the number of steps counted for every rule in addition to those counted elsewhere.
// They represent about ten microseconds.
const RuleSteps = 1000

// A Cycle is a cycle of rules, or a single rule, whose automata are being built. [Automata.Begin]
// begins it, and [Cycle.Make] builds the automata of each rule. Then [Cycle.Keep] adds the automata
// to those of the grammar or, after an error, [Cycle.Drop] releases them.
type Cycle struct {
	scope
	members []*names.Rule
}

// Begin begins a cycle of rules, or a single rule, and decides which of its references are calls.
// The rules to which the cycle refers must already be compiled. The error is a [Refusal] if
// recursion prevents tables, and otherwise an exceeded limit. Begin returns the cycle even after an
// error; the caller must then call Drop.
func (a *Automata) Begin(rules []*names.Rule) (*Cycle, error) {
	c := &Cycle{scope{a, map[*names.Rule]*Rule{}}, rules}
	for _, r := range rules {
		c.making[r] = &Rule{}
	}
	if a.PEG && a.Graph.Recursive(rules[0]) {
		return c, &Refusal{text: "PEG semantics do not support recursive rules"}
	}
	return c, c.findCalls()
}

// Make builds the automata of r, a rule of the cycle. It starts from the automaton over bytes and
// tokens if [Automata.Begin] built one, otherwise from the syntax tree.
func (c *Cycle) Make(r *names.Rule) (*Rule, error) {
	if err := c.Meter.Work(RuleSteps); err != nil {
		return nil, failed(r, "start", err)
	}
	if err := c.checkProfile(r); err != nil {
		return nil, err
	}
	var err error
	made := c.making[r]
	if made.Open == nil {
		dfa := &made.DFA
		if made.Calls != nil {
			dfa = &made.Open
		}
		switch {
		case c.Ordered(r):
			*dfa, err = c.ordered(r, made)
		case c.Graph.Kind(r) == recursion.Linear:
			*dfa, err = c.dfa(r, c.members, made)
		default:
			*dfa, err = c.dfa(r, nil, made)
		}
	}
	if err == nil && made.Open != nil {
		err = c.approximate(r, made)
	}
	if err != nil {
		return nil, err
	}
	made.Exactness, err = c.exactness(r)
	return made, err
}

// Lower returns the NFA of e, which is part of a rule in the cycle, with marks chosen by m. It
// fails if e refers to a rule of the cycle that has no automaton yet. If err is nil, the caller
// must call release to free the memory of the NFA.
func (c *Cycle) Lower(e syntax.Expr, m Marker) (nfa *automaton.NFA, release func(), err error) {
	l := newLowerer(c.scope)
	l.marker = m
	return l.finish(l.expr(e))
}

// Keep adds the automata of the cycle to those of the grammar.
func (c *Cycle) Keep() {
	for r, made := range c.making {
		c.rules[r.Index] = made
	}
}

// Drop releases the memory of the cycle's automata and removes its called rules.
func (c *Cycle) Drop() {
	for _, made := range c.making {
		for _, d := range []*automaton.DFA{made.DFA, made.Open, made.Marked} {
			if d != nil {
				d.Release(c.Meter)
			}
		}
	}
	c.Called.list = slices.DeleteFunc(c.Called.list, func(called *Calls) bool { return c.making[called.Rule] != nil })
}

// checkProfile returns an error if r is a profile that excludes, with "not", a rule whose table is
// not exact. Excluding a superset would lose members; excluding a subset would keep too many
// strings.
func (c *Cycle) checkProfile(r *names.Rule) error {
	for _, x := range c.Names.Profiles[r] {
		if to := c.Names.Referent(x.Name); c.Of(to).Exactness != tables.Exact {
			const format = "the table of %s is a %s of the rule, so \"not\" cannot exclude it"
			return failed(r, "resolve", fmt.Errorf(format, to.Name, c.Of(to).Exactness))
		}
	}
	return nil
}

// Complete builds the automata of all rules of a grammar that has no imports and needs no tables.
// After an error the grammar is unusable.
func (a *Automata) Complete() error {
	for _, rules := range a.Graph.Components() {
		c, err := a.Begin(rules)
		for i := 0; i < len(rules) && err == nil; i++ {
			_, err = c.Make(rules[i])
		}
		if err != nil {
			return err
		}
		c.Keep()
	}
	return nil
}

// Core returns the automata of the core rules of RFC 5234, whose numbers are read as code points or
// as bytes. When ctx is done, it stops early and the remaining rules have no automata.
func Core(ctx context.Context, encoding names.Encoding) *Automata {
	core := names.Core(encoding)
	graph := recursion.Analyse(core)
	opt := Options{Limits: automaton.DefaultLimits(), Copies: 1, Called: &Called{}}
	a := New(core, graph, classes.Find(core, graph, nil), automaton.NewMeter(ctx, opt.Limits), opt, nil)
	a.Complete() // fails only after ctx is done
	return a
}
