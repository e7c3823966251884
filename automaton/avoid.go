package automaton

// Avoid returns the canonical DFA for the members of d that do not contain the byte b.
//
// Cost: one call of [Canonical] on an NFA with the states of d.
//
// Tested against: TestAvoid intersects d with all strings over the other bytes.
func Avoid(d *DFA, b byte, meter *Meter) (*DFA, error) {
	builder := NewBuilder(meter)
	defer builder.Release()
	nfa, err := builder.NFA(builder.Nest(d, map[byte]*DFA{b: d}, 0))
	if err != nil {
		return nil, err
	}
	return Canonical(nfa, meter)
}
