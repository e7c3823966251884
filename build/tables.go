package build

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/lint"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
)

// maxRuleName is the longest name that a table has room for.
const maxRuleName = 1<<16 - 1

// packSteps are the steps on the meter for each transition of a table, to write, hash and sum it.
const packSteps = 8

// tables makes the tables of rules. A rule must come after those it refers to, but for the rules of
// a circle, which stand together. A [budget] divides the limits among the rules.
func (t *tabler) tables(ctx context.Context, rules []*names.Rule) {
	meter := t.automata.Meter
	b := newBudget(meter, t.limits.Automata, t.automata.Graph, rules)
	var done error // the error of the context
	try := func(circle []*names.Rule) error {
		rules := t.rules(circle)
		if done == nil && context.Cause(ctx) != nil { // report it once
			done = context.Cause(ctx)
			t.fail(rules[0], rules[0].failed("start", done))
		}
		if done != nil || !compilable(rules) {
			return nil
		}
		err := t.circle(rules, circle)
		if limit, _ := automata.AtAllotment(err); err != nil && limit == nil {
			t.failAll(rules, err)
			return nil
		}
		return err
	}
	for b.round(try) {
	}
	for _, c := range b.pending {
		if rules := t.rules(c.rules); c.stopped != nil {
			t.failAll(rules, c.stopped)
		} else {
			compilable(rules) // stores the reason: a rule to which it refers was stopped
		}
	}
	t.reportLimits()
	meter.Allot(b.whole[0], b.whole[1]) // for comparisons and sets
}

// circle makes the automata and the tables of a circle, or of a single rule. The rules it refers to
// must be compiled. Afterwards each rule has an automaton and a table, or the reason why recursion
// prevents them. After an error no rule of the circle has a table.
func (t *tabler) circle(rules []*Rule, circle []*names.Rule) error {
	if rules[0].From != "" { // the grammar of its own document compiles it
		return nil
	}
	meter := t.automata.Meter
	before := meter.Steps()
	defer func() {
		for _, r := range rules {
			r.Sizes.Steps = (meter.Steps() - before) / int64(len(rules))
		}
	}()
	c, err := t.automata.Open(circle)
	for _, r := range rules {
		if err == nil {
			err = t.rule(r, c)
		}
	}
	if err == nil {
		c.Keep()
		return nil
	}
	c.Drop()
	refused, ok := errors.AsType[*automata.Refusal](err)
	for _, r := range rules {
		if r.Table = ""; ok {
			r.shut = refused
		}
	}
	if ok {
		return nil
	}
	return err
}

// rule makes the automaton and the table of r, a rule of the circle c. A core rule gets a table only
// if it is asked for.
func (t *tabler) rule(r *Rule, c *automata.Circle) error {
	made, err := c.Make(r.names)
	if err != nil {
		return err
	}
	r.Sizes.NFA, r.Sizes.DFA = made.NFAStates, made.DFAStates
	if !r.Core || t.wants(r) {
		if err := t.table(r, made); err != nil {
			return err
		}
	}
	lint.Empty(t.automata, r.names, made, t.Diagnostics)
	return nil
}

// wants reports whether a name in [Options].Rules is that of r.
func (t *tabler) wants(r *Rule) bool {
	for _, name := range t.opt.Rules {
		if t.Rule(name) == r {
			return true
		}
	}
	return false
}

// table makes the table of a rule from its automata: it labels the states, chooses places and
// regions, and packs all into a table. Its error is a [CompileError] with the stage.
func (t *tabler) table(r *Rule, made *automata.Rule) error {
	meter := t.automata.Meter
	if len(r.Name) > maxRuleName {
		return r.failed("pack", fmt.Errorf("the name has %d bytes, at most %d fit into a table", len(r.Name), maxRuleName))
	}
	d := made.DFA
	if made.Counts() {
		var err error
		if d, err = t.automata.Join(r.names, made); err != nil {
			return r.failed("recursion", err)
		}
		defer d.Release(meter)
	}
	labels, err := t.labels.Label(r.names, made, d)
	if err != nil {
		return r.failed("label", err)
	}
	if err = meter.Work(packSteps * int64(d.NumStates()*d.NumClasses())); err != nil {
		return r.failed("pack", err)
	}
	if labels.Lost != nil {
		t.Diagnostics.Add(syntax.NewDiagnostic("components", r.names.Pos(), len(r.Name),
			"%s is compiled without its components: %v", r.Name, labels.Lost))
	}
	m := pack(d, labels)
	m.Calls = made.Counts()
	m.Grammar, m.Name, m.Exactness, m.Depth = t.Name, r.Name, made.Exactness, t.automata.Depth(made.Exactness)
	if t.tuning != nil && !m.Calls {
		training := func() []string { return tune.Training(r.Name, made.DFA, t.tuning) }
		r.Sizes.Front, r.Sizes.Rest = tune.Places(m, training, t.tuning)
		tune.Regions(m, t.tuning)
	}
	t.opt.dump("tune", r.Name, func(w io.Writer) error { return tune.Dump(w, m) })

	t.opt.dump("pack", r.Name, m.Dump)
	if r.Table, err = m.Encode(); err != nil {
		return r.failed("pack", err)
	}
	return nil
}
