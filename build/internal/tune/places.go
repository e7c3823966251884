package tune

import "github.com/irilex/iri/tables/machine"

// Steps for choosing places that are counted only here, and the maximum size of a machine with
// places.
const (
	placeSteps     = 10_000  // per rule, whatever its size
	walkSteps      = 5       // per byte of a training string
	columnSteps    = 20_000  // for the columns of a machine, up to 256 of them: 0.1 ms
	maxPlacedCells = 1 << 16 // transitions of a machine: five times as many as IRI-reference has
)

// maxPlaces is the maximum number of states tried. No known rule has places for more states.
const maxPlaces = 18

// SearchBudget is the maximum number of steps in a search for the places of a set of states: three
// times what twelve states of IRI usually need.
const SearchBudget = 250_000

// SearchShare limits the cost of one search to 1/SearchShare of the remaining steps. A rule needs
// up to two dozen searches. The last search for each set of places fails, and takes all the steps
// allowed. So each rule takes about a thirtieth of the remaining steps, and the last of forty rules
// gets a quarter of what the first one gets.
const SearchShare = 64

// SearchSteps returns the number of steps that the meter counts for one step of a search with this
// many columns. With a dozen states, a search step takes 0.1 µs for up to 20 columns, 0.15 µs for
// the 25 columns of IRI, and 0.8 µs for 250 columns (Zen 5).
func SearchSteps(columns int) int64 { return 20 + 5*int64((columns+lanes-1)/lanes) }

// Places gives places in m to the states that the training strings visit most. It skips rules with
// too many states, and rules whose members are all short, because places do not make those faster.
// It returns the number of states that have places in the front, excluding the start before the
// first byte, and the number in the rest.
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

// cyclic reports whether the language is infinite, by searching depth-first for a cycle. It
// requires a minimal automaton, in which each live state lies on a path to an accepting state.
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

// choosePlaces finds places for as many of the hottest states as it can. It returns nil if every
// set that has places contains less than half of the blocks, because walks would then spill more
// often than not. It starts with the number of states that fit side by side without a search.
//
// The n+1 hottest states need not include the n hottest, so there may be places for n+1 states but
// not for n. Rejected: continuing after a failed search. That finds one more place in a tenth of
// the rules, but takes twice as long.
func choosePlaces(b *Budget, m *machine.Machine, front bool, training []string) (best *machine.Places) {
	met := Measure(m, front, training)
	if met.blocks == 0 && !front {
		return nil
	}
	few := SideBySide - 2 // minus the dead state and the spill
	if front {
		few-- // minus the start before the first byte
	}
	live := m.States() - 1
	for n := min(few, live); n <= min(maxPlaces, live); n++ {
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

// placeStates finds places for states, or returns nil if there are none.
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

// SideBySide is the number of fields in a row without overlaps.
const SideBySide = rowBits / fieldBits

// Offsets returns offsets for the states of an automaton, either side by side or found by a search.
// It returns nil if the search fails.
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
