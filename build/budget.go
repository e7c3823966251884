package build

import (
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
	meter       *automaton.Meter
	whole, base share
	pending     []*claim // those not compiled, each after those it refers to
}

// A share is a part of a budget: transitions and steps.
type share [2]int64

// A claim is a rule that is to be compiled, or rules that refer to one another.
type claim struct {
	rules    []*Rule
	waits    int      // for how many of the claims that it refers to
	users    []*claim // those that refer to it
	allotted share    // in this round
	stopped  error    // at an allotment, when it was tried last
}

// newBudget returns the budget of rules, of which those that refer to one another stand together.
func newBudget(meter *automaton.Meter, limits automaton.Limits, rules []*Rule) *budget {
	b := &budget{meter: meter, whole: share{limits.Transitions, limits.Steps}}
	claims := map[*Rule]*claim{}
	for _, r := range rules {
		if len(b.pending) == 0 || !r.in(b.pending[len(b.pending)-1].rules) {
			b.pending = append(b.pending, &claim{})
		}
		c := b.pending[len(b.pending)-1]
		c.rules = append(c.rules, r)
		claims[r] = c
	}
	for _, c := range b.pending {
		seen := map[*claim]bool{c: true}
		for _, r := range c.rules {
			for _, to := range r.refs {
				if of := claims[to]; !seen[of] {
					seen[of] = true
					of.users = append(of.users, c)
					c.waits++
				}
			}
		}
	}
	for k := range b.base {
		b.base[k] = b.whole[k] / (2 * int64(max(1, len(b.pending))))
	}
	return b
}

func (b *budget) spent() share { return share{b.meter.Transitions(), b.meter.Steps()} }

// allot says how much each rule gets in the next round: the base, and with it a part of the reserve
// if the rule waits for no other.
func (b *budget) allot() {
	ready := int64(0)
	for _, c := range b.pending {
		if c.waits == 0 {
			ready++
		}
	}
	for k, spent := range b.spent() {
		reserve := max(0, b.whole[k]-spent-int64(len(b.pending))*b.base[k])
		for _, c := range b.pending {
			if c.allotted[k] = b.base[k]; c.waits == 0 {
				c.allotted[k] += reserve / ready
			}
		}
	}
}

// round calls try for the rules that wait for no other, and reports whether there was one. An error
// of try stops a rule at its allotment.
func (b *budget) round(try func([]*Rule) error) (tried bool) {
	b.allot()
	var left []*claim
	for _, c := range b.pending {
		if c.waits > 0 || !c.worthIt() {
			left = append(left, c)
			continue
		}
		tried = true
		before := b.spent()
		b.meter.Allot(c.allotted[0], c.allotted[1])
		if c.stopped = try(c.rules); c.stopped != nil {
			left = append(left, c)
			continue
		}
		for k, spent := range b.spent() {
			rest := max(0, c.allotted[k]-(spent-before[k]))
			for _, user := range c.users {
				user.allotted[k] += rest / int64(len(c.users))
			}
		}
		for _, user := range c.users {
			user.waits--
		}
	}
	b.pending = left
	return tried
}

// worthIt reports whether to try a rule, for the first time or with at least twice the allotment.
func (c *claim) worthIt() bool {
	limit, k := atAllotment(c.stopped), 0
	if limit != nil && limit.Limit == "steps" {
		k = 1
	}
	return limit == nil || c.allotted[k] >= 2*limit.Max
}

// atAllotment returns the error of a rule that was stopped at its allotment, nil for any other.
func atAllotment(err error) *automaton.LimitError {
	var limit *automaton.LimitError
	if errors.As(err, &limit) && (limit.Limit == "steps" || limit.Limit == "transitions") {
		return limit
	}
	return nil
}
