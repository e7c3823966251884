package automaton

import "testing"

// TestAvoid compares Avoid with the intersection with the strings over all other bytes.
func TestAvoid(t *testing.T) {
	r := seeded(48)
	b := NewBuilder(unlimited())
	nfa, err := b.NFA(b.Star(b.Alt(b.Bytes(0, 'a'), b.Bytes('c', 0xFF))))
	if err != nil {
		t.Fatal(err)
	}
	others, err := Canonical(nfa, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	fewer := 0
	for range 400 {
		d, meter := letterTree(r, 3).dfa(), unlimited()
		got, err := Avoid(d, 'b', meter)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Intersect(d, others, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
		if meter.Bytes() != got.size() {
			t.Fatalf("%d bytes are held, not %d", meter.Bytes(), got.size())
		}
		if got.NumStates() < d.NumStates() {
			fewer++
		}
	}
	if fewer < 50 {
		t.Errorf("only %d automata have fewer states", fewer)
	}
}

// TestLeaf compares Leaf with a search for states that no byte leaves.
func TestLeaf(t *testing.T) {
	r := seeded(49)
	found := 0
	for range 200 {
		d, want := letterTree(r, 3).dfa(), Dead
		for q := StateID(1); int(q) < d.NumStates(); q++ {
			leaves := false
			for range d.Moves(q) {
				leaves = true
			}
			if !leaves {
				want = q
			}
		}
		if got := d.Leaf(); got != want || got != Dead && !d.Accepting(got) {
			t.Fatalf("%d, not %d", got, want)
		}
		if want != Dead {
			found++
		}
	}
	if found < 20 || found > 180 {
		t.Errorf("%d automata have such a state", found)
	}
}
