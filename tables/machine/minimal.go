package machine

import "slices"

// This file finds equivalent states of a machine.
//
// Idea. Hopcroft's refinement (1971): begin with blocks of states that differ, and split a block if
// some of its states lead into a block, the splitter, and others do not. Of the two parts the
// smaller one becomes a splitter, so a state is in a splitter at most log n times.
//
// Requires and returns. The kinds of the states: states of different kinds differ. It returns the
// number of blocks of equivalent states at the end, and the number of transitions read.
//
// Cost. k n log n steps and 6 k n bytes, for n states and k classes.
//
// Rejected. Moore's refinement, the twin: it may take n rounds over all transitions.
//
// Twin: TestBlocksAreThoseOfMoore.

// blocks refines the partition of the states by kind until it is stable. n is the number of its
// blocks, and steps the number of transitions read.
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
					// If b is in the queue, it stays there as the larger part.
					queue = append(queue, smaller)
				}
			}
		}
	}
	return len(p.first), steps
}

// An inverse has the predecessors of each state.
type inverse struct {
	n     int
	start []int32  // by class and state: the beginning of its list
	list  []uint16 // the lists
}

// inverse returns the predecessors of all states, counted first and then filled in.
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

// of returns the predecessors of q on class c.
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
	marked     []int    // by block: the number of marked states, which stand first
}

// newPartition returns the partition with a block for each kind. kind has the kind of each state.
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

// allButTheLargest returns all blocks but the largest.
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

// mark marks state q, and returns touched, to which it appends the block of q if q is its first
// marked state.
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

// split divides block b into its marked states and the others, and unmarks them. The smaller part
// becomes a new block, whose number split returns. ok is false if one part is empty; then b stays
// as it is.
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
