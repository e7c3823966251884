package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// checkProfile returns an error if r is a profile that excludes, after a "not", a rule with a
// table that is not exact. With a superset excluded the profile would lack members, with a subset
// excluded it would have too many.
func (g *Grammar) checkProfile(r *Rule) error {
	for _, x := range g.profiles[r] {
		if to := g.referent(x.Name); to.exactness != tables.Exact {
			return r.failed("resolve", fmt.Errorf("the table of %s is a %s of its rule, so it cannot stand after \"not\"",
				to.Name, to.exactness))
		}
	}
	return nil
}

// inheritComponents gives r, a profile, the components of the first rule in its text, if that rule
// has components.
//
// Idea. Each member of the profile is a member of that rule. So a state of the profile takes the
// slot of the rule's states after the same bytes. Minimization may have merged states of the
// profile. If the slots for one state then differ, the profile has no components, and
// inheritComponents returns an error.
//
// Cost. The pairs of states reached by members, times 256 bytes.
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

// beginning returns the first rule in the text of a profile. It contains all members of the
// profile. beginning returns nil for a rule other than a profile, and if the text does not begin
// with a single rule.
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
