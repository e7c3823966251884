package automaton

// Reverse returns an NFA for the reversed members of d. It reverses each edge and adds a start
// state with empty moves to the accepting states of d. Tested against: TestReverse.
func Reverse(d *DFA, meter *Meter) (*NFA, error) {
	b := NewBuilder(meter)
	states := make([]StateID, d.NumStates())
	for q := range states {
		states[q] = b.state()
	}
	start := b.state()
	for q := 1; q < len(states); q++ {
		for r, to := range d.Moves(StateID(q)) {
			b.edge(states[to], states[q], r.Lo, r.Hi)
		}
		if d.accept[q] {
			b.glue(start, states[q])
		}
	}
	n, err := b.NFA(Fragment{start, states[d.start]})
	if err != nil {
		b.Release()
	}
	return n, err
}
