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

// RuleSteps are the steps on the meter for any rule besides those counted elsewhere, some ten
// microseconds.
const RuleSteps = 1000

// A Circle is a circle of rules, or a single rule, whose automata are being made: [Automata.Begin]
// begins it, and [Circle.Make] makes the automata of each rule. Then [Circle.Keep] adds them to the
// others, or, after an error, [Circle.Drop] releases them.
type Circle struct {
	scope
	members []*names.Rule
}

// Begin begins a circle of rules, or a single rule, and decides which of its references are calls.
// The rules it refers to must be compiled. The error is a [Refusal] if recursion prevents tables,
// else a limit. Also after an error it returns the circle, which the caller must drop.
func (a *Automata) Begin(rules []*names.Rule) (*Circle, error) {
	c := &Circle{scope{a, map[*names.Rule]*Rule{}}, rules}
	for _, r := range rules {
		c.making[r] = &Rule{}
	}
	if a.ByOrder && a.Graph.Recursive(rules[0]) {
		return c, &Refusal{text: "PEG semantics does not support recursive rules"}
	}
	return c, c.findCalls()
}

// Make makes the automata of r, a rule of the circle. If [Automata.Begin] has made its automaton
// over bytes and tokens, Make starts from this automaton, else from the syntax tree.
func (c *Circle) Make(r *names.Rule) (*Rule, error) {
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

// Lower returns the NFA of e, a part of a rule of the circle, with the marks that m chooses. It
// fails if e refers to a rule of the circle that has no automaton yet. If err is nil, the caller
// must call release to give the memory of the NFA back.
func (c *Circle) Lower(e syntax.Expr, m Marker) (nfa *automaton.NFA, release func(), err error) {
	l := newLowerer(c.scope)
	l.marker = m
	return l.finish(l.expr(e))
}

// Keep adds the automata of the circle to the others.
func (c *Circle) Keep() {
	for r, made := range c.making {
		c.rules[r.Index] = made
	}
}

// Drop releases the memory of the circle's automata, and forgets its called rules.
func (c *Circle) Drop() {
	for _, made := range c.making {
		for _, d := range []*automaton.DFA{made.DFA, made.Open, made.Marked} {
			if d != nil {
				d.Release(c.Meter)
			}
		}
	}
	c.Called.list = slices.DeleteFunc(c.Called.list, func(called *Calls) bool { return c.making[called.Rule] != nil })
}

// checkProfile returns an error if r is a profile that excludes, after a "not", a rule with a table
// that is not exact. By excluding a superset the profile would lose members, and by excluding a
// subset it would keep too many strings.
func (c *Circle) checkProfile(r *names.Rule) error {
	for _, x := range c.Names.Profiles[r] {
		if to := c.Names.Referent(x.Name); c.Of(to).Exactness != tables.Exact {
			const format = "the table of %s is a %s of the rule, so \"not\" cannot exclude it"
			return failed(r, "resolve", fmt.Errorf(format, to.Name, c.Of(to).Exactness))
		}
	}
	return nil
}

// Complete makes the automata of all rules, for a grammar without imports and without tables. After
// an error the grammar is of no use.
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

// Core returns the automata of the core rules of RFC 5234, with their numbers read as code points
// or as bytes. When ctx is done it stops early, and the remaining rules have no automata.
func Core(ctx context.Context, encoding names.Encoding) *Automata {
	core := names.Core(encoding)
	graph := recursion.Analyse(core)
	opt := Options{Limits: automaton.DefaultLimits(), Copies: 1, Called: &Called{}}
	a := New(core, graph, classes.Find(core, graph, nil), automaton.NewMeter(ctx, opt.Limits), opt, nil)
	a.Complete() // fails only after ctx is done
	return a
}
