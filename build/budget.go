package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
)

// A budget divides the steps and transitions of a document among its rules, so that a rule with a
// huge automaton cannot starve the others.
//
// Terms. The whole is the amount for the document. The base is what every rule gets: an equal part
// of half of the whole. The reserve is what remains of the whole. The floor is a tenth of the
// whole. The allotment of a rule is what it may spend in one round.
//
// Idea. Rules are compiled in rounds. In a round, each rule that does not wait for another is
// allotted the base and an equal part of the reserve, but at least the floor. After a rule is
// compiled, the rules that refer to it share the unspent part of its allotment, excluding the
// floor, equally. A rule stopped at its allotment is retried in a later round, when fewer rules
// share the reserve, but only if its allotment has at least doubled or reaches the floor.
//
// Guarantees. A rule that needs at most the floor is compiled, whatever the others need, until the
// document has spent maxWholes times the whole. That takes more than 30 rules that need about the
// floor or more: then each gets an equal part. A rule that needs at most the base is always
// compiled. Allotments depend on the rules of the document, never on their order.
//
// Cost. At most maxWholes times the whole is spent. Since allotments double, all tries of a rule
// together cost at most twice the last one and the floor. A round visits each rule not yet
// compiled.
//
// Rejected: one meter for all rules in order. After a rule with a huge automaton no steps were left
// for later rules. A floor without maxWholes: 10,000 huge rules would take twenty minutes.
//
// Tested by TestOrderOfRules, which reorders the rules, TestExplosions, which adds a rule with a
// huge automaton, and TestNeighbours, where one of many rules needs the floor.
type budget struct {
	meter       *automaton.Meter
	whole, base automata.Share // of the document, and of each claim
	pending     []*claim       // the claims not yet compiled, each after those it refers to
}

// A claim is a unit of a budget: a cycle of rules that refer to one another, or a single rule.
type claim struct {
	rules    []*names.Rule
	waits    int            // number of pending claims to which its rules refer
	users    []*claim       // claims whose rules refer to it
	allotted automata.Share // its part of the whole in this round
	floor    automata.Share // the minimum it may spend in this round; allotted may be less
	stopped  error          // the error of the last try; nil before the first
}

const (
	floorPart = 10 // the floor is the whole divided by this
	maxWholes = 5  // the document may spend this many times the whole
)

// newBudget returns the budget of rules, with a pending claim for each cycle and for each single
// rule. Each rule must follow those it refers to. The rules of a cycle must be adjacent.
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

// allot sets the allotment and the floor of each pending claim at the start of a round. The
// allotment is the base. A claim that waits for no pending claim also gets an equal part of the
// reserve, and a floor.
func (b *budget) allot() {
	var ready, below int64 // claims that wait for no other; those among them not yet stopped at the floor
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
		rest := max(0, (maxWholes-1)*b.whole[k]-spent) // what is spent without a floor is at most one whole
		for _, c := range b.pending {
			if c.allotted[k], c.floor[k] = b.base[k], 0; c.waits == 0 {
				c.allotted[k] += reserve / ready
				c.floor[k] = min(b.whole[k]/floorPart, rest/max(1, below))
			}
		}
	}
}

// round tries the claims that wait for no other and are worth a try: it calls try with the rules of
// each. A claim is compiled, and no longer pending, if try returns nil. After an error, such as the
// limit of the allotment, it remains pending. round reports whether it called try.
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

// worthIt reports whether to try c in this round: whether it has not been stopped yet, may now
// spend at least twice the amount that stopped it, or may spend the complete floor for the first
// time.
func (b *budget) worthIt(c *claim) bool {
	limit, k := automata.AtAllotment(c.stopped)
	if limit == nil {
		return true
	}
	most, floor := c.limit()[k], b.whole[k]/floorPart
	return most >= max(1, 2*limit.Max) || limit.Max < floor && floor <= most
}
