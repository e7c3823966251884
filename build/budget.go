package build

import (
	"errors"

	"github.com/irilex/iri/automaton"
)

// A budget deals the steps and the transitions of a document to its rules, so that a rule that
// explodes takes nothing from the others.
//
// Idea. Rules are compiled in rounds. One half of the whole is dealt in equal parts. Such a part is
// the base, and every rule can count on it. The other half is the reserve. In each round the rules
// that wait for no other rule share the reserve in equal parts. After a rule is compiled, the rules
// that refer to it share the rest of its allotment in equal parts. A rule stopped at its allotment
// is tried again in a later round, because fewer rules share then, but only if it gets at least
// twice as much.
//
// Returns. A rule with a need of at most the base is compiled, whatever the others need. The
// allotment of a rule depends on the rules of the document, and never on their order.
//
// Cost. At most the whole is spent. Since allotments double, all tries of a rule cost at most twice
// the last one. A round is a walk over the rules not yet compiled.
//
// Rejected: one meter for all, first come, first served. After an explosion no steps were left for
// the later rules.
//
// Twin: TestOrderOfRules compiles the rules in other orders, TestExplosions with and without an
// explosion.
type budget struct {
	meter       *automaton.Meter
	whole, base share
	pending     []*claim // the claims not compiled yet, each after those it refers to
}

// A share is a part of a budget: transitions and steps.
type share [2]int64

// A claim is a rule to be compiled, or a circle of rules that refer to one another.
type claim struct {
	rules    []*Rule
	waits    int      // number of claims that it refers to and that are not compiled
	users    []*claim // claims that refer to it
	allotted share    // transitions and steps of this round; the claims it refers to leave it their rest
	stopped  error    // of the last try, nil before the first
}

// newBudget returns the budget of rules. Each rule must come after those it refers to, and rules
// that refer to one another must stand together.
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

// allot sets the allotment of each claim for the next round: the base, and a part of the reserve if
// the claim waits for no other.
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

// round calls try with the rules of each claim that waits for no other, and reports whether it
// called try. An error of try, such as the limit of the allotment, leaves the claim pending.
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

// worthIt reports whether to try a claim: for the first time, or with at least twice the allotment
// of the last try.
func (c *claim) worthIt() bool {
	limit, k := atAllotment(c.stopped), 0
	if limit != nil && limit.Limit == "steps" {
		k = 1
	}
	return limit == nil || c.allotted[k] >= 2*limit.Max
}

// atAllotment returns the error of a rule stopped at its allotment, and nil for any other error.
func atAllotment(err error) *automaton.LimitError {
	var limit *automaton.LimitError
	if errors.As(err, &limit) && (limit.Limit == "steps" || limit.Limit == "transitions") {
		return limit
	}
	return nil
}
