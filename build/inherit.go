package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// checkProfile returns an error for a profile that excludes a rule whose table has too many strings: what
// it leaves would have too few, and other parts of it too many.
func (g *Grammar) checkProfile(r *Rule) error {
	for _, x := range g.profiles[r] {
		if to := g.referent(x.Name); to.exactness != tables.Exact {
			return r.failed("resolve", fmt.Errorf("the table of %s is a %s of its rule, so it cannot stand after \"not\"",
				to.Name, to.exactness))
		}
	}
	return nil
}

// inheritComponents gives a profile the components of the rule that it begins with.
//
// Idea. Each member of the profile is a member of that rule, so a state of the profile has the label of
// the states that the rule is in for the same bytes. Where these have different labels, because
// minimization joined them, the profile has no components.
//
// Cost: the pairs of states that members reach, times the classes of bytes.
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

// beginning returns the rule that each member of a profile is a member of, or nil.
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
