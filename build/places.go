package build

import "github.com/irilex/iri/tables/machine"

// This file chooses the states that have places in shift rows, and finds the places; see
// [machine.Places]. The states that are met most are counted in heat.go. Offsets are found in search.go.

// Steps of choosing places that are not counted elsewhere, and the bound of machines that get any.
const (
	placeSteps     = 10_000  // for a rule, however small
	walkSteps      = 5       // for a byte of the strings to train on
	columnSteps    = 20_000  // for columns, of which there are up to 256: 0.1 ms
	maxPlacedCells = 1 << 16 // transitions of a machine: five times those of IRI-reference
)

// At most mostPlaces states are tried: more have places in no rule that is known.
const mostPlaces = 18

// searchBudget is how many steps a search for the places of a set of states may take: three times
// the usual need of twelve states of IRI.
const searchBudget = 250_000

// searchShare is the part of what is left for tuning that one search may cost. A rule has up to two
// dozen of them, of which the last for each set of places, which finds none, costs all that it may.
// So each rule costs about a thirtieth of what is left, and the last of forty rules has a quarter
// of what the first had.
const searchShare = 64

// searchSteps is how many steps of the meter a step of the search for so many columns is. A step of
// the search takes 0.1 µs for up to 20 columns, 0.15 µs for the 25 of IRI, and 0.8 µs for 250, with
// a dozen states (Zen 5).
func searchSteps(columns int) int64 { return 20 + 5*int64((columns+lanes-1)/lanes) }

// place chooses the states of m that have places in shift rows: those that the strings meet most. A
// rule of which all members are short has no use for them, nor one of too many states.
func (g *Grammar) place(m *machine.Machine, training func() []string) {
	if m.Start == 0 || len(m.Next) > maxPlacedCells || !g.affords(placeSteps+4*len(m.Next)) || !cyclic(m) {
		return
	}
	strings, bytes := training(), 0
	for _, s := range strings {
		bytes += len(s)
	}
	if !g.affords(2 * walkSteps * bytes) {
		return
	}
	if m.Front = g.choosePlaces(m, true, strings); m.Front != nil {
		m.Rest = g.choosePlaces(m, false, strings)
	}
}

// cyclic reports whether the language is infinite.
func cyclic(m *machine.Machine) bool {
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

// choosePlaces finds places for as many of the hottest states as it can, nil when there are none
// that keep half of the blocks in: then walks would spill more often than not. It begins with as
// many as fit side by side, for which there is nothing to search.
//
// The n+1 hottest need not be the n hottest and one more, so n+1 may have places where n have none.
// To try on after a failure finds one place more in a tenth of the rules, and doubles the time.
func (g *Grammar) choosePlaces(m *machine.Machine, front bool, training []string) (best *machine.Places) {
	met := measure(m, front, training)
	if met.blocks == 0 && !front {
		return nil
	}
	few := sideBySide - 2 // the dead state and the spill
	if front {
		few-- // the start before the first byte
	}
	live := m.States() - 1
	for n := min(few, live); n <= min(mostPlaces, live); n++ {
		states := met.hottest(n)
		kept := met.within(states)
		if g.tuning.Work(met.spent()) != nil {
			break
		}
		if 2*kept < met.blocks {
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
func (g *Grammar) placeStates(m *machine.Machine, front bool, states []uint16) *machine.Places {
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
	p := &machine.Places{Dead: offsets[0], Spill: offsets[1]}
	for i, q := range states {
		p.States = append(p.States, machine.Place{State: q, At: offsets[2+i]})
	}
	return p
}

// sideBySide is how many fields fit into a row without overlaps.
const sideBySide = rowBits / fieldBits

// offsets returns offsets for the states of an automaton, side by side or as search finds them, nil
// when it finds none.
func (g *Grammar) offsets(next [][]uint8) (offsets []uint8) {
	if n := len(next[0]); n <= sideBySide {
		for q := range n {
			offsets = append(offsets, uint8(q*fieldBits))
		}
		return offsets
	}
	price := searchSteps(len(next))
	budget := min(searchBudget, g.tuning.Left()/searchShare/price)
	offsets, _ = search(next, int(budget), func(steps int) bool {
		g.searched += steps
		return g.tuning.Work(price*int64(steps)) == nil
	})
	return offsets
}

// Placed returns how many states of the rule's table, which it must have, have places in shift
// rows: in the front, where the start before the first byte is not counted, and in the rest.
func (r *Rule) Placed() (front, rest int, err error) {
	m, err := machine.Of(r.Table)
	if err != nil {
		return 0, 0, err
	}
	if m.Front != nil {
		front = len(m.Front.States) - 1
	}
	if m.Rest != nil {
		rest = len(m.Rest.States)
	}
	return front, rest, nil
}
