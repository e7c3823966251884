package automaton

// Fork returns the canonical DFA of two kinds of strings: the members of a, and each byte h of
// heads followed by a string that leads b from the state heads[h] to an accepting state.
//
// Requires. Both automata are canonical except for their classes. The start of a has no move on a
// byte of heads; if a and b are the same automaton, no state has one. At least one byte of heads
// leads to a live state.
//
// Idea. The DFA contains the states of both automata and a new start. It is deterministic, because
// the start of a has no moves on heads. If a and b are the same automaton, its states are copied
// once. Then the DFA is already minimal: a and b are minimal, and only the new start has moves on
// heads.
//
// Cost: the transitions, and a minimization if a and b are different automata.
//
// Tested against: TestFork builds the same language with a Builder, then determinizes and minimizes
// it.
func Fork(a, b *DFA, heads map[byte]StateID, meter *Meter) (*DFA, error) {
	f := &DFA{start: 1}
	examples := f.splitHeads(a, b, heads)
	same := &a.next[0] == &b.next[0] && a.class == b.class
	last := a.NumStates() + b.Live()
	if same {
		last = a.NumStates()
	}
	state := func(q, shift StateID) StateID {
		if q == Dead {
			return Dead
		}
		return q + shift
	}
	shiftB := StateID(last - b.Live())
	for q := range StateID(last + 1) {
		if err := f.pay(last+1, forkSteps, meter); err != nil {
			meter.release(f.size())
			return nil, err
		}
		f.next = append(f.next, make([]StateID, f.classes)...)
		row, d, at, shift := f.next[int(q)*f.classes:], a, q-1, StateID(1)
		switch {
		case q == Dead:
			at = Dead
		case q == f.start:
			at = a.start
		case q > shiftB:
			d, at, shift = b, q-shiftB, shiftB
		}
		f.accept = append(f.accept, d.accept[at])
		for c, e := range examples {
			row[c] = state(d.Step(at, e), shift)
		}
	}
	for e, q := range heads {
		f.next[f.classes+f.Class(e)] = state(q, shiftB)
	}
	if !same {
		return Minimize(f, meter)
	}
	return f.canonical(f.size(), meter)
}

// forkSteps is the number of steps per transition of Fork, which needs no search.
const forkSteps = 2

// splitHeads sets the classes of d, and returns a byte of each. Two bytes share a class if they
// share one in a and one in b, but each byte of heads has a separate class.
func (d *DFA) splitHeads(a, b *DFA, heads map[byte]StateID) (examples []byte) {
	joint, _ := commonClasses(a, b)
	ids := map[[2]int]uint8{}
	for i := range 256 {
		key := [2]int{int(joint[i]), -1}
		if _, ok := heads[byte(i)]; ok {
			key[1] = i
		}
		if _, ok := ids[key]; !ok {
			ids[key] = uint8(len(examples))
			examples = append(examples, byte(i))
		}
		d.class[i] = ids[key]
	}
	d.classes = len(examples)
	return examples
}
