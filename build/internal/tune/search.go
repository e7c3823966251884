package tune

import (
	"math/bits"
	"math/rand/v2"
)

// A shift automaton (Per Vognsen, 2021) reads a byte with one shift. A state is an offset, and each
// byte class has a row, which is one word. In a row, the field at a state's offset holds the offset
// of the next state. Ten fields of 6 bits fit side by side. More fit if they overlap where their
// bits are equal; search finds offsets that allow this.
const (
	rowBits   = 64
	fieldBits = 6 // an offset fits in a field: 1<<fieldBits = rowBits

	maxPlaced = 31 // states; a uint32 then holds a set of them and the end of the row
)

// search finds offsets for the states of an automaton.
//
// Idea. Start with random offsets, and move single states until no overlapping fields disagree (see
// walk). Some starts fail, so search uses several. Three in four starts place state 0, the dead
// one, at 0. Two overlapping states often both lead to state 0, and zeros agree with zeros at any
// distance. The fourth start places state 0 at 42, 101010 in binary, which agrees with itself at
// distances of 2 and 4 bits.
//
// Requires and returns. next[c][q] is the state after q on column c. State 0 must lead to itself.
// There may be at most 31 states. The returned offsets are distinct, and every column has a row for
// them. They are nil if none were found within the budget, although some may exist. offsets and
// steps, the number of steps taken, depend only on next, unless the budget ran out. search calls
// spend repeatedly, and stops when spend returns false.
//
// Cost. See [SearchSteps] and walk. Tested against: TestSearch compares the result with an
// independent walk of both automata, TestPlacementFaults with a bitwise count.
func search(next [][]uint8, budget int, spend func(steps int) bool) (offsets []uint8, steps int) {
	if len(next) == 0 || len(next[0]) == 0 || len(next[0]) > maxPlaced {
		return nil, 0
	}
	const (
		walk  = 1 << 17 // steps from one start
		stage = 1 << 13 // steps between two calls to spend, about a millisecond
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

// A placement assigns an offset to each state, validly or not. Its faults are the bits in which
// overlapping fields disagree, counted over all rows. A placement without faults is a solution.
//
// Idea. To count faults fast, the rows are transposed. Each state has a vector with a lane for each
// column; the lane holds the offset to which the state leads on that column. Two states at a
// distance of d disagree where the vector of the first, shifted right by d, differs from the vector
// of the second in the low 6-d bits of a lane. This takes a handful of operations for ten columns.
// The end of the row counts as a state at offset 64 whose lanes are zero.
type placement struct {
	states, words int
	unit          []uint64         // for states q and t, a vector with a 1 in each lane on which q leads to t
	from          [][]uint8        // for each state, the states that lead to it
	offset        []uint8          // offset of each state
	wanted        []uint64         // vector of each state, and of the end of the row
	at            [rowBits + 1]int // the state at each offset, if any
	taken         uint64           // the offsets in use
	faulty        uint32           // the states with a fault
}

const lanes = rowBits / fieldBits // in a word of a vector

// lowBits contains, for each distance, the bits of each lane that two overlapping fields share.
var lowBits = func() (low [fieldBits]uint64) {
	for d := range low {
		for i := range lanes {
			low[d] |= (1<<(fieldBits-d) - 1) << (i * fieldBits)
		}
	}
	return low
}()

// newPlacement returns a placement for the states of next, with all offsets 0.
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

// distinctColumns returns the columns without duplicates.
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

// scatter places state 0 at the given offset, and the other states at random.
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

// put sets the offset of a state, and updates the vectors of the states that lead to it.
func (p *placement) put(t int, o uint8) {
	delta := uint64(o) - uint64(p.offset[t]) // if delta is negative, lanes borrow, but the sum is still right
	p.offset[t], p.at[o] = o, t
	for _, q := range p.from[t] {
		unit := p.unit[(int(q)*p.states+t)*p.words:]
		for j := range p.words {
			p.wanted[int(q)*p.words+j] += delta * unit[j]
		}
	}
}

// move gives a state a new offset, and gives its old offset to the state placed at the new one.
// Moving the state back undoes the move.
func (p *placement) move(q int, o uint8) {
	old := p.offset[q]
	if p.taken>>o&1 != 0 {
		p.put(p.at[o], old)
	} else {
		p.taken ^= 1<<o | 1<<old
	}
	p.put(q, o)
}

// faults counts the faults and records the states that have any. It may stop once the count exceeds
// limit.
func (p *placement) faults(limit int) (n int) {
	faulty := uint32(0)
	for rest := p.taken; rest != 0 && n <= limit; rest &= rest - 1 {
		o := bits.TrailingZeros64(rest)
		q := p.at[o]
		first := p.wanted[q*p.words:][:p.words]
		near := rest >> (o + 1) & (1<<(fieldBits-1) - 1) // bit d-1: a state is placed at a distance of d
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
	p.faulty = faulty &^ (1 | 1<<p.states) // state 0 and the end never move
	return n
}

// patience is the probability of accepting a step that adds d faults, times 1<<32: (100/256)^d.
var patience = func() (of [rowBits]uint32) {
	for d, likely := 0, uint64(1<<32-1); d < len(of); d++ {
		of[d] = uint32(likely)
		likely = likely * 100 / 256
	}
	return of
}()

// walk moves one state at a time until no faults or no steps are left.
//
// Idea. Simulated annealing at a single temperature, guided by faults: three in four steps move a
// state that has a fault. A step that adds no faults is accepted; any other step is accepted with
// the probability given by patience.
//
// Cost. About 0.1 million steps for 12 live states of IRI, and about 3 million for 13, with wide
// variation.
//
// Rejected. Slow cooling takes ten times as many steps, and choosing the states to move at random
// takes twice as many. Backtracking took 84,000 steps for 11 states and found no solution for 12,
// although it used a domain of offsets for each state, masks of known bits for each row, restarts,
// and the least constraining offset first. A SAT solver (CaDiCaL) found no solution within a
// minute.
func (p *placement) walk(steps int, rng *rand.PCG) (taken int, found bool) {
	n := p.faults(1 << 30)
	faulty := p.faulty
	for i := range steps {
		if n == 0 {
			return i, true
		}
		r := rng.Uint64() // bits: 6 for the offset, 2 for the kind of choice, 32 for patience, 16 for the choice
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

// element returns the k-th element of a set of small numbers, counting from 0.
func element(set uint32, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}
