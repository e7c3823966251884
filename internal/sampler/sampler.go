// Package sampler draws random strings that match a rule, using only the rule's table.
package sampler

import (
	"math/rand/v2"

	"github.com/irilex/iri/tables/machine"
)

// A Sampler draws random strings that a machine accepts.
type Sampler struct {
	m     *machine.Machine
	bytes [][]byte // bytes of each class
	from  []int    // for each state, the index in Next of the first cell that leads to it
	away  []int    // for each state, the number of bytes to the nearest accepting state
}

// New returns a sampler for a machine.
func New(m *machine.Machine) *Sampler {
	s := &Sampler{m: m, bytes: make([][]byte, m.Count), from: make([]int, m.States()), away: make([]int, m.States())}
	for b, c := range m.Class {
		s.bytes[c] = append(s.bytes[c], byte(b))
	}
	for i := len(m.Next) - 1; i >= 0; i-- {
		s.from[m.Next[i]] = i
	}
	for q := range s.away {
		if s.away[q] = m.States(); m.Accept[q] {
			s.away[q] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i, to := range m.Next {
			if q := i / m.Count; s.away[to]+1 < s.away[q] {
				s.away[q], changed = s.away[to]+1, true
			}
		}
	}
	return s
}

// Draw extends dst, which must be a prefix of an accepted string, to an accepted string. If dst is
// empty, Draw starts with a shortest string that leads to a random state; each state is equally
// likely, so rare structures, such as a long IPv6 address, are drawn often. Then it walks about
// length bytes, choosing each class with equal probability, and takes a short path to an accepting
// state.
func (s *Sampler) Draw(r *rand.Rand, length int, dst []byte) []byte {
	m := s.m
	q := int(m.Start)
	for _, b := range dst {
		q = int(m.Next[q*m.Count+int(m.Class[b])])
	}
	if len(dst) == 0 {
		q += r.IntN(m.States() - q)
		dst = s.access(q, r, dst)
	}
	for n := 0; n < length || !m.Accept[q]; n++ {
		c, live := 0, 0
		for class := range m.Count {
			to := m.Next[q*m.Count+class]
			if s.away[to] == m.States() || n >= length && s.away[to] >= s.away[q] {
				continue
			}
			if live++; r.IntN(live) == 0 {
				c = class
			}
		}
		if live == 0 {
			return dst // no byte can follow
		}
		dst = append(dst, s.some(r, c))
		q = int(m.Next[q*m.Count+c])
	}
	return dst
}

// access appends a shortest string that leads to state q. States are numbered breadth-first, so the
// first cell that contains a state lies on a shortest path to that state.
func (s *Sampler) access(q int, r *rand.Rand, dst []byte) []byte {
	if q == int(s.m.Start) {
		return dst
	}
	cell := s.from[q]
	return append(s.access(cell/s.m.Count, r, dst), s.some(r, cell%s.m.Count))
}

// some returns a byte of class c.
func (s *Sampler) some(r *rand.Rand, c int) byte { return s.bytes[c][r.IntN(len(s.bytes[c]))] }
