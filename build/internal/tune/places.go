package tune

import "github.com/irilex/iri/tables/machine"

// Steps of choosing places that are not counted elsewhere, and the bound of machines that get any.
const (
	placeSteps     = 10_000  // for a rule, however small
	walkSteps      = 5       // for a byte of the strings to train on
	columnSteps    = 20_000  // for columns, of which there are up to 256: 0.1 ms
	maxPlacedCells = 1 << 16 // transitions of a machine: five times those of IRI-reference
)

// At most mostPlaces states are tried: more have places in no rule that is known.
const mostPlaces = 18

// SearchBudget is how many steps a search for the places of a set of states may take: three times
// the usual need of twelve states of IRI.
const SearchBudget = 250_000

// SearchShare is the part of what is left for tuning that one search may cost. A rule has up to two
// dozen of them, of which the last for each set of places, which finds none, costs all that it may.
// So each rule costs about a thirtieth of what is left, and the last of forty rules has a quarter
// of what the first had.
const SearchShare = 64

// SearchSteps is how many steps of the meter a step of the search for so many columns is. A step of
// the search takes 0.1 µs for up to 20 columns, 0.15 µs for the 25 of IRI, and 0.8 µs for 250, with
// a dozen states (Zen 5).
func SearchSteps(columns int) int64 { return 20 + 5*int64((columns+lanes-1)/lanes) }

// Places gives m places for the states that the strings to train on meet most. A rule with short
// members alone has no use for places, nor has one with too many states. It returns how many states
// have places in the front, the start before the first byte aside, and in the rest.
func Places(m *machine.Machine, training func() []string, b *Budget) (front, rest int) {
	if m.Start == 0 || len(m.Next) > maxPlacedCells || !b.Affords(placeSteps+4*len(m.Next)) || !cyclic(m) {
		return 0, 0
	}
	strings, bytes := training(), 0
	for _, s := range strings {
		bytes += len(s)
	}
	if !b.Affords(2 * walkSteps * bytes) {
		return 0, 0
	}
	if m.Front = choosePlaces(b, m, true, strings); m.Front == nil {
		return 0, 0
	}
	if m.Rest = choosePlaces(b, m, false, strings); m.Rest != nil {
		rest = len(m.Rest.States)
	}
	return len(m.Front.States) - 1, rest
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
func choosePlaces(b *Budget, m *machine.Machine, front bool, training []string) (best *machine.Places) {
	met := Measure(m, front, training)
	if met.blocks == 0 && !front {
		return nil
	}
	few := SideBySide - 2 // the dead state and the spill
	if front {
		few-- // the start before the first byte
	}
	live := m.States() - 1
	for n := min(few, live); n <= min(mostPlaces, live); n++ {
		states := met.Hottest(n)
		kept := met.Within(states)
		if b.Work(met.Spent()) != nil {
			break
		}
		if 2*kept < met.blocks {
			continue
		}
		found := placeStates(b, m, front, states)
		if found == nil {
			break
		}
		best = found
	}
	return best
}

// placeStates finds places for states, nil when it finds none.
func placeStates(b *Budget, m *machine.Machine, front bool, states []uint16) *machine.Places {
	if !b.Affords(columnSteps) {
		return nil
	}
	if front {
		states = append([]uint16{m.Start}, states...)
	}
	offsets := b.Offsets(m.Columns(states, front))
	if offsets == nil {
		return nil
	}
	p := &machine.Places{Dead: offsets[0], Spill: offsets[1]}
	for i, q := range states {
		p.States = append(p.States, machine.Place{State: q, At: offsets[2+i]})
	}
	return p
}

// SideBySide is how many fields fit into a row without overlaps.
const SideBySide = rowBits / fieldBits

// Offsets returns offsets for the states of an automaton, side by side or as search finds them, nil
// when it finds none.
func (b *Budget) Offsets(next [][]uint8) (offsets []uint8) {
	if n := len(next[0]); n <= SideBySide {
		for q := range n {
			offsets = append(offsets, uint8(q*fieldBits))
		}
		return offsets
	}
	price := SearchSteps(len(next))
	budget := min(SearchBudget, b.Left()/SearchShare/price)
	offsets, _ = search(next, int(budget), func(steps int) bool {
		b.Searched += steps
		return b.Work(price*int64(steps)) == nil
	})
	return offsets
}
