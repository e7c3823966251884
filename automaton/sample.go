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
//
// Of a run of bytes of one class the first is always a way on, and each of the others in one case of
// four. No branch depends on that, which nothing could foresee.
func (s *Sampler) Draw(r *rand.Rand, length int, dst []byte) []byte {
	d, q := s.dfa, s.dfa.start
	var live [256]bool // by class: whether it is a way on
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
			return dst // a live state without a way on accepts
		}
		b := ways[r.IntN(count)]
		dst = append(dst, b)
		q = row[d.class[b]]
	}
}

var oneInFour = [4]int{1, 0, 0, 0}
