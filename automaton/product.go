package automaton

// Unite returns the canonical DFA for the strings in a or b.
func Unite(a, b *DFA, meter *Meter) (*DFA, error) {
	return product(a, b, func(x, y bool) bool { return x || y }, meter)
}

// Intersect returns the canonical DFA for the strings in both a and b.
func Intersect(a, b *DFA, meter *Meter) (*DFA, error) {
	return product(a, b, func(x, y bool) bool { return x && y }, meter)
}

// Subtract returns the canonical DFA for the strings in a but not in b.
func Subtract(a, b *DFA, meter *Meter) (*DFA, error) {
	return product(a, b, func(x, y bool) bool { return x && !y }, meter)
}

// Complement returns the canonical DFA for the byte strings not in d, including ill-formed UTF-8.
// To exclude ill-formed UTF-8, subtract d from the language of all UTF-8 strings.
func Complement(d *DFA, meter *Meter) (*DFA, error) {
	return product(d, d, func(x, _ bool) bool { return !x }, meter)
}

// A pair is a state of the product of two automata.
type pair struct{ a, b StateID }

// product runs two automata side by side. Idea: a state is a pair of states, and op reports whether
// it accepts. Cost: reachable pairs × joint classes; pairs count as subset states. Tested against:
// TestOperationsByMembership, TestLawsOnRandomMachines.
func product(a, b *DFA, op func(x, y bool) bool, meter *Meter) (*DFA, error) {
	p := &DFA{start: 1}
	var examples []byte
	p.class, examples = commonClasses(a, b)
	p.classes = len(examples)
	ids := map[pair]StateID{}
	pairs := []pair{{}} // state 0 is reserved for the new dead state
	visit := func(q pair) StateID {
		if _, ok := ids[q]; !ok {
			ids[q] = StateID(len(pairs))
			pairs = append(pairs, q)
		}
		return ids[q]
	}
	visit(pair{a.start, b.start})
	for i := 0; i < len(pairs); i++ {
		if err := p.pay(len(pairs), 8, meter); err != nil {
			meter.release(p.size())
			return nil, err
		}
		p.accept = append(p.accept, false)
		p.next = append(p.next, make([]StateID, p.classes)...)
		if i == int(Dead) {
			continue
		}
		q := pairs[i]
		p.accept[i] = op(a.accept[q.a], b.accept[q.b])
		for c, e := range examples {
			p.next[i*p.classes+c] = visit(pair{a.Step(q.a, e), b.Step(q.b, e)})
		}
	}
	return Minimize(p, meter)
}

// commonClasses divides the bytes into classes whose members no automaton distinguishes. It numbers
// the classes by their smallest byte. It also returns the smallest byte of each class.
func commonClasses(all ...*DFA) (class [256]uint8, examples []byte) {
	ids := map[string]uint8{}
	key := make([]byte, len(all))
	for b := range 256 {
		for i, d := range all {
			key[i] = d.class[b]
		}
		if _, ok := ids[string(key)]; !ok {
			ids[string(key)] = uint8(len(examples))
			examples = append(examples, byte(b))
		}
		class[b] = ids[string(key)]
	}
	return class, examples
}

// pay counts the next state of p: its memory, its transitions, and the given number of steps for
// each transition. The number of states so far, states, must not exceed the subset limit.
func (p *DFA) pay(states int, each int64, meter *Meter) error {
	if err := check("subset states", int64(states), int64(meter.limits.Subsets)); err != nil {
		return err
	}
	if err := meter.cancelled(); err != nil {
		return err
	}
	if err := meter.Work(each * int64(p.classes)); err != nil {
		return err
	}
	return meter.spend(int64(p.classes), int64(p.classes)*4+1)
}
