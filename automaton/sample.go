package automaton

import "math/rand/v2"

// A Sampler draws members of a language at random, for tests and examples.
type Sampler struct {
	dfa  *DFA
	away []int // by state: the number of bytes to the nearest accepting state
}

// NewSampler returns a sampler for d. Requires: the language of d is not empty. Cost: linear in the
// number of transitions.
func NewSampler(d *DFA) *Sampler {
	far := d.NumStates() // longer than any path to an accepting state
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

// Draw appends a random member to dst. It walks randomly through live states for about length
// bytes, choosing every class with the same probability, and then follows a shortest path to the
// end. The draw is deliberately not uniform, because rare classes find bugs.
//
// In a run of bytes of one class, the first byte is always a candidate, and every other byte is a
// candidate with a probability of one in four. A table lookup replaces a branch that would be
// mispredicted.
func (s *Sampler) Draw(r *rand.Rand, length int, dst []byte) []byte {
	d, q := s.dfa, s.dfa.start
	var live [256]bool // by class: whether it leads to a live state
	var ways [256]byte
	for n := 0; ; n++ {
		hurry := n >= length
		if hurry && d.accept[q] {
			return dst
		}
		row := d.next[int(q)*d.classes:][:d.classes]
		for c, to := range row {
			live[c] = s.away[to] < d.NumStates() && (!hurry || s.away[to] < s.away[q])
		}
		count, last := 0, -1
		for b, class := range d.class {
			c := int(class)
			if live[c] {
				ways[count] = byte(b)
				if c == last {
					count += oneInFour[r.Uint64()%4]
				} else {
					count++
				}
			}
			last = c
		}
		if count == 0 {
			return dst // a live state without live successors accepts
		}
		b := ways[r.IntN(count)]
		dst = append(dst, b)
		q = row[d.class[b]]
	}
}

var oneInFour = [4]int{1, 0, 0, 0}
