package automaton

import "math/big"

// Shortest returns the length of the shortest members, or -1 if there is no member.
func (m *Members) Shortest() int { return m.shortest }

// Longest returns the length of the longest members, or -1 if there is no member or no longest
// member.
func (m *Members) Longest() int { return m.longest }

// Finite reports whether the language has finitely many members, that is, whether no reachable live
// state leads back to itself.
func (m *Members) Finite() bool { return m.shortest < 0 || m.longest >= 0 }

// findLongest returns the length of the longest members, or -1 if there are none. Cost: linear in
// the number of moves.
func (m *Members) findLongest() (int, error) {
	order, err := m.topological()
	if err != nil || order == nil {
		return -1, err
	}
	far := make([]int, m.d.NumStates())
	for _, q := range order {
		for _, t := range m.terms[q] {
			far[q] = max(far[q], t.length+far[t.to])
		}
	}
	return far[m.d.start], nil
}

// topological returns the live reachable states, each after its successors (Kahn, Topological
// sorting of large networks, 1962). It returns nil if a state leads back to itself, or if no state
// is live.
func (m *Members) topological() ([]StateID, error) {
	before := make([][]StateID, m.d.NumStates())
	ahead := make([]int, m.d.NumStates()) // number of terms whose states are not yet in the order
	var order []StateID
	for _, q := range m.order {
		if err := m.meter.Work(int64(2 + 4*len(m.terms[q]))); err != nil {
			return nil, err
		}
		if ahead[q] = len(m.terms[q]); ahead[q] == 0 {
			order = append(order, q)
		}
		for _, t := range m.terms[q] {
			before[t.to] = append(before[t.to], q)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, q := range before[order[i]] {
			if ahead[q]--; ahead[q] == 0 {
				order = append(order, q)
			}
		}
	}
	if len(order) < len(m.order) {
		return nil, nil
	}
	return order, nil
}

// Total returns the number of members, or nil if there are infinitely many. It counts by state, not
// by length. The error is a [*LimitError] or another error from the meter.
func (m *Members) Total() (*big.Int, error) {
	if !m.Finite() {
		return nil, nil
	}
	order, err := m.topological()
	if err != nil {
		return nil, err
	}
	totals := make([]big.Int, m.d.NumStates())
	held := int64(0)
	defer func() { m.meter.release(held) }()
	var product big.Int
	for _, q := range order {
		if m.d.accept[q] {
			totals[q].SetInt64(1)
		}
		steps := int64(0)
		for _, t := range m.terms[q] {
			totals[q].Add(&totals[q], product.Mul(&totals[t.to], m.times[t.times]))
			steps += 8 + int64(len(totals[q].Bits()))
		}
		bytes := 32 + 8*int64(cap(totals[q].Bits()))
		if err := m.meter.spend(0, bytes); err != nil {
			return nil, err
		}
		held += bytes
		if err := m.meter.Work(steps); err != nil {
			return nil, err
		}
	}
	return new(big.Int).Set(&totals[m.d.start]), nil
}

// Nearest returns the nearest member lengths below and above length, or -1. It computes the set of
// states reached by strings of each length from the set for the previous length.
func (m *Members) Nearest(length int) (below, above int, err error) {
	below, above = -1, -1
	if m.longest >= 0 && length > m.longest {
		return m.longest, -1, nil
	}
	reached := m.within([]StateID{m.d.start}, nil)
	n := 0
	if length < 0 && m.accepted(reached) {
		return below, 0, nil
	}
	for ; n < length; n++ {
		if m.accepted(reached) {
			below = n
		}
		if reached, err = m.after(reached, nil); err != nil {
			return -1, -1, err
		}
	}
	seen := newBitset(m.d.NumStates())
	for len(reached) > 0 {
		if reached, err = m.after(reached, seen); err != nil {
			return -1, -1, err
		}
		if n++; m.accepted(reached) {
			return below, n, nil
		}
	}
	return below, above, nil
}

// after returns the states reachable from the given states by strings of length 1. It omits the
// states in seen and adds the result to seen.
func (m *Members) after(from []StateID, seen bitset) ([]StateID, error) {
	var next []StateID
	steps := int64(0)
	for _, q := range from {
		steps += int64(2 + 4*len(m.terms[q]))
		for _, t := range m.terms[q] {
			if t.length == 1 {
				next = append(next, t.to)
			}
		}
	}
	return m.within(next, seen), m.meter.Work(steps)
}

// within returns the given states and the states reachable from them on bytes of length 0, without
// duplicates. It omits the states in seen and adds the result to seen.
func (m *Members) within(states []StateID, seen bitset) (reached []StateID) {
	known := seen
	if known == nil {
		known = newBitset(m.d.NumStates())
	}
	visit := func(q StateID) {
		if q != Dead && !known.has(q) {
			known.add(q)
			reached = append(reached, q)
		}
	}
	for _, q := range states {
		visit(q)
	}
	for i := 0; i < len(reached); i++ {
		for _, t := range m.terms[reached[i]] {
			if t.length == 0 {
				visit(t.to)
			}
		}
	}
	return reached
}

// accepted reports whether any of the states accepts.
func (m *Members) accepted(states []StateID) bool {
	for _, q := range states {
		if m.d.accept[q] {
			return true
		}
	}
	return false
}
