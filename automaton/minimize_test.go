package automaton

import (
	"maps"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// checkCanonical checks every property of a canonical DFA.
func checkCanonical(t *testing.T, d *DFA) {
	t.Helper()
	fail := func(why string) {
		t.Helper()
		t.Fatalf("%s:\n%s", why, dump(d))
	}
	n, k := d.NumStates(), d.NumClasses()
	if k < 1 || k > 256 || len(d.next) != n*k || d.Live() != n-1 {
		fail("wrong size")
	}
	for _, to := range d.next {
		if int(to) >= n {
			fail("a way out of the table")
		}
	}
	if d.Accepting(Dead) || !maps.Equal(reachable(d, Dead), map[StateID]bool{Dead: true}) {
		fail("the dead state lives")
	}
	if empty := n == 1; empty != (d.Start() == Dead) || !empty && d.Start() != 1 {
		fail("wrong start")
	}

	order := []StateID{Dead}
	if d.Start() != Dead {
		order = append(order, d.Start())
	}
	for i := 1; i < len(order); i++ {
		for b := range 256 {
			if to := d.Step(order[i], byte(b)); !slices.Contains(order, to) {
				order = append(order, to)
			}
		}
	}
	if len(order) != n || !slices.IsSorted(order) {
		fail("not numbered breadth first, or not trimmed")
	}
	for q := 1; q < n; q++ {
		live := false
		for to := range reachable(d, StateID(q)) {
			live = live || d.Accepting(to)
		}
		if !live {
			fail("a second dead state")
		}
	}
	apart := distinguishable(d)
	for p := range n {
		for q := range p {
			if !apart[p][q] {
				fail("two states for one language")
			}
		}
	}

	next := 0
	for b := range 256 {
		if c := d.Class(byte(b)); c > next {
			fail("classes are not numbered by their smallest byte")
		} else if c == next {
			next++
		}
	}
	if next != k {
		fail("a class without bytes")
	}
	for c := range k {
		for e := range c {
			alike := true
			for q := range n {
				alike = alike && d.Next(StateID(q), c) == d.Next(StateID(q), e)
			}
			if alike {
				fail("two classes with one column")
			}
		}
	}
}

func TestMinimizeRandomMachines(t *testing.T) {
	t.Parallel()
	r := seeded(7)
	shrunk := 0
	for i := range 1500 {
		tree := randomTree(r, 1+i%4)
		if i%3 == 0 {
			tree = letterTree(r, 2+i%5)
		}
		raw := tree.raw()
		if raw.NumStates() > 150 {
			continue
		}
		d := tree.dfa()
		checkCanonical(t, d)
		same(t, brzozowski(raw), d, "by double reversal:", tree)
		again, err := Minimize(d, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		same(t, d, again, "minimal already:", tree)
		if d.NumStates() < raw.NumStates() {
			shrunk++
		}
	}
	if shrunk < testkit.Few(300) {
		t.Errorf("only %d machines had something to minimize", shrunk)
	}
}

// Random tables, unlike machines built from trees, have no structure that could make the result
// correct by accident. Many of their states are equivalent or dead.
func TestMinimizeRandomTables(t *testing.T) {
	t.Parallel()
	r := seeded(8)
	for range testkit.Few(800) {
		n, k := 1+r.IntN(12), 1+r.IntN(3)
		d := &DFA{classes: k, start: StateID(r.IntN(n)), accept: make([]bool, n), next: make([]StateID, n*k)}
		for b := range 256 {
			d.class[b] = uint8((b*7 + b/5) % k)
		}
		few := 1 + r.IntN(n)
		for i := k; i < n*k; i++ {
			d.next[i] = StateID(r.IntN(few))
			d.accept[i/k] = r.IntN(4) == 0
		}
		twin := brzozowski(trimmed(d))
		least, err := Minimize(d, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		checkCanonical(t, least)
		same(t, twin, least, "by double reversal")
	}
}

// trimmed removes unreachable states, as Brzozowski's algorithm requires.
func trimmed(d *DFA) *DFA {
	keep := slices.Sorted(maps.Keys(reachable(d, d.start)))
	if keep[0] != Dead {
		keep = slices.Insert(keep, 0, Dead)
	}
	r := &DFA{class: d.class, classes: d.classes, start: StateID(slices.Index(keep, d.start))}
	for _, q := range keep {
		r.accept = append(r.accept, d.accept[q])
		for c := range d.classes {
			r.next = append(r.next, StateID(slices.Index(keep, d.Next(q, c))))
		}
	}
	return r
}

// The slow version of the refinable partition splits sets one by one.
func TestPartition(t *testing.T) {
	r := seeded(21)
	for range 300 {
		d := &DFA{accept: make([]bool, 1+r.IntN(12))}
		for q := range d.accept {
			d.accept[q] = r.IntN(2) == 0
		}
		p := newPartition(acceptance(d))
		want := make([]int, len(d.accept)) // the block of each state
		if slices.Contains(d.accept, true) && slices.Contains(d.accept, false) {
			for q, accept := range d.accept {
				if accept {
					want[q] = 1
				}
			}
		}
		for range 10 {
			b := r.IntN(len(p.first))
			var all, marks []int
			for q := range want {
				if want[q] != b {
					continue
				}
				all = append(all, q)
				if r.IntN(2) == 0 {
					p.mark(uint32(q))
					p.mark(uint32(q)) // marking it twice makes no difference
					marks = append(marks, q)
				}
			}
			blocks := len(p.first)
			fresh, ok := p.split(uint32(b))
			if ok != (len(marks) > 0 && len(marks) < len(all)) || ok && int(fresh) != blocks {
				t.Fatalf("%v of %v: %d, %v", marks, all, fresh, ok)
			}
			for _, q := range marks {
				if ok {
					want[q] = blocks
				}
			}
			for q := range want {
				at := p.where[q]
				if int(p.block[q]) != want[q] || p.elems[at] != uint32(q) || at < p.first[want[q]] || at >= p.end[want[q]] {
					t.Fatalf("state %d is in block %d, want %d", q, p.block[q], want[q])
				}
			}
		}
	}
}

// quotient makes the dead state Dead, whatever its block number.
func TestQuotientKeepsDead(t *testing.T) {
	d := lit("ab").raw()
	v := invert(d)
	p, err := v.partition(acceptance(d), unlimited())
	if err == nil {
		err = p.refine(v, unlimited())
	}
	if err != nil {
		t.Fatal(err)
	}
	want := renumber(p.quotient(d))
	from, to := p.block[Dead], p.block[d.start] // exchange two blocks
	for q, b := range p.block {
		switch b {
		case from:
			p.block[q] = to
		case to:
			p.block[q] = from
		}
	}
	for _, bounds := range [][]uint32{p.first, p.marked, p.end} {
		bounds[from], bounds[to] = bounds[to], bounds[from]
	}
	got := p.quotient(d)
	if p.block[Dead] == 0 {
		t.Fatal("nothing was exchanged")
	}
	same(t, want, renumber(got))
	checkCanonical(t, renumber(got))
}

// The smaller of two halves is put on the worklist, so a chain of optional letters takes about 50
// steps per state. With the larger half it would take 2 steps for each pair of states.
func TestMinimizeTakesTheSmallerHalf(t *testing.T) {
	const n = 1000
	raw := cat(times(n, opt(lit("a"))), lit("b")).raw()
	m := unlimited()
	if err := m.spend(0, raw.size()); err != nil { // Minimize releases it
		t.Fatal(err)
	}
	if d, err := Minimize(raw, m); err != nil || d.Live() != n+2 || m.Steps() > 100*n {
		t.Errorf("%d steps for %d states, %v", m.Steps(), d.Live(), err)
	}
}
