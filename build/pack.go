package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/tables/machine"
)

// pack returns a machine with the states of d and with its labels: the contents of a table before
// they are encoded, without the names of the rule and grammar, and without places and regions.
func pack(d *automaton.DFA, l *labels.Labels) *machine.Machine {
	m := &machine.Machine{
		Count: d.NumClasses(), Start: uint16(d.Start()),
		Components: l.Components, Slots: l.Slots, SlotOf: l.SlotOf, Words: l.Words, Expect: l.Expect,
	}
	for b := range m.Class {
		m.Class[b] = uint8(d.Class(byte(b)))
	}
	for q := range d.NumStates() {
		m.Accept = append(m.Accept, d.Accepting(automaton.StateID(q)))
		for c := range m.Count {
			m.Next = append(m.Next, uint16(d.Next(automaton.StateID(q), c)))
		}
	}
	return m
}
