package build

import (
	"strings"

	"github.com/irilex/iri/tables"
)

// This file chooses the states that have places in shift rows, and finds the places; see
// [tables.Places]. Which states are met most heat.go counts; offsets for them search.go finds.

// What choosing places costs besides what is counted elsewhere.
const (
	placeSteps     = 10_000  // for a rule, however small
	walkSteps      = 5       // for a byte of the strings to train on
	columnSteps    = 10_000  // for columns, of which there are up to 256
	maxPlacedCells = 1 << 16 // transitions of a machine: five times those of IRI-reference
)

// How many states are tried: nearly every rule that has so many finds places for usualPlaces, none
// for more than mostPlaces.
const (
	usualPlaces = 8
	mostPlaces  = 18
)

// searchBudget is how many steps a search for the places of a set of states may take: three times the
// usual need of twelve states of IRI. A step of the search is searchSteps steps of others.
const (
	searchBudget = 250_000
	searchSteps  = 30
)

// place chooses the states of m that have places in shift rows: those that the strings meet most. A
// rule of which all members are short has no use for them, nor one of too many states.
func (g *Grammar) place(m *tables.Machine, training []string) {
	if m.Start == 0 || len(m.Next) > maxPlacedCells || !g.affords(placeSteps+4*len(m.Next)) || !cyclic(m) {
		return
	}
	if !g.affords(2 * walkSteps * len(strings.Join(training, " "))) {
		return
	}
	if m.Front = g.choosePlaces(m, true, training); m.Front != nil {
		m.Rest = g.choosePlaces(m, false, training)
	}
}

// cyclic reports whether the language is infinite.
func cyclic(m *tables.Machine) bool {
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(m.Accept))
	state[0] = done // dead
	type frame struct{ q, c int }
	stack := []frame{{int(m.Start), 0}}
	state[m.Start] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.c == m.Count {
			state[top.q] = done
			stack = stack[:len(stack)-1]
			continue
		}
		to := int(m.Next[top.q*m.Count+top.c])
		top.c++
		switch state[to] {
		case open:
			return true
		case fresh:
			state[to] = open
			stack = append(stack, frame{to, 0})
		}
	}
	return false
}

// choosePlaces finds places for as many of the hottest states as it can, nil when there are none that
// keep half of the blocks in: then walks would spill more often than not.
//
// The n+1 hottest need not be the n hottest and one more, so n+1 may have places where n have none.
// To try on after a failure finds one place more in a tenth of the rules, and doubles the time.
func (g *Grammar) choosePlaces(m *tables.Machine, front bool, training []string) (best *tables.Places) {
	met := measure(m, front, training)
	if met.blocks == 0 && !front {
		return nil
	}
	live := m.States() - 1
	for n := min(usualPlaces, live); n <= min(mostPlaces, live); n++ {
		states := met.hottest(n)
		steps := met.steps
		if met.steps = 0; g.tuning.Work(steps) != nil {
			break
		}
		if 2*met.within(states) < met.blocks {
			continue
		}
		found := g.placeStates(m, front, states)
		if found == nil {
			break
		}
		best = found
	}
	return best
}

// placeStates finds places for states, nil when it finds none.
func (g *Grammar) placeStates(m *tables.Machine, front bool, states []uint16) *tables.Places {
	if !g.affords(columnSteps) {
		return nil
	}
	if front {
		states = append([]uint16{m.Start}, states...)
	}
	offsets := g.offsets(m.Columns(states, front))
	if offsets == nil {
		return nil
	}
	p := &tables.Places{Dead: offsets[0], Spill: offsets[1]}
	for i, q := range states {
		p.States = append(p.States, tables.Place{State: q, At: offsets[2+i]})
	}
	return p
}

// offsets returns offsets for the states of an automaton, as search does, nil when it finds none.
func (g *Grammar) offsets(next [][]uint8) []uint8 {
	if n := len(next[0]); n <= rowBits/fieldBits {
		return sideBySide(n)
	}
	found, steps := search(next, int(min(searchBudget, g.tuning.Left()/share/searchSteps)))
	g.searched += steps
	if g.tuning.Work(searchSteps*int64(steps)) != nil {
		return nil
	}
	return found
}

// sideBySide returns offsets of fields that do not overlap.
func sideBySide(states int) []uint8 {
	offsets := make([]uint8, states)
	for q := range offsets {
		offsets[q] = uint8(q * fieldBits)
	}
	return offsets
}

// Placed returns how many states of the rule's table, which it must have, have places in shift rows:
// in the front and in the rest.
func (r *Rule) Placed() (front, rest int, err error) {
	m, err := r.Table.Machine()
	if err != nil {
		return 0, 0, err
	}
	if m.Front != nil {
		front = len(m.Front.States)
	}
	if m.Rest != nil {
		rest = len(m.Rest.States)
	}
	return front, rest, nil
}
