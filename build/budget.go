package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
)

// A budget divides a document's steps and transitions among its rules, so that a rule with a huge
// automaton cannot starve the others.
//
// Terms. The whole is the amount for the document. The base is what every rule gets: half of the
// whole, divided equally among the rules. The reserve is the part of the whole that is neither
// spent nor set aside as a base. The floor is a tenth of the whole. The allotment of a rule is what
// it may spend in one round.
//
// Idea. Rules are compiled in rounds. In each round, every rule that is not waiting for another is
// allotted the base plus an equal part of the reserve, and at least the floor. After a rule is
// compiled, the unspent part of its allotment, excluding the floor, is divided equally among the
// rules that refer to it. A rule stopped at its allotment is retried in a later round, when fewer
// rules share the reserve, but only once its allotment has at least doubled or has reached the
// floor.
//
// Guarantees. A rule that needs no more than the floor is compiled, whatever the others need, until
// the document has spent maxWholes times the whole. Spending that much takes more than 30 rules
// that each need about the floor or more; each of these rules then gets an equal part. A rule that
// needs at most the base is always compiled. Allotments depend on the rules of the document, never
// on their order.
//
// Cost. A document spends at most maxWholes times the whole. Because allotments double, all
// attempts at a rule together cost at most twice the last attempt plus the floor. Each round visits
// every rule that is not yet compiled.
//
// Rejected: one meter for all rules in order. After a rule with a huge automaton, no steps were
// left for later rules. A floor without maxWholes was also rejected: 10,000 huge rules would take
// twenty minutes.
//
// Tested by TestOrderOfRules, which reorders the rules; TestExplosions, which adds a rule with a
// huge automaton; and TestNeighbours, in which one of many rules needs the floor.
type budget struct {
	meter       *automaton.Meter
	whole, base automata.Share // for the document, and for each claim
	pending     []*claim       // claims not yet compiled; each follows the claims it refers to
}

// A claim is one recipient of a budget: a cycle of rules that refer to one another, or a single
// rule.
type claim struct {
	rules    []*names.Rule
	waits    int            // number of pending claims to which its rules refer
	users    []*claim       // claims whose rules refer to it
	allotted automata.Share // its share of the whole in this round
	floor    automata.Share // what it may spend in this round even if allotted is less
	stopped  error          // error from the last try; nil before the first try
}

const (
	floorPart = 10 // the floor is the whole divided by floorPart
	maxWholes = 5  // a document may spend maxWholes times the whole
)

// newBudget returns a budget with a pending claim for each cycle and each single rule in rules.
// Each rule must follow the rules it refers to, and the rules of a cycle must be adjacent.
func newBudget(meter *automaton.Meter, limits automaton.Limits, graph *recursion.Graph, rules []*names.Rule) *budget {
	b := &budget{meter: meter, whole: automata.Share{limits.Transitions, limits.Steps}}
	claims := map[*names.Rule]*claim{}
	for _, r := range rules {
		if n := len(b.pending); n == 0 || !graph.Together(r, b.pending[n-1].rules[0]) {
			b.pending = append(b.pending, &claim{})
		}
		c := b.pending[len(b.pending)-1]
		c.rules = append(c.rules, r)
		claims[r] = c
	}
	for _, c := range b.pending {
		seen := map[*claim]bool{c: true}
		for _, r := range c.rules {
			for _, to := range r.Refs {
				if needed := claims[to]; !seen[needed] {
					seen[needed] = true
					needed.users = append(needed.users, c)
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

// spent returns what the document has spent so far.
func (b *budget) spent() automata.Share { return automata.Spent(b.meter) }

// allot sets the allotment and floor of each pending claim at the start of a round. The allotment
// is the base. A claim that does not wait for another pending claim also gets an equal part of the
// reserve and a floor.
func (b *budget) allot() {
	var ready, below int64 // claims that wait for no other; how many have not yet been stopped at the floor
	for _, c := range b.pending {
		if c.waits == 0 {
			ready++
			if limit, k := automata.AtAllotment(c.stopped); limit == nil || limit.Max < b.whole[k]/floorPart {
				below++
			}
		}
	}
	for k, spent := range b.spent() {
		reserve := max(0, b.whole[k]-spent-int64(len(b.pending))*b.base[k])
		rest := max(0, (maxWholes-1)*b.whole[k]-spent) // spending without a floor is at most one whole
		for _, c := range b.pending {
			if c.allotted[k], c.floor[k] = b.base[k], 0; c.waits == 0 {
				c.allotted[k] += reserve / ready
				c.floor[k] = min(b.whole[k]/floorPart, rest/max(1, below))
			}
		}
	}
}

// round calls try with the rules of each claim that waits for no other and is worth trying. If try
// returns nil, the claim is compiled and no longer pending. If try returns an error, such as an
// exceeded allotment, the claim remains pending. round reports whether it called try.
func (b *budget) round(try func([]*names.Rule) error) (tried bool) {
	b.allot()
	var left []*claim
	for _, c := range b.pending {
		if c.waits > 0 || !b.worthIt(c) {
			left = append(left, c)
			continue
		}
		tried = true
		before := b.spent()
		most := c.limit()
		b.meter.Allot(most[0], most[1])
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

// limit returns the amount that c may spend in this round.
func (c *claim) limit() automata.Share {
	return automata.Share{max(c.allotted[0], c.floor[0]), max(c.allotted[1], c.floor[1])}
}

// worthIt reports whether c is worth trying in this round: it has not been stopped yet, it may now
// spend at least twice the amount that stopped it, or it may spend the full floor for the first
// time.
func (b *budget) worthIt(c *claim) bool {
	limit, k := automata.AtAllotment(c.stopped)
	if limit == nil {
		return true
	}
	most, floor := c.limit()[k], b.whole[k]/floorPart
	return most >= max(1, 2*limit.Max) || limit.Max < floor && floor <= most
}
