package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables/machine"
)

// pack turns the minimal DFA of a rule into a machine, which is canonical already.
func pack(g *Grammar, r *Rule, l *labels) *machine.Machine {
	m := newMachine(r.dfa, l)
	m.Grammar, m.Name, m.Exactness = g.Name, r.Name, r.exactness
	g.place(m, func() []string { return g.training(r) })
	g.addRegions(m, r.dfa)
	return m
}

// newMachine returns the machine of a DFA and its labels, without names.
func newMachine(d *automaton.DFA, l *labels) *machine.Machine {
	m := &machine.Machine{
		Count: d.NumClasses(), Start: uint16(d.Start()),
		Components: l.components, Slots: l.slots, SlotOf: l.slotOf, Words: l.words, Expect: l.expect,
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
