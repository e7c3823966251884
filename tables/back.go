package tables

// A backward is a machine read backwards. Its state 0 is dead and 1 the start, and the
// set of a state has the states of the machine from which what was read so far leads,
// forwards, to one that accepts. So a string is a member exactly when the state that its
// first part leads to is in the set that the rest, read from its end, leads to; wherever
// the string is cut.
//
// These are the sets of the subset construction on the reversed automaton, which is
// minimal as it comes (Brzozowski, 1962). It can be exponentially larger than the
// automaton; RFC 3987's IRI has 295 live states backwards for 261 forwards. When there are
// more than 255 only the transitions of the first are worked out, and next has rows for those.
type backward struct {
	sets [][]bool
	next []uint16
}

// reverse works out the machine read backwards.
func (m *Machine) reverse() *backward {
	b := &backward{}
	ids := map[string]uint16{}
	state := func(set []bool) uint16 {
		key := string(bitset(set))
		id, ok := ids[key]
		if !ok {
			id = uint16(len(b.sets))
			ids[key] = id
			b.sets = append(b.sets, set)
		}
		return id
	}
	state(make([]bool, m.States()))
	state(m.Accept)
	for q := 0; q < min(len(b.sets), escape); q++ {
		for c := range m.Count {
			b.next = append(b.next, state(m.before(b.sets[q], c)))
		}
	}
	return b
}

// before returns the states that class c leads into the set. A state that there is not,
// which Verify refuses, is in none.
func (m *Machine) before(set []bool, c int) []bool {
	states := make([]bool, m.States())
	for q := range states {
		to := m.next(q, c)
		states[q] = to < len(set) && set[to]
	}
	return states
}
