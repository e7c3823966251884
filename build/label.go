package build

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// labels are what is known about the states of a rule's DFA beyond the language.
type labels struct {
	components []tables.Component
	slots      []machine.Slot
	slotOf     []uint8
	words      []string
	expect     [][]int
	lost       error // why there are no components although a directive gives some
}

// label says of each state which component read the byte that led to it, and what may
// follow. Components that the states do not tell apart are left out.
func label(g *Grammar, r *Rule) (*labels, error) {
	l := &labels{}
	if l.lost = l.findComponents(g, r); l.lost != nil {
		l.components, l.slots, l.slotOf = nil, nil, nil
	}
	if atAllotment(l.lost) != nil {
		return nil, l.lost
	}
	return l, l.expectations(g, r.dfa)
}

// alone returns the components without the rest.
func (l *labels) alone() *labels {
	return &labels{components: l.components, slots: l.slots, slotOf: l.slotOf}
}

// warnUnlabelled reports the components that are left out.
func (g *Grammar) warnUnlabelled(r *Rule, l *labels) {
	if l.lost != nil {
		g.report("components", r.pos(), len(r.Name),
			"%s is compiled without its components: %v", r.Name, l.lost)
	}
}
