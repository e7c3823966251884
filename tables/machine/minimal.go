package machine

import "slices"

// This file finds equivalent states of a machine.
//
// Idea. This is Hopcroft's refinement (1971). Two states are equivalent if every string takes both
// to states of the same kind. blocks begins with one block of states per kind. Each block in turn
// serves as a splitter: if a class takes some but not all states of another block into the
// splitter, that block is split in two. The smaller part becomes a splitter, so a state is in a
// splitter at most log n times. At the end, two states are in the same block if and only if they
// are equivalent.
//
// Requires and returns. blocks requires the kind of each state, for example whether it accepts. It
// returns the number of blocks at the end and the number of transitions read.
//
// Cost. k n log n steps and 6 k n bytes, for n states and k classes.
//
// Rejected. Moore's refinement: it may take n rounds over all transitions.
//
// Tested against: TestBlocksAreThoseOfMoore.

// blocks divides the states into blocks by kind and splits blocks until all states in each block
// are equivalent. kind contains the kind of each state. n is the number of blocks at the end, and
// steps is the number of transitions read.
func (m *Machine) blocks(kind []int) (n, steps int) {
	p, before := newPartition(kind), m.inverse()
	queue := p.allButTheLargest()
	for len(queue) > 0 {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		splitter := slices.Clone(p.states[p.first[b]:p.end[b]])
		for c := range m.Count {
			var touched []int
			for _, q := range splitter {
				list := before.of(c, q)
				for _, from := range list {
					touched = p.mark(from, touched)
				}
				steps += 1 + len(list)
			}
			for _, b := range touched {
				if smaller, ok := p.split(b); ok {
					// If b is in the queue, it remains there as the larger part.
					queue = append(queue, smaller)
				}
			}
		}
	}
	return len(p.first), steps
}

// An inverse contains a list for each class c and state q: the states that lead to q on class c.
type inverse struct {
	n     int      // the number of states
	start []int32  // start[c*n+q] is where the list of c and q begins in list
	list  []uint16 // the lists, concatenated
}

// inverse returns the lists of all states. It first counts their lengths and then fills them in.
func (m *Machine) inverse() *inverse {
	n := m.States()
	v := &inverse{n: n, start: make([]int32, n*m.Count+1), list: make([]uint16, n*m.Count)}
	for q := range n {
		for c := range m.Count {
			v.start[c*n+m.next(q, c)]++
		}
	}
	sum := int32(0)
	for i, count := range v.start {
		sum += count
		v.start[i] = sum // the end of the list; filling it moves this to its beginning
	}
	for q := range n {
		for c := range m.Count {
			at := &v.start[c*n+m.next(q, c)]
			*at--
			v.list[*at] = uint16(q)
		}
	}
	return v
}

// of returns the states that lead to q on class c.
func (v *inverse) of(c int, q uint16) []uint16 {
	i := c*v.n + int(q)
	return v.list[v.start[i]:v.start[i+1]]
}

// A partition divides states into blocks.
type partition struct {
	states     []uint16 // all states, block after block
	at         []int    // by state: its index in states
	block      []int    // by state: its block
	first, end []int    // by block: its states are states[first:end]
	marked     []int    // by block: the number of marked states, which come first
}

// newPartition returns the partition with one block per kind. kind[q] is the kind of state q.
func newPartition(kind []int) *partition {
	n := len(kind)
	p := &partition{states: make([]uint16, n), at: make([]int, n), block: make([]int, n)}
	for q := range n {
		p.states[q] = uint16(q)
	}
	slices.SortStableFunc(p.states, func(a, b uint16) int { return kind[a] - kind[b] })
	for i, q := range p.states {
		if i == 0 || kind[q] != kind[p.states[i-1]] {
			p.first, p.end, p.marked = append(p.first, i), append(p.end, i), append(p.marked, 0)
		}
		b := len(p.first) - 1
		p.at[q], p.block[q], p.end[b] = i, b, i+1
	}
	return p
}

// allButTheLargest returns all blocks except the largest.
func (p *partition) allButTheLargest() (blocks []int) {
	largest := 0
	for b := range p.first {
		if p.end[b]-p.first[b] > p.end[largest]-p.first[largest] {
			largest = b
		}
	}
	for b := range p.first {
		if b != largest {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// mark marks state q by moving it to the marked states at the beginning of its block, unless q is
// already marked. If q is the first marked state in its block, mark appends the block to touched.
// It returns touched.
func (p *partition) mark(q uint16, touched []int) []int {
	b := p.block[q]
	i, j := p.at[q], p.first[b]+p.marked[b]
	if i < j {
		return touched
	}
	other := p.states[j]
	p.states[i], p.states[j] = other, q
	p.at[other], p.at[q] = i, j
	if p.marked[b]++; p.marked[b] == 1 {
		touched = append(touched, b)
	}
	return touched
}

// split divides block b into its marked and unmarked states and clears the marks. The smaller part
// becomes a new block, whose number split returns, and the larger part remains block b. If all
// states of b are marked, ok is false and b is not divided.
func (p *partition) split(b int) (smaller int, ok bool) {
	n := p.marked[b]
	p.marked[b] = 0
	middle := p.first[b] + n
	if middle == p.end[b] {
		return 0, false
	}
	first, end := p.first[b], middle
	if n <= p.end[b]-middle {
		p.first[b] = middle
	} else {
		first, end = middle, p.end[b]
		p.end[b] = middle
	}
	smaller = len(p.first)
	p.first, p.end, p.marked = append(p.first, first), append(p.end, end), append(p.marked, 0)
	for _, q := range p.states[first:end] {
		p.block[q] = smaller
	}
	return smaller, true
}
