package labels

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// inherit gives r, a profile, the components of the first rule in its text, if that rule
// has components.
//
// Idea. Each member of the profile is a member of that rule. So a state of the profile takes the
// slot of the rule's states after the same bytes. Minimization may have merged states of the
// profile. If the slots for one state then differ, the profile has no components, and
// inherit returns an error.
//
// Cost. The pairs of states reached by members, times 256 bytes.
func (b *Labeler) inherit(l *Labels, r *names.Rule, d *automaton.DFA) error {
	base := b.beginning(r)
	if base == nil || b.of[base.Index].Marks == nil {
		return nil
	}
	marks, from := b.of[base.Index].Marks, b.Of(base).DFA
	type pair struct{ own, base automaton.StateID }
	slotOf, known := make([]uint8, d.NumStates()), make([]bool, d.NumStates())
	seen := map[pair]bool{}
	for queue := []pair{{d.Start(), from.Start()}}; len(queue) > 0; queue = queue[1:] {
		if err := b.Meter.Work(4 * 256); err != nil {
			return err
		}
		last := pair{}
		for c := range 256 {
			p := pair{d.Step(queue[0].own, byte(c)), from.Step(queue[0].base, byte(c))}
			if p.own == automaton.Dead || p == last {
				continue
			}
			last = p
			slot := marks.SlotOf[p.base]
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
	l.Marks = Marks{marks.Components, marks.Slots, slotOf}
	return nil
}

// beginning returns the first rule in the text of a profile. It contains all members of the
// profile. beginning returns nil for a rule other than a profile, and if the text does not begin
// with a single rule.
func (b *Labeler) beginning(profile *names.Rule) *names.Rule {
	if !b.Names.IsProfile(profile) {
		return nil
	}
	for x := profile.Expr; ; {
		switch e := x.(type) {
		case *syntax.RuleName:
			return b.Names.Referent(e.Name)
		case *syntax.Group:
			x = e.Item
		case *syntax.Difference:
			x = e.Item
		default:
			return nil
		}
	}
}
