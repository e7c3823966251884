package automaton

import "math/rand/v2"

// A Sampler draws members of a language at random, for tests and examples.
type Sampler struct {
	dfa  *DFA
	away []int // bytes from a state to the nearest accepting one
}

// NewSampler prepares to draw from d, whose language must not be empty. It takes time linear in the transitions.
func NewSampler(d *DFA) *Sampler {
	far := d.NumStates() // more than any way that ends
	s := &Sampler{dfa: d, away: make([]int, d.NumStates())}
	var queue []StateID
	for q := range s.away {
		if s.away[q] = far; d.accept[q] {
			s.away[q] = 0
			queue = append(queue, StateID(q))
		}
	}
	before := invert(d)
	for i := 0; i < len(queue); i++ {
		to := queue[i]
		for c := range d.classes {
			for _, q := range before.sources(c, int(to)) {
				if s.away[q] == far {
					s.away[q] = s.away[to] + 1
					queue = append(queue, StateID(q))
				}
			}
		}
	}
	return s
}

// Draw appends a member to dst. It walks at random among live states, every class as
// likely as another, for about length bytes, and then takes a shortest way to the end.
// The draw is not uniform, and is not meant to be: rare classes are where the bugs are.
func (s *Sampler) Draw(r *rand.Rand, length int, dst []byte) []byte {
	d, q := s.dfa, s.dfa.start
	for n := 0; ; n++ {
		hurry := n >= length
		if hurry && d.accept[q] {
			return dst
		}
		var ways []int
		for b := range 256 {
			to := d.Step(q, byte(b))
			if s.away[to] >= d.NumStates() || hurry && s.away[to] >= s.away[q] {
				continue
			}
			if b == 0 || d.class[b] != d.class[b-1] || r.IntN(4) == 0 {
				ways = append(ways, b)
			}
		}
		if len(ways) == 0 {
			return dst // a live state without a way on accepts
		}
		b := byte(ways[r.IntN(len(ways))])
		dst = append(dst, b)
		q = d.Step(q, b)
	}
}
