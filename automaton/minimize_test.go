package automaton

import (
	"maps"
	"slices"
	"testing"
)

// checkCanonical checks all that the package promises of a canonical DFA.
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
	if shrunk < 300 {
		t.Errorf("only %d machines had something to minimize", shrunk)
	}
}

// Random tables, instead of machines made from trees: they have no structure to be
// right by accident with, many states that are equivalent, and many that are dead.
func TestMinimizeRandomTables(t *testing.T) {
	t.Parallel()
	r := seeded(8)
	for range 3000 {
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

// trimmed drops what cannot be reached, which Brzozowski's algorithm must not see.
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
