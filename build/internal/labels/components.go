package labels

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables/machine"
)

// A component is a named part of a rule's members, such as the scheme of an IRI. A directive in a
// comment names the components of a rule:
//
//	; @components IRI IRI-reference: scheme authority=iauthority path=ipath-abempty,ipath-rootless
//
// Before the colon stand the rules that have components. After it stand the components in the
// order of the text. After "=" stand the rules whose text belongs to the component. Without "=" it
// is the rule with the component's name. A string next to a component is its delimiter: in scheme
// ":" the ":" is the delimiter of scheme. Between two components it belongs to the second.
//
// Idea. While a rule is lowered, each edge of its NFA is marked with its component. The marks are
// carried over to the states of the minimal automaton. If these states do not tell two
// components apart, the rule is compiled without components, with a warning.

// components stores in l the components of r, and the slot of each state of its automaton d. It does
// so if a directive gives components to r, or if r is a profile whose first rule has components. It
// fails if the states do not tell the components apart.
func (b *Labeler) components(l *Labels, r *names.Rule, d *automaton.DFA) error {
	s := b.Names.Specs[r]
	if s == nil {
		return b.inherit(l, r, d)
	}
	m := b.marking(s)
	nfa, release, err := b.Lower(r.Expr, m)
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

// occurring adds to l.Components the components that occur in the rule, and leaves out others: a
// directive for several rules may name components that one of them lacks. place has, at the index
// of a component's mark, its index in l.Components.
func (l *Labels) occurring(m *marking) (place []int) {
	place = make([]int, len(m.components)+1)
	for i, p := range m.components {
		if m.seen[i] {
			place[i+1] = len(l.Components)
			l.Components = append(l.Components, p)
		}
	}
	return place
}

// pair stores the slot of each state in l.SlotOf: the one or two components to which the byte
// before the state may belong. sets has the marks of each state. place has the index of a
// component by its mark. States with equal sets share a slot. pair fails if there are more than
// machine.MaxSlots slots.
func (l *Labels) pair(sets []automaton.MarkSet, place []int) error {
	l.SlotOf = make([]uint8, len(sets))
	for _, set := range sets {
		if set == 0 { // the dead state, or a start to which no byte leads
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
		return fmt.Errorf("%d combinations of components are more than %d", len(l.Slots), machine.MaxSlots)
	}
	return nil
}
