package build

import (
	"github.com/irilex/iri/build/syntax"
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
}

// label says of each state which component read the byte that led to it, and what may
// follow. Components that the states do not tell apart are reported and left out.
func label(g *Grammar, r *Rule) (*labels, error) {
	l := &labels{}
	if err := l.findComponents(g, r); err != nil {
		g.report(syntax.Warning, "components", r.pos(), len(r.Name), "%s is compiled without its components: %v", r.Name, err)
		l.components, l.slots, l.slotOf = nil, nil, nil
	}
	return l, l.expectations(g, r.dfa)
}
