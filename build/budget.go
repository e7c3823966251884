package build

import (
	"errors"

	"github.com/irilex/iri/automaton"
)

// A budget divides the steps and the transitions of a document among its rules, so that a rule
// with a huge automaton takes nothing from the others.
//
// Words. The whole is the amount for the document. The base is the amount of every rule: one half
// of the whole in equal parts. The reserve is the rest of the whole that is not spent yet. The
// allotment of a rule is the amount that it may spend in one round.
//
// Idea. Rules are compiled in rounds. In a round, each rule that refers to no rule left to compile
// has as its allotment the base and an equal part of the reserve. After a rule is compiled, the
// rules that refer to it get the unspent rest of its allotment in equal parts. A rule stopped at
// its allotment is tried again in a later round, because fewer rules share the reserve then. It is
// tried again only if its allotment is at least twice as large.
//
// Returns. A rule that needs no more than the base is compiled, whatever the others need. The
// allotment of a rule depends on the rules of the document, and never on their order.
//
// Cost. At most the whole is spent. Since allotments double, all tries of a rule together cost at
// most twice the last one. A round is a walk over the rules not yet compiled.
//
// Rejected: one meter for all rules in their order. After a rule with a huge automaton no steps
// were left for the later rules.
//
// Twin: TestOrderOfRules compiles the rules in other orders, TestExplosions with and without a
// rule with a huge automaton.
type budget struct {
	meter       *automaton.Meter
	whole, base share    // of the document, and of each claim
	pending     []*claim // the claims not compiled yet, each after those it refers to
}

// A share is an amount of transitions, at index 0, and of steps, at index 1.
type share [2]int64

// A claim is a unit of a budget: a circle of rules that refer to one another, or a single rule.
type claim struct {
	rules    []*Rule
	waits    int      // number of pending claims to which its rules refer
	users    []*claim // claims whose rules refer to it
	allotted share    // the amount that it may spend in this round
	stopped  error    // the error of the last try; nil before the first
}

// newBudget returns the budget of rules, with a pending claim for each circle and for each single
// rule. Each rule must come after those it refers to. The rules of a circle must stand together.
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

// allot sets the allotment of each pending claim at the beginning of a round. It is the base. A
// claim with no pending claim to wait for also gets an equal part of the reserve.
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

// round tries the claims that wait for no other and are worth a try: it calls try with the rules
// of each. A claim is compiled, and no longer pending, if try returns nil. With an error, such as
// the limit of the allotment, it stays pending. round reports whether it called try.
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

// worthIt reports whether to try c in this round. The last try of c decides: c is tried if there
// was no such try, or if its allotment is now at least twice the one that stopped it.
func (c *claim) worthIt() bool {
	limit, k := atAllotment(c.stopped), 0
	if limit != nil && limit.Limit == "steps" {
		k = 1
	}
	return limit == nil || c.allotted[k] >= max(1, 2*limit.Max)
}

// atAllotment returns err as a [automaton.LimitError] if it is a limit on steps or on transitions.
// For any other error it returns nil.
func atAllotment(err error) *automaton.LimitError {
	var limit *automaton.LimitError
	if errors.As(err, &limit) && (limit.Limit == "steps" || limit.Limit == "transitions") {
		return limit
	}
	return nil
}
