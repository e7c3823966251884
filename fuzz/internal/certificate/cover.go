package certificate

import "iter"

// Pairs returns the number of pairs.
func (c *Certificate) Pairs() int { return len(c.pairs) }

// Terms returns the number of distinct terms. If the machine is minimal, each term is paired with a
// single state, because terms that match the same strings then have the same state.
func (c *Certificate) Terms() int {
	different := map[Term]bool{}
	for _, p := range c.pairs {
		different[p.term] = true
	}
	return len(different)
}

// States returns the reachable states in the order of the walk.
func (c *Certificate) States() (states []uint32) {
	met := map[uint32]bool{}
	for _, p := range c.pairs {
		if !met[p.state] {
			met[p.state] = true
			states = append(states, p.state)
		}
	}
	return states
}

// Cover yields a string for each pair and each next byte, 256 per pair, and whether the grammar
// matches the string.
func (c *Certificate) Cover() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for i, p := range c.pairs {
			to, _ := c.terms.cells(p.term)
			s := append([]byte(c.access(i)), 0)
			for b := range to {
				s[len(s)-1] = byte(b)
				if !yield(string(s), c.terms.Nullable(to[b])) {
					return
				}
			}
		}
	}
}
