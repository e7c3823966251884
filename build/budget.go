package build

import (
	"context"
	"errors"

	"github.com/irilex/iri/automaton"
)

// A budget deals the steps and the transitions of a document to its rules, so that the cost of a
// rule is its own: a rule that explodes takes nothing that another one needs.
//
// Idea. Rules are compiled in rounds. Of the whole one half is dealt in equal parts: this is the
// base, which every rule can count on. The other half is the reserve. In each round the rules that
// wait for no other share the reserve in equal parts, and when a rule is compiled the rules that
// refer to it share in the same way the part of its allotment that is left. A rule that is stopped
// at its allotment tries again in a later round, in which fewer rules share, if it gets at least
// twice as much there.
//
// Returns. A rule that needs no more than the base is compiled, whatever the others need. The
// allotment of a rule depends on the rules of the document, and never on their order.
//
// Cost. Nothing beyond the whole is spent. Since allotments double, the tries of a rule cost no
// more than twice its last. A round is a walk over the rules that are left.
//
// Rejected: one meter for all, first come, first served. An explosion left nothing to the rules
// after it.
//
// Twin: TestOrderOfRules compiles the rules in other orders, TestExplosions with and without an
// explosion.
type budget struct {
	g       *Grammar
	whole   share
	base    share
	pending []*claim // those not compiled, each after those it refers to
}

// A share is a part of a budget.
type share struct{ transitions, steps int64 }

// A claim is a rule that is to be compiled.
type claim struct {
	rule     *Rule
	waits    int      // for how many of the rules it refers to
	users    []*claim // those that refer to it
	allotted share    // in this round
	stopped  error    // at an allotment, when it was tried last
}

// compileRules compiles the rules, each of which stands after those it refers to.
func (g *Grammar) compileRules(ctx context.Context, rules []*Rule, opt Options) {
	b := newBudget(g, rules)
	for tried := true; tried; {
		b.allot()
		var err error
		if tried, err = b.round(ctx, opt); err != nil {
			g.fail(b.pending[0].rule, b.pending[0].rule.failed("start", err))
			return
		}
	}
	for _, c := range b.pending {
		if c.stopped != nil {
			g.fail(c.rule, c.stopped)
		} else {
			c.rule.compilable() // no, since it refers to a rule that was stopped
		}
	}
	g.meter.Allot(b.whole.transitions, b.whole.steps) // for comparisons and sets
}

func newBudget(g *Grammar, rules []*Rule) *budget {
	whole := share{g.limits.Automata.Transitions, g.limits.Automata.Steps}
	n := 2 * int64(max(1, len(rules)))
	b := &budget{g: g, whole: whole, base: share{whole.transitions / n, whole.steps / n}}
	claims := map[*Rule]*claim{}
	for _, r := range rules {
		c := &claim{rule: r}
		claims[r] = c
		b.pending = append(b.pending, c)
	}
	for _, c := range b.pending {
		for _, to := range c.rule.refs {
			claims[to].users = append(claims[to].users, c)
			c.waits++
		}
	}
	return b
}

// allot says how much each rule gets in the next round: the base, and with it a part of the reserve
// if the rule waits for no other.
func (b *budget) allot() {
	ready := int64(0)
	for _, c := range b.pending {
		if c.waits == 0 {
			ready++
		}
	}
	n := int64(len(b.pending))
	part := share{
		max(0, b.whole.transitions-b.g.meter.Transitions()-n*b.base.transitions) / max(1, ready),
		max(0, b.whole.steps-b.g.meter.Steps()-n*b.base.steps) / max(1, ready),
	}
	for _, c := range b.pending {
		c.allotted = b.base
		if c.waits == 0 {
			c.add(part)
		}
	}
}

func (c *claim) add(s share) {
	c.allotted.transitions += s.transitions
	c.allotted.steps += s.steps
}

// round compiles the rules that wait for no other, and reports whether it has tried any. An error is
// that of the context.
func (b *budget) round(ctx context.Context, opt Options) (tried bool, err error) {
	var left []*claim
	for i, c := range b.pending {
		if c.waits > 0 || !c.worthIt() {
			left = append(left, c)
			continue
		}
		if err := context.Cause(ctx); err != nil {
			b.pending = b.pending[i:]
			return false, err
		}
		tried = true
		if c.stopped = b.try(c, opt); c.stopped != nil {
			left = append(left, c)
		}
	}
	b.pending = left
	return tried, nil
}

// try compiles a rule with its allotment. It returns an error if the rule was stopped there; any
// other is final, and reported.
func (b *budget) try(c *claim, opt Options) error {
	m := b.g.meter
	before := share{m.Transitions(), m.Steps()}
	if c.rule.compilable() {
		m.Allot(c.allotted.transitions, c.allotted.steps)
		switch err := compileRule(b.g, c.rule, opt); {
		case atAllotment(err) != nil:
			return err
		case err != nil:
			b.g.fail(c.rule, err)
		}
	}
	n := int64(max(1, len(c.users)))
	part := share{
		max(0, c.allotted.transitions-(m.Transitions()-before.transitions)) / n,
		max(0, c.allotted.steps-(m.Steps()-before.steps)) / n,
	}
	for _, user := range c.users {
		user.waits--
		user.add(part)
	}
	return nil
}

// worthIt reports whether to try a rule, for the first time or with at least twice the allotment.
func (c *claim) worthIt() bool {
	limit := atAllotment(c.stopped)
	switch {
	case limit == nil:
		return true
	case limit.Limit == "steps":
		return c.allotted.steps >= 2*limit.Max
	default:
		return c.allotted.transitions >= 2*limit.Max
	}
}

// atAllotment returns the error of a rule that was stopped at its allotment, nil for any other.
func atAllotment(err error) *automaton.LimitError {
	var limit *automaton.LimitError
	if errors.As(err, &limit) && (limit.Limit == "steps" || limit.Limit == "transitions") {
		return limit
	}
	return nil
}
