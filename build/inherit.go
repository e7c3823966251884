package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// checkProfile returns an error for a profile that excludes a rule whose table is not exact.
// With a superset excluded the profile would lack members, with a subset it would have too
// many.
func (g *Grammar) checkProfile(r *Rule) error {
	for _, x := range g.profiles[r] {
		if to := g.referent(x.Name); to.exactness != tables.Exact {
			return r.failed("resolve", fmt.Errorf("the table of %s is a %s of its rule, so it cannot stand after \"not\"",
				to.Name, to.exactness))
		}
	}
	return nil
}

// inheritComponents gives a profile the components of its first rule.
//
// Idea. Each member of the profile is a member of that rule. So a state of the profile
// takes the label of the rule's states after the same bytes. If these have different
// labels, because minimization merged states of the profile, the profile has no components.
//
// Cost. The pairs of states reached by members, times the classes of bytes.
func (l *labels) inheritComponents(g *Grammar, r *Rule) error {
	base := g.beginning(r)
	if base == nil || base.marks == nil {
		return nil
	}
	type pair struct{ own, base automaton.StateID }
	slotOf, known := make([]uint8, r.dfa.NumStates()), make([]bool, r.dfa.NumStates())
	seen := map[pair]bool{}
	for queue := []pair{{r.dfa.Start(), base.dfa.Start()}}; len(queue) > 0; queue = queue[1:] {
		if err := g.meter.Work(4 * 256); err != nil {
			return err
		}
		last := pair{}
		for b := range 256 {
			p := pair{r.dfa.Step(queue[0].own, byte(b)), base.dfa.Step(queue[0].base, byte(b))}
			if p.own == automaton.Dead || p == last {
				continue
			}
			last = p
			slot := base.marks.slotOf[p.base]
			if known[p.own] && slotOf[p.own] != slot {
				return fmt.Errorf("its states do not tell the components of %s", base.Name)
			}
			known[p.own], slotOf[p.own] = true, slot
			if !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
	}
	l.marks = marks{base.marks.components, base.marks.slots, slotOf}
	return nil
}

// beginning returns the first rule of a profile, which contains all its members, or nil.
func (g *Grammar) beginning(profile *Rule) *Rule {
	if _, ok := g.profiles[profile]; !ok {
		return nil
	}
	for x := profile.expr; ; {
		switch e := x.(type) {
		case *syntax.RuleName:
			return g.referent(e.Name)
		case *syntax.Group:
			x = e.Item
		case *syntax.Difference:
			x = e.Item
		default:
			return nil
		}
	}
}
