package automaton

import (
	"context"
	"math"
	"slices"
)

// Minimize returns the canonical DFA of d's language: minimal, trimmed, and numbered as described
// in the package comment. Minimize consumes d even if it fails: it returns d's memory to the meter,
// and the caller must not use d again.
//
// Idea. Minimize runs Hopcroft's algorithm (An n log n algorithm for minimizing states in a finite
// automaton, 1971) on a refinable partition (Valmari and Lehtinen, 2008). Equal table columns are
// merged first (shareClasses). Moves to the dead state are omitted, as in the incomplete automata
// of Valmari and Lehtinen, because most moves in real grammar rules lead there.
//
// Cost: O(classes × n log n) steps, and 8 bytes per transition for the inverse.
//
// Rejected: Moore's algorithm. It is as fast for the rules in an RFC, but only Hopcroft's algorithm
// is fast enough for the 200,000 subsets of a hostile grammar.
//
// Tested against: TestMinimizeRandomMachines and TestMinimizeRandomTables compare it with
// Brzozowski's algorithm.
func Minimize(d *DFA, meter *Meter) (*DFA, error) {
	return minimize(d, acceptance(d), meter)
}

// acceptance returns the kind of each state: 1 if it accepts, and 0 otherwise.
func acceptance(d *DFA) (kind []uint32) {
	kind = make([]uint32, d.NumStates())
	for q, accept := range d.accept {
		if accept {
			kind[q] = 1
		}
	}
	return kind
}

// minimize is like Minimize but never merges states of different kinds. Requires: the dead state
// and its equivalents have kind 0, and states of other kinds accept.
func minimize(d *DFA, kind []uint32, meter *Meter) (*DFA, error) {
	d, err := d.shareClasses(meter)
	if err != nil {
		return nil, err
	}
	inverse := int64(d.classes) * int64(d.NumStates()) * 8
	if err := meter.spend(0, inverse); err != nil {
		meter.release(d.size())
		return nil, err
	}
	var p *partition
	v, err := invertWithin(d, meter)
	if err == nil {
		p, err = v.partition(kind, meter)
	}
	if err == nil {
		err = p.refine(v, meter)
	}
	meter.release(inverse)
	if err != nil {
		meter.release(d.size())
		return nil, err
	}
	return p.quotient(d).canonical(d.size(), meter)
}

// canonical returns the canonical DFA of d, whose states must be pairwise inequivalent. It releases
// the given number of bytes (held): the memory of d, or of the automaton from which d was built.
func (d *DFA) canonical(held int64, meter *Meter) (*DFA, error) {
	meter.release(held)
	if err := meter.Work(4 * int64(len(d.next))); err != nil { // for numbering states and merging classes
		return nil, err
	}
	least := d.number().mergeClasses()
	if err := check("DFA states", int64(least.NumStates()), int64(meter.limits.DFAStates)); err != nil {
		return nil, err
	}
	return least, meter.spend(0, least.size()) // never fails: d was at least as large
}

// Canonical determinizes and minimizes n.
func Canonical(n *NFA, meter *Meter) (*DFA, error) {
	d, err := Determinize(n, meter)
	if err != nil {
		return nil, err
	}
	return Minimize(d, meter)
}

// An inverse lists, for each class and state, the states from which the class leads to this state.
// The list of the dead state is empty.
type inverse struct {
	states int
	first  []uint32 // index class × (states + 1) + state into source
	source []uint32
}

func (v *inverse) sources(c, q int) []uint32 {
	i := c*(v.states+1) + q
	return v.source[v.first[i]:v.first[i+1]]
}

func (v *inverse) classes() int { return len(v.first) / (v.states + 1) }

// invert is invertWithin without a limit.
func invert(d *DFA) *inverse {
	v, _ := invertWithin(d, NewMeter(context.Background(), Limits{Steps: math.MaxInt64}))
	return v
}

// invertWithin counts the predecessors of each state, adds up the counts, and fills each list from
// its end. The meter counts the steps.
func invertWithin(d *DFA, meter *Meter) (*inverse, error) {
	n, k := d.NumStates(), d.classes
	v := &inverse{states: n, first: make([]uint32, k*(n+1)+1)}
	for q := range n {
		live := 0
		for c, to := range d.next[q*k:][:k] {
			if to != Dead {
				v.first[c*(n+1)+int(to)]++
				live++
			}
		}
		if err := meter.Work(2*int64(k) + 4*int64(live)); err != nil {
			return nil, err
		}
	}
	sum := uint32(0)
	for i := range v.first {
		sum += v.first[i]
		v.first[i] = sum
	}
	v.source = make([]uint32, sum)
	for q := n - 1; q >= 0; q-- {
		for c, to := range d.next[q*k:][:k] {
			if to != Dead {
				at := &v.first[c*(n+1)+int(to)]
				*at--
				v.source[*at] = uint32(q)
			}
		}
	}
	return v, nil
}

// partition creates the initial blocks: one for the dead state and its equivalents, and one for the
// other states of each kind.
func (v *inverse) partition(kind []uint32, meter *Meter) (*partition, error) {
	fine := make([]uint32, v.states)
	var queue []uint32
	visit := func(q uint32) {
		if fine[q] == 0 {
			fine[q] = kind[q] + 1
			queue = append(queue, q)
		}
	}
	for q, k := range kind {
		if k != 0 {
			visit(uint32(q))
		}
	}
	for i := 0; i < len(queue); i++ {
		found := 0
		for c := range v.classes() {
			sources := v.sources(c, int(queue[i]))
			found += len(sources)
			for _, q := range sources {
				visit(q)
			}
		}
		if err := meter.Work(int64(v.classes() + found)); err != nil {
			return nil, err
		}
	}
	return newPartition(fine), nil
}

// A partition divides the states into blocks and can be refined. The states of block b are
// elems[first[b]:end[b]]. The states marked for a split come first, before index marked[b].
type partition struct {
	elems  []uint32
	where  []uint32 // by state: its position in elems
	block  []uint32 // by state: its block
	first  []uint32
	marked []uint32
	end    []uint32
}

// newPartition creates a block for the states of each kind, starting with kind 0.
func newPartition(kind []uint32) *partition {
	n := len(kind)
	p := &partition{elems: make([]uint32, n), where: make([]uint32, n), block: make([]uint32, n)}
	for q := range p.elems {
		p.elems[q], p.where[q] = uint32(q), uint32(q)
	}
	p.first, p.marked, p.end = []uint32{0}, []uint32{0}, []uint32{uint32(n)}
	of := make([][]uint32, slices.Max(kind)+1)
	for q, k := range kind {
		of[k] = append(of[k], uint32(q))
	}
	for _, states := range of[1:] {
		for _, q := range states {
			p.mark(q)
		}
		p.split(0)
	}
	return p
}

// mark marks a state to be split off from its block.
func (p *partition) mark(q uint32) {
	b := p.block[q]
	at, to := p.where[q], p.marked[b]
	if at < to {
		return
	}
	other := p.elems[to]
	p.elems[at], p.elems[to] = other, q
	p.where[other], p.where[q] = at, to
	p.marked[b]++
}

// split moves the marked states of block b to a new block, unless all states or none are marked. It
// returns the new block and clears the marks.
func (p *partition) split(b uint32) (fresh uint32, ok bool) {
	from, mid, to := p.first[b], p.marked[b], p.end[b]
	p.marked[b] = from
	if mid == from || mid == to {
		return 0, false
	}
	fresh = uint32(len(p.first))
	p.first = append(p.first, from)
	p.marked = append(p.marked, from)
	p.end = append(p.end, mid)
	p.first[b], p.marked[b] = mid, mid
	for _, q := range p.elems[from:mid] {
		p.block[q] = fresh
	}
	return fresh, true
}

func (p *partition) size(b uint32) uint32 { return p.end[b] - p.first[b] }

// refine splits blocks until all states of a block lead to the same blocks.
//
// Invariant: if states x and y are in one block and class c leads them to different blocks, at
// least one of these blocks is waiting. If a waiting block is split, both halves wait. If any other
// block is split, the smaller half suffices.
//
// The block of the dead state does not wait initially: two states that differ in their moves to it
// also differ in their moves to the other blocks. The states of the dead block are equivalent, so
// the block is never split.
func (p *partition) refine(v *inverse, meter *Meter) error {
	k := v.classes()
	var waiting []uint32
	isWaiting := make([]bool, v.states)
	for b := range p.first {
		if uint32(b) != p.block[Dead] {
			waiting = append(waiting, uint32(b))
			isWaiting[b] = true
		}
	}
	var splitter, touched []uint32
	for round := 0; len(waiting) > 0; round++ {
		if round%64 == 0 {
			if err := meter.cancelled(); err != nil {
				return err
			}
		}
		b := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		isWaiting[b] = false
		splitter = append(splitter[:0], p.elems[p.first[b]:p.end[b]]...)
		for c := range k {
			var marked int
			touched, marked = p.markSources(v, c, splitter, touched[:0])
			if err := meter.Work(int64(len(splitter) + 2*marked)); err != nil {
				return err
			}
			for _, t := range touched {
				fresh, ok := p.split(t)
				if !ok {
					continue
				}
				if !isWaiting[t] && p.size(t) < p.size(fresh) {
					fresh = t
				}
				waiting = append(waiting, fresh)
				isWaiting[fresh] = true
			}
		}
	}
	return nil
}

// markSources marks the states from which class c leads into the splitter. It returns their blocks
// and the number of states.
func (p *partition) markSources(v *inverse, c int, splitter, touched []uint32) (_ []uint32, marked int) {
	for _, q := range splitter {
		sources := v.sources(c, int(q))
		marked += len(sources)
		for _, from := range sources {
			b := p.block[from]
			if p.marked[b] == p.first[b] {
				touched = append(touched, b)
			}
			p.mark(from)
		}
	}
	return touched, marked
}

// quotient returns the DFA whose states are the blocks. The block of the dead state becomes Dead.
func (p *partition) quotient(d *DFA) *DFA {
	dead := p.block[Dead]
	id := func(block uint32) StateID { // swaps block 0 and the block of the dead state
		switch block {
		case dead:
			return Dead
		case 0:
			return StateID(dead)
		}
		return StateID(block)
	}
	q := &DFA{class: d.class, classes: d.classes, start: id(p.block[d.start])}
	q.next = make([]StateID, len(p.first)*d.classes)
	q.accept = make([]bool, len(p.first))
	for b := range p.first {
		state, example := id(uint32(b)), p.elems[p.first[b]]
		q.accept[state] = d.accept[example]
		for c := range d.classes {
			q.next[int(state)*d.classes+c] = id(p.block[d.Next(StateID(example), c)])
		}
	}
	return q
}
