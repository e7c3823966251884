package tune

import (
	"math/bits"
	"math/rand/v2"
)

// A shift automaton (Per Vognsen, 2021) reads a byte with one shift: a state is an offset, a row
// is a word for each class of bytes, and the field of the row that begins at the offset of a state
// holds the offset of the state that follows. With fields of 6 bits ten of them fit side by side.
// More fit when they overlap in bits that agree, which is what the search here is for.
const (
	rowBits   = 64
	fieldBits = 6 // an offset is a field: 1<<fieldBits = rowBits

	maxPlaced = 31 // states, so that a set of them and the end of the row is a uint32
)

// search finds offsets for the states of an automaton, next[c][q] being the state after q on
// column c and state 0 one that leads to itself: different ones, such that there is a row for
// each column. offsets is nil when none were found within so many steps, which says nothing
// about whether there are any. At most 31 states. What is found depends on next alone, and so does
// steps, how many it took, unless they were too few. The steps are spent as they are done; where
// spend returns false, the search is over.
//
// It walks from several random beginnings, since some lead nowhere. Three in four have state 0,
// which is dead, at 0: where two states that overlap both lead to it, which is the common case,
// zeros agree with zeros however far apart they are. The fourth has it at 42, 101010 in binary,
// which agrees with itself 2 and 4 bits further.
func search(next [][]uint8, budget int, spend func(steps int) bool) (offsets []uint8, steps int) {
	if len(next) == 0 || len(next[0]) == 0 || len(next[0]) > maxPlaced {
		return nil, 0
	}
	const (
		walk  = 1 << 17 // steps from one beginning
		stage = 1 << 13 // steps that are spent at once: about a millisecond
	)
	p := newPlacement(next)
	for i := uint64(0); steps < budget; i++ {
		rng := rand.NewPCG(i, rowBits)
		p.scatter([]uint8{0, 0, 0, 42}[i%4], rng)
		for left := min(walk, budget-steps); left > 0; {
			n, found := p.walk(min(stage, left), rng)
			steps += n
			left -= n
			if ok := spend(n); found {
				return p.offset, steps
			} else if !ok {
				return nil, steps
			}
		}
	}
	return nil, steps
}

// A placement is an offset for each state, right or wrong. Its faults are the bits in which
// fields that overlap disagree, in all rows; without faults it is what was asked for.
//
// To count them fast it turns the rows around: for each state a vector with a lane for each
// column, that holds the offset wanted there. States at a distance of d disagree where the
// vector of the first, shifted by d, differs from that of the second in the low 6-d bits of a lane,
// a handful of operations for ten columns. The end of the row is a state at 64 that wants zeros.
type placement struct {
	states, words int
	unit          []uint64         // for each state q and state t, a vector with a 1 in each lane in which q leads to t
	from          [][]uint8        // the states that lead to a state
	offset        []uint8          // of each state
	wanted        []uint64         // the vector of each state, and of the end
	at            [rowBits + 1]int // the state at an offset, where one is
	taken         uint64           // the offsets where one is
	faulty        uint32           // the states that disagree with another
}

const lanes = rowBits / fieldBits // in a word of a vector

// lowBits has, for each distance, the bits of each lane that belong to both fields.
var lowBits = func() (low [fieldBits]uint64) {
	for d := range low {
		for i := range lanes {
			low[d] |= (1<<(fieldBits-d) - 1) << (i * fieldBits)
		}
	}
	return low
}()

func newPlacement(next [][]uint8) *placement {
	columns := distinctColumns(next)
	n, words := len(next[0]), (len(columns)+lanes-1)/lanes
	p := &placement{
		states: n, words: words,
		unit: make([]uint64, n*n*words), from: make([][]uint8, n),
		offset: make([]uint8, n), wanted: make([]uint64, (n+1)*words),
	}
	for q := range n {
		leads := make([]bool, n)
		for c, column := range columns {
			t := int(column[q])
			p.unit[(q*n+t)*words+c/lanes] |= 1 << (c % lanes * fieldBits)
			leads[t] = true
		}
		for t := range n {
			if leads[t] {
				p.from[t] = append(p.from[t], uint8(q))
			}
		}
	}
	p.at[rowBits] = n
	return p
}

// distinctColumns returns the columns, each once.
func distinctColumns(next [][]uint8) (columns [][]uint8) {
	seen := map[string]bool{}
	for _, column := range next {
		if !seen[string(column)] {
			seen[string(column)] = true
			columns = append(columns, column)
		}
	}
	return columns
}

// scatter puts state 0 where it is told and the others anywhere.
func (p *placement) scatter(first uint8, rng *rand.PCG) {
	p.taken = 0
	for q := range p.states {
		o := first
		for p.taken>>o&1 != 0 {
			o = uint8(rng.Uint64() % rowBits)
		}
		p.taken |= 1 << o
		p.put(q, o)
	}
}

// put gives a state an offset, and those that lead to it another field to want.
func (p *placement) put(t int, o uint8) {
	delta := uint64(o) - uint64(p.offset[t]) // below zero lanes borrow, and the sum comes out right
	p.offset[t], p.at[o] = o, t
	for _, q := range p.from[t] {
		unit := p.unit[(int(q)*p.states+t)*p.words:]
		for j := range p.words {
			p.wanted[int(q)*p.words+j] += delta * unit[j]
		}
	}
}

// move gives a state an offset, and one that was there the old one; moving back undoes it.
func (p *placement) move(q int, o uint8) {
	old := p.offset[q]
	if p.taken>>o&1 != 0 {
		p.put(p.at[o], old)
	} else {
		p.taken ^= 1<<o | 1<<old
	}
	p.put(q, o)
}

// faults counts the faults and notes the states that have them. It may stop at more than limit.
func (p *placement) faults(limit int) (n int) {
	faulty := uint32(0)
	for rest := p.taken; rest != 0 && n <= limit; rest &= rest - 1 {
		o := bits.TrailingZeros64(rest)
		q := p.at[o]
		first := p.wanted[q*p.words:][:p.words]
		near := rest >> (o + 1) & (1<<(fieldBits-1) - 1) // bit d-1: there is one at a distance of d
		if o > rowBits-fieldBits {
			near |= 1 << (rowBits - 1 - o) // the end
		}
		for ; near != 0; near &= near - 1 {
			d := bits.TrailingZeros64(near) + 1
			r := p.at[o+d]
			second := p.wanted[r*p.words:][:p.words]
			for j := range first {
				if differ := (first[j]>>d ^ second[j]) & lowBits[d]; differ != 0 {
					n += bits.OnesCount64(differ)
					faulty |= 1<<q | 1<<r
				}
			}
		}
	}
	p.faulty = faulty &^ (1 | 1<<p.states) // state 0 and the end stay where they are
	return n
}

// patience is how likely a step that adds d faults is made, of 1<<32: (100/256)^d.
var patience = func() (of [rowBits]uint32) {
	for d, likely := 0, uint64(1<<32-1); d < len(of); d++ {
		of[d] = uint32(likely)
		likely = likely * 100 / 256
	}
	return of
}()

// walk moves one state after the other, in three of four steps one that has a fault, until there is
// no fault, or no step left. A step that does not add faults is made, one that does is made as
// often as patience says: the textbook's annealing, at one temperature and with an eye on what is
// wrong.
//
// For 12 live states of IRI it takes about 0.1 million steps, for 13 some 3 million, more or less
// with luck. Cooling slowly, as one should, takes ten times as many, and moving states without an
// eye on faults twice as many. Backtracking with a domain of offsets for each state, masks of known
// bits for each row, the least constraining offset first and restarts needed 84,000 steps for 11
// states and found none for 12; a solver for SAT (CaDiCaL) none within a minute.
func (p *placement) walk(steps int, rng *rand.PCG) (taken int, found bool) {
	n := p.faults(1 << 30)
	faulty := p.faulty
	for i := range steps {
		if n == 0 {
			return i, true
		}
		r := rng.Uint64() // 6 bits an offset, 2 the kind of choice, 32 the patience, 16 the choice
		o, choice := uint8(r%rowBits), int(r>>48)
		q := 1 + choice*(p.states-1)>>16
		if r>>6&3 != 0 && faulty != 0 {
			q = element(faulty, choice*bits.OnesCount32(faulty)>>16)
		}
		old := p.offset[q]
		if o == old || o == p.offset[0] {
			continue
		}
		limit := n
		for uint32(r>>8) < patience[limit-n+1] {
			limit++
		}
		p.move(q, o)
		if now := p.faults(limit); now <= limit {
			n, faulty = now, p.faulty
		} else {
			p.move(q, old)
		}
	}
	return steps, n == 0
}

// element returns the k-th element of a set of small numbers.
func element(set uint32, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}
