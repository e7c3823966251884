package certificate

import (
	"fmt"
	"slices"
)

// A Machine is a table as the checker sees it: a deterministic automaton over bytes.
type Machine interface {
	Start() uint32
	Next(q uint32, b byte) uint32
	Accepts(q uint32) bool
}

// A Certificate is a bisimulation between terms and states.
type Certificate struct {
	pairs []pair
	seen  map[[2]uint32]bool // keyed by term and state
	terms *Terms
}

// A pair is a term and a state that the same strings reach.
type pair struct {
	term  Term
	state uint32
	from  int // the previous pair on a shortest path from the start; -1 for the start
	by    byte
}

// A Difference is a string on which the two sides disagree: the first in byte order among the
// shortest such strings.
type Difference struct {
	Witness string
	Table   bool // whether the table accepts it; if not, the grammar does
}

func (d *Difference) Error() string {
	if d.Table {
		return fmt.Sprintf("the table accepts %+q, and the grammar does not; no shorter string differs", d.Witness)
	}
	return fmt.Sprintf("the grammar has %+q, and the table refuses it; no shorter string differs", d.Witness)
}

// maxPairs bounds the walk if a machine is unrelated to the grammar.
const maxPairs = 1_000_000

// Certify proves that a machine accepts exactly the strings that a term matches. If it does not,
// the error is a *[Difference].
//
// Idea: walk both at the same time, breadth-first and in ascending byte order. The pairs form a
// bisimulation unless the two sides of a pair disagree about the empty string.
//
// Cost: 256 steps per pair. Tested against: shortest (TestChangedTables), which finds the length of
// a difference.
func (t *Terms) Certify(rule Term, m Machine) (*Certificate, error) {
	c := &Certificate{seen: map[[2]uint32]bool{}, terms: t}
	err := t.Err()
	if err == nil {
		err = c.meet(pair{term: rule, state: m.Start(), from: -1}, m)
	}
	for i := 0; i < len(c.pairs) && err == nil; i++ {
		var to [256]Term
		if to, err = t.cells(c.pairs[i].term); err != nil {
			break
		}
		for b := 0; b < 256 && err == nil; b++ {
			next := m.Next(c.pairs[i].state, byte(b))
			err = c.meet(pair{to[b], next, i, byte(b)}, m)
		}
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// meet adds a new pair. It returns a Difference if the sides disagree about the empty string.
func (c *Certificate) meet(p pair, m Machine) error {
	key := [2]uint32{uint32(p.term), p.state}
	if c.seen[key] {
		return nil
	}
	if len(c.pairs) == maxPairs {
		return fmt.Errorf("more than %d pairs of terms and states", maxPairs)
	}
	c.seen[key] = true
	c.pairs = append(c.pairs, p)
	if accepts := m.Accepts(p.state); accepts != c.terms.Nullable(p.term) {
		return &Difference{c.access(len(c.pairs) - 1), accepts}
	}
	return nil
}

// access returns a shortest string that leads from the start to a pair.
func (c *Certificate) access(i int) string {
	var back []byte
	for ; c.pairs[i].from >= 0; i = c.pairs[i].from {
		back = append(back, c.pairs[i].by)
	}
	slices.Reverse(back)
	return string(back)
}

// cells returns the derivatives of a term by all bytes. It verifies that the byte sets of the steps
// are disjoint and that the term limit is not exceeded.
func (t *Terms) cells(a Term) (to [256]Term, err error) {
	var all Bytes
	n := 0
	for _, s := range t.stepsOf(a) {
		all, n = all.or(s.on), n+s.on.len()
		for b := range to {
			if s.on.has(byte(b)) {
				to[b] = s.to
			}
		}
	}
	if all.len() != n {
		return to, fmt.Errorf("the steps of term %d overlap", a)
	}
	return to, t.Err()
}
