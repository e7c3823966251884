package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/lint"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables/machine"
)

// A tabler builds the tables of a grammar's rules and stores each table, or the reason why there is
// none, in its rule.
type tabler struct {
	*Grammar
	opt Options
}

// tables builds the tables of the given rules. Each rule must follow the rules it refers to, except
// within a cycle, whose rules must be adjacent. A [budget] divides the limits among the rules.
func (t *tabler) tables(ctx context.Context, rules []*names.Rule) {
	meter := t.automata.Meter
	b := newBudget(meter, t.limits.Automata, t.automata.Graph, rules)
	var done error // the context's error
	try := func(cycle []*names.Rule) error {
		rules := t.rules(cycle)
		if done == nil && context.Cause(ctx) != nil { // report it only once
			done = context.Cause(ctx)
			t.fail(rules[0], rules[0].failed("start", done))
		}
		if done != nil || !compilable(rules) {
			return nil
		}
		err := t.cycle(rules, cycle)
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
			compilable(rules) // stores the reason: a rule they refer to was stopped
		}
	}
	t.reportLimits()
	meter.Allot(b.whole[0], b.whole[1]) // for comparisons and sets
}

// cycle builds the automata and the tables of a cycle, or of a single rule. The rules that the
// cycle refers to must already be compiled. Afterwards each rule has an automaton and a table, or
// the reason why recursion prevents them. After an error, no rule of the cycle has a table.
func (t *tabler) cycle(rules []*Rule, cycle []*names.Rule) error {
	if rules[0].From != "" { // compiled with the grammar of its own document
		return nil
	}
	meter := t.automata.Meter
	before := meter.Steps()
	defer func() {
		for _, r := range rules {
			r.Sizes.Steps = (meter.Steps() - before) / int64(len(rules))
		}
	}()
	c, err := t.automata.Begin(cycle)
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
	var refused *automata.Refusal
	ok := errors.As(err, &refused)
	for _, r := range rules {
		if r.Table = ""; ok {
			r.refusal = refused
		}
	}
	if ok {
		return nil
	}
	return err
}

// rule builds the automata and the table of r, a rule of the cycle c. A core rule gets a table only
// if [Options].Rules names it.
func (t *tabler) rule(r *Rule, c *automata.Cycle) error {
	made, err := c.Make(r.names)
	if err != nil {
		return err
	}
	r.Sizes.NFA, r.Sizes.DFA = made.NFAStates, made.DFAStates
	if !r.Core || slices.ContainsFunc(t.opt.Rules, func(name string) bool { return t.Rule(name) == r }) {
		if err := t.table(r, made, c); err != nil {
			return err
		}
	}
	lint.Empty(t.automata, r.names, made, t.Diagnostics)
	return nil
}

// maxRuleName is the maximum length of a name in a table.
const maxRuleName = 1<<16 - 1

// packSteps is the number of steps for writing, hashing and checksumming one transition of a table.
const packSteps = 8

// table builds the table of r, a rule of the cycle c, from its automata: it labels the states,
// chooses places and regions, and encodes the result. Its error is a [CompileError] that names the
// stage.
func (t *tabler) table(r *Rule, made *automata.Rule, c *automata.Cycle) error {
	meter := t.automata.Meter
	if len(r.Name) > maxRuleName {
		return r.failed("pack", fmt.Errorf("the name is %d bytes long; the maximum is %d", len(r.Name), maxRuleName))
	}
	d := made.DFA
	if made.Counts() {
		var err error
		if d, err = t.automata.Join(r.names, made); err != nil {
			return r.failed("recursion", err)
		}
		defer d.Release(meter)
	}
	l, err := t.labels.Label(c, r.names, made, d)
	if err != nil {
		return r.failed("label", err)
	}
	if err = meter.Work(packSteps * int64(d.NumStates()*d.NumClasses())); err != nil {
		return r.failed("pack", err)
	}
	if l.Lost != nil {
		t.Diagnostics.Add(syntax.NewDiagnostic("components", r.names.Pos(), len(r.Name),
			"%s is compiled without its components: %v", r.Name, l.Lost))
	}
	m := pack(d, l)
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

// pack returns the contents of a table before encoding: a machine with the states of d and its
// labels l, but without the names of the rule and grammar, and without places and regions.
func pack(d *automaton.DFA, l *labels.Labels) *machine.Machine {
	m := &machine.Machine{
		Count: d.NumClasses(), Start: uint16(d.Start()),
		Components: l.Components, Slots: l.Slots, SlotOf: l.SlotOf, Words: l.Words, Expect: l.Expect,
	}
	for b := range m.Class {
		m.Class[b] = uint8(d.Class(byte(b)))
	}
	for q := range d.NumStates() {
		m.Accept = append(m.Accept, d.Accepting(automaton.StateID(q)))
		for c := range m.Count {
			m.Next = append(m.Next, uint16(d.Next(automaton.StateID(q), c)))
		}
	}
	return m
}

// fail stores err in r.Err as the reason why r has no table. It reports err at the definition of r,
// unless err is a limit, which reportLimits reports.
func (t *tabler) fail(r *Rule, err error) {
	r.Err = err
	var limit *automaton.LimitError
	if errors.As(err, &limit) {
		t.explainLimit(err, limit)
		return
	}
	t.Diagnostics.Add(syntax.NewDiagnostic("not-compiled", r.names.Pos(), len(r.Name), "%v", r.Err))
}

// failAll stores err as the reason why the rules of a cycle have no tables, as fail does for one
// rule. It reports only the rule that err names, or rules[0] if it names none. The errors of the
// other rules wrap err.
func (t *tabler) failAll(rules []*Rule, err error) {
	bad := rules[0]
	var c *CompileError
	if !errors.As(err, &c) {
		err = bad.failed("recursion", err)
	} else if i := slices.IndexFunc(rules, func(r *Rule) bool { return r.Name == c.Rule }); i >= 0 {
		bad = rules[i]
	}
	t.fail(bad, err)
	for _, r := range rules {
		if r != bad {
			r.Err = r.failed("recursion", fmt.Errorf("it refers to itself through %w", bad.Err))
		}
	}
}

// reportLimits reports each rule that exceeded a limit, together with the rules that have no table
// as a result.
func (t *tabler) reportLimits() {
	without := map[*CompileError][]string{}
	for _, r := range t.Rules {
		if met := overLimit(r.Err); met != nil && met != r.Err {
			without[met] = append(without[met], r.Name)
		}
	}
	for _, r := range t.Rules {
		met := overLimit(r.Err)
		if met == nil || met != r.Err || r.From != "" {
			continue
		}
		text := "there is no table for it"
		if others := without[met]; len(others) > 0 {
			text += ", nor for " + listed(others)
		}
		var limit *automaton.LimitError
		errors.As(met, &limit)
		if limit.Max == t.wholeOf(limit) {
			text += "; use smaller counts, or fewer overlapping repetitions"
		}
		t.Diagnostics.Add(syntax.NewDiagnostic("limit", r.names.Pos(), len(r.Name), "%v; %s", met, text))
	}
}

// limitFields maps the names of the limits in an [automaton.LimitError] to fields of [Limits]. The
// number of DFA states is omitted because a table cannot hold more.
var limitFields = map[string]string{
	"NFA states":                   "Automata.NFAStates",
	"subset states":                "Automata.Subsets",
	"transitions":                  "Automata.Transitions",
	"steps":                        "Automata.Steps",
	"bytes":                        "Automata.Bytes",
	"copies of a repeated element": "Copies",
}

// wholeOf returns the value of the [Limits] field that sets limit.
func (t *tabler) wholeOf(limit *automaton.LimitError) int64 {
	switch limit.Limit {
	case "steps":
		return t.limits.Automata.Steps
	case "transitions":
		return t.limits.Automata.Transitions
	}
	return limit.Max
}

// explainLimit extends the message of err with the [Limits] field that sets limit. If limit is only
// one rule's share (see [budget]), it also adds the value of the field.
func (t *tabler) explainLimit(err error, limit *automaton.LimitError) {
	var c *CompileError
	ok := errors.As(err, &c)
	field := limitFields[limit.Limit]
	if !ok || field == "" {
		return
	}
	if whole := t.wholeOf(limit); limit.Max == whole {
		c.Err = fmt.Errorf("%w (build.Limits.%s)", c.Err, field)
	} else {
		c.Err = fmt.Errorf("%w, its share of build.Limits.%s (%d)", c.Err, field, whole)
	}
}
