package automaton

// Fork returns the canonical DFA for two kinds of strings: the members of a, and the strings that
// begin with a byte h in heads and whose remaining bytes lead from state heads[h] of b to an
// accepting state.
//
// Requires. Both automata are canonical, except possibly for their classes. The start of a has no
// move on a byte in heads; if a and b are the same automaton, no state has a move on such a byte.
// At least one byte in heads leads to a live state.
//
// Idea. The DFA contains the states of both automata and a new start. It is deterministic because
// the start of a has no moves on the bytes in heads. If a and b are the same automaton, its states
// are copied only once. The DFA is already minimal in this case: a and b are minimal, and only the
// new start has moves on the bytes in heads.
//
// Cost: linear in the number of transitions, plus a minimization if a and b are different automata.
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

// forkSteps is the number of steps per transition in Fork, which does not search.
const forkSteps = 2

// splitHeads sets the classes of d and returns an example byte for each class. Two bytes share a
// class if they share a class in both a and b, except that each byte in heads has its own class.
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
