package automata

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/tables"
)

// RuleSteps are the steps on the meter for any rule besides those counted elsewhere, some ten
// microseconds.
const RuleSteps = 1000

// A Circle is a circle of rules, or a single rule, whose automata are being made. After the last of
// them, [Circle.Keep] adds them to the others; after an error, [Circle.Drop] releases them.
type Circle struct {
	scope
	members []*names.Rule
}

// Open begins a circle of rules, or a single rule, and decides which of its references are calls.
// The rules it refers to must be compiled. The error is a [Refusal] if recursion prevents tables,
// else a limit. The circle is to be dropped after an error too.
func (a *Automata) Open(rules []*names.Rule) (*Circle, error) {
	c := &Circle{scope{a, map[*names.Rule]*Rule{}}, rules}
	for _, r := range rules {
		c.circle[r] = &Rule{}
	}
	if a.ByOrder && a.Graph.Recursive(rules[0]) {
		return c, &Refusal{text: "only rules free of recursion are read by order (PEG)"}
	}
	return c, c.open(rules)
}

// Make makes the automata of r, a rule of the circle. If [Automata.Open] has made its automaton
// over tokens, Make starts from this automaton, else from the syntax tree.
func (c *Circle) Make(r *names.Rule) (*Rule, error) {
	if err := c.Meter.Work(RuleSteps); err != nil {
		return nil, failed(r, "start", err)
	}
	if err := c.checkProfile(r); err != nil {
		return nil, err
	}
	made := c.circle[r]
	if made.Open == nil {
		var circle []*names.Rule
		if c.Graph.Kind(r) == recursion.Linear {
			circle = c.Graph.Circle(r)
		}
		var dfa *automaton.DFA
		var err error
		if c.Ordered(r) {
			dfa, err = c.ordered(r, made)
		} else {
			dfa, err = c.dfa(r, circle, made)
		}
		if err != nil {
			return nil, err
		}
		if made.Calls == nil {
			made.DFA = dfa
		} else {
			made.Open = dfa
		}
	}
	var err error
	if made.Open != nil {
		if err = c.approximate(r, made); err != nil {
			return nil, err
		}
	}
	made.Exactness, err = c.exactness(r)
	return made, err
}

// Keep adds the automata of the circle to the others.
func (c *Circle) Keep() {
	for r, made := range c.circle {
		c.Automata.rules[r.Index] = made
	}
}

// Drop releases the memory of the circle's automata.
func (c *Circle) Drop() {
	for _, made := range c.circle {
		for _, d := range []*automaton.DFA{made.DFA, made.Open, made.Marked} {
			if d != nil {
				d.Release(c.Meter)
			}
		}
	}
	c.Called.list = slices.DeleteFunc(c.Called.list, func(called *Calls) bool { return c.circle[called.Rule] != nil })
}

// checkProfile returns an error if r is a profile that excludes, after a "not", a rule with a
// table that is not exact. With a superset excluded the profile would lack members, with a subset
// excluded it would have too many.
func (c *Circle) checkProfile(r *names.Rule) error {
	for _, x := range c.Names.Profiles[r] {
		if to := c.Names.Referent(x.Name); c.of(to).Exactness != tables.Exact {
			return failed(r, "resolve", fmt.Errorf("the table of %s is a %s of its rule, so it cannot stand after \"not\"",
				to.Name, c.of(to).Exactness))
		}
	}
	return nil
}
