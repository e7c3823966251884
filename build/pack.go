package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/tables/machine"
)

// pack returns the machine of r: the contents of its table before they are encoded. It has no
// places and regions yet. d is the automaton, and l has its labels.
func pack(g *Grammar, r *Rule, d *automaton.DFA, l *labels) *machine.Machine {
	m := newMachine(d, l)
	m.Calls = r.counts()
	m.Grammar, m.Name, m.Exactness, m.Depth = g.Name, r.Name, r.exactness, g.depthOf(r.exactness)
	return m
}

// newMachine returns a machine with the states of d and with its labels, and without the names of
// the rule and grammar.
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

// training returns training strings: members of r by which package tune chooses the states with
// places.
func (g *Grammar) training(r *Rule) []string { return tune.Training(r.Name, r.dfa, g.tuning) }
