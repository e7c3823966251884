package automaton

// derivatives builds the DFA for a formula.
//
// Idea. The states of the DFA are the formula, its derivatives by each byte, their derivatives, and
// so on (Brzozowski, Derivatives of Regular Expressions, 1964). Equal formulas share a state. The
// derivative by a byte replaces each state of the boolean automaton with the formula that the byte
// leads to.
//
// The derivative by [MatchEnd] replaces End with true. Every other state that depends on End
// belongs to a match that ends later, so the derivative replaces it with false.
//
// Cost: for each state and byte class, time proportional to the number of formula nodes that no
// earlier state contains.
//
// Tested against: TestBoolean.
type derivatives struct {
	*Boolean
	marked   bool // whether to derive by MatchEnd
	dfa      DFA
	examples []byte                // one byte of each class
	formulas []Formula             // the formula of each state
	ids      map[Formula]StateID   // the state of each formula
	known    []map[Formula]Formula // by class: the derivative of each formula
	ended    map[Formula]Formula   // derivatives by MatchEnd
	next     []map[uint32]Formula  // by class: the formula that each state leads to
}

// determinize returns the DFA for a formula.
func (b *Boolean) determinize(x Formula, marked bool) (*DFA, error) {
	d := derivatives{Boolean: b, marked: marked, ids: map[Formula]StateID{}, ended: map[Formula]Formula{}}
	d.classify()
	if err := d.construct(x); err != nil {
		b.meter.release(d.dfa.size())
		return nil, err
	}
	return &d.dfa, nil
}

// classify finds the maximal runs of bytes that no state distinguishes. If d is marked, MatchEnd is
// a separate run.
func (d *derivatives) classify() {
	var cut [257]bool
	for _, s := range d.states {
		for _, m := range s.moves {
			cut[m.Lo], cut[int(m.Hi)+1] = true, true
		}
	}
	cut[MatchEnd] = cut[MatchEnd] || d.marked
	for b := range 256 {
		if b == 0 || cut[b] {
			d.examples = append(d.examples, byte(b))
			d.known = append(d.known, map[Formula]Formula{})
			d.next = append(d.next, map[uint32]Formula{})
		}
		d.dfa.class[b] = uint8(len(d.examples) - 1)
	}
	d.dfa.classes = len(d.examples)
}

// construct builds the states.
func (d *derivatives) construct(x Formula) error {
	d.state(Never) // the dead state
	d.dfa.start = d.state(d.unloop(x))
	for q := 0; q < len(d.formulas) && d.err == nil; q++ {
		if d.err = d.meter.cancelled(); d.err != nil {
			break
		}
		for c, b := range d.examples {
			var to Formula
			if d.marked && b == MatchEnd {
				to = d.ends(d.formulas[q])
			} else {
				to = d.replace(d.formulas[q], func(on uint32) Formula { return d.after(on, c) }, d.known[c])
			}
			id := d.state(to)
			d.dfa.next[q*d.dfa.classes+c] = id
		}
	}
	return d.err
}

// state returns the DFA state for a formula, creating it if the formula is new.
func (d *derivatives) state(x Formula) StateID {
	id, ok := d.ids[x]
	if ok || d.err != nil {
		return id
	}
	if d.err = check("subset states", int64(len(d.formulas))+1, int64(d.meter.limits.Subsets)); d.err == nil {
		d.err = d.meter.Work(8 * int64(d.dfa.classes))
	}
	if d.err == nil {
		d.err = d.meter.spend(int64(d.dfa.classes), int64(d.dfa.classes)*4+1)
	}
	if d.err != nil {
		return Dead
	}
	id = StateID(len(d.formulas))
	d.ids[x] = id
	d.formulas = append(d.formulas, x)
	d.dfa.accept = append(d.dfa.accept, d.holdsEmpty(x))
	d.dfa.next = append(d.dfa.next, make([]StateID, d.dfa.classes)...)
	return id
}

// holdsEmpty reports whether a formula holds for the empty string.
func (d *derivatives) holdsEmpty(x Formula) bool {
	for x > Always {
		n := d.nodes[x]
		if d.states[n.on].holds || n.on == end && !d.marked {
			x = n.yes
		} else {
			x = n.no
		}
	}
	return x == Always
}

// after returns the formula reached from a state on a byte class.
func (d *derivatives) after(on uint32, class int) Formula {
	to, ok := d.next[class][on]
	if !ok {
		for _, m := range d.states[on].moves {
			if b := d.examples[class]; m.Lo <= b && b <= m.Hi {
				to = d.Or(to, d.unloop(m.to))
			}
		}
		if d.pay(formulaSteps+int64(len(d.states[on].moves)), formulaBytes) {
			d.next[class][on] = to
		}
	}
	return to
}

// ends returns the derivative of a formula by MatchEnd.
func (d *derivatives) ends(x Formula) Formula {
	return d.replace(x, func(on uint32) Formula {
		switch {
		case on == end:
			return Always
		case d.states[on].main:
			return Never
		}
		return d.variable(on)
	}, d.ended)
}

// unloop returns x with each loop replaced by its definition.
func (b *Boolean) unloop(x Formula) Formula {
	return b.replace(x, func(on uint32) Formula {
		if b.states[on].loop {
			return b.unloop(b.states[on].is)
		}
		return b.variable(on)
	}, b.plain)
}
