package labels

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables/machine"
)

// A component is a named part of a rule's members, such as the scheme of an IRI. A directive names
// the components of a rule:
//
//	; @components IRI IRI-reference: scheme authority=iauthority path=ipath-abempty,ipath-rootless
//
// The rules that have these components precede the colon. The components follow it, in text order.
// After "=" come the rules whose text belongs to the component. The default is the rule with the
// component's name. A string next to a component is its delimiter: in scheme ":" the ":" is the
// delimiter of scheme. A string between two components is the delimiter of the second.
//
// Idea. While a rule is lowered, each edge of its NFA is marked with its component. The marks are
// then transferred to the states of the minimal automaton. If these states do not distinguish two
// components, the rule is compiled without components and a warning is reported.

// components stores in l the components of r, and the slot of each state of its automaton d, if a
// directive gives r components or if r is a profile whose first rule has components. It fails if
// the states do not determine the components.
func (b *Labeler) components(l *Labels, c *automata.Cycle, r *names.Rule, d *automaton.DFA) error {
	s := b.Names.Specs[r]
	if s == nil {
		return b.inherit(l, c, r, d)
	}
	m := b.marking(s)
	nfa, release, err := c.Lower(r.Expr, m)
	if err != nil {
		return err
	}
	defer release()
	if m.err != nil {
		return m.err
	}
	sets, err := automaton.Marks(d, nfa, b.Meter)
	if err != nil {
		return m.explain(err)
	}
	return l.pair(sets, l.occurring(m))
}

// occurring adds to l.Components the components that occur in the rule. It omits the others: a
// directive for several rules may name components that one of them does not have. place maps the
// index of a component's mark to its index in l.Components.
func (l *Labels) occurring(m *marking) (place []int) {
	place = make([]int, len(m.components)+1)
	for i, c := range m.components {
		if m.seen[i] {
			place[i+1] = len(l.Components)
			l.Components = append(l.Components, c)
		}
	}
	return place
}

// pair stores in l.SlotOf the slot of each state: the one or two components to which the byte
// before the state may belong. States with equal marks share a slot. sets contains the marks of
// each state; place maps a mark to the index of its component. pair fails if there are more than
// machine.MaxSlots slots.
func (l *Labels) pair(sets []automaton.MarkSet, place []int) error {
	l.SlotOf = make([]uint8, len(sets))
	for _, set := range sets {
		if set == 0 { // the dead state, or a start state that no byte leads to
			continue
		}
		first, second := set.Pair()
		slot := machine.Slot{First: place[first], Second: place[second]}
		if !slices.Contains(l.Slots, slot) {
			l.Slots = append(l.Slots, slot)
		}
	}
	slices.SortFunc(l.Slots, func(a, b machine.Slot) int {
		return cmp.Or(cmp.Compare(a.Second-a.First, b.Second-b.First), cmp.Compare(a.First, b.First))
	})
	for q, set := range sets {
		if set != 0 {
			first, second := set.Pair()
			l.SlotOf[q] = uint8(slices.Index(l.Slots, machine.Slot{First: place[first], Second: place[second]}))
		}
	}
	if len(l.Slots) > machine.MaxSlots {
		return fmt.Errorf("%d component combinations exceed the limit of %d", len(l.Slots), machine.MaxSlots)
	}
	return nil
}

// inherit gives r the components of the first rule in its text if r is a profile and that rule has
// components.
//
// Idea. Each member of the profile is a member of that rule. So each state of the profile gets the
// slot that the rule's states have after the same bytes. Minimization may have merged states of the
// profile. If a merged state would need several slots, the profile gets no components and inherit
// returns an error.
//
// Cost. The number of state pairs that members reach, times 256, the number of bytes.
func (b *Labeler) inherit(l *Labels, c *automata.Cycle, r *names.Rule, d *automaton.DFA) error {
	base := b.beginning(r)
	if base == nil || b.rules[base.Index].Marks == nil {
		return nil
	}
	marks, from := b.rules[base.Index].Marks, c.Of(base).DFA
	type pair struct{ own, base automaton.StateID }
	slotOf, known := make([]uint8, d.NumStates()), make([]bool, d.NumStates())
	seen := map[pair]bool{}
	for queue := []pair{{d.Start(), from.Start()}}; len(queue) > 0; queue = queue[1:] {
		if err := b.Meter.Work(4 * 256); err != nil {
			return err
		}
		last := pair{}
		for x := range 256 {
			p := pair{d.Step(queue[0].own, byte(x)), from.Step(queue[0].base, byte(x))}
			if p.own == automaton.Dead || p == last {
				continue
			}
			last = p
			slot := marks.SlotOf[p.base]
			if known[p.own] && slotOf[p.own] != slot {
				return fmt.Errorf("its states do not determine the components of %s", base.Name)
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

// beginning returns the first rule in the text of a profile; that rule matches all members of the
// profile. It returns nil if r is not a profile, or if its text does not begin with a single rule.
func (b *Labeler) beginning(r *names.Rule) *names.Rule {
	if !b.Names.IsProfile(r) {
		return nil
	}
	for x := r.Expr; ; {
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
