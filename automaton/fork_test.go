package automaton

import "testing"

// forkSlowly implements Fork with the subset construction.
func forkSlowly(t *testing.T, a, b *DFA, heads map[byte]StateID) *DFA {
	t.Helper()
	builder := NewBuilder(unlimited())
	fs := []Fragment{builder.Embed(a)}
	for e, q := range heads {
		fs = append(fs, builder.Cat(builder.Bytes(e, e), builder.Embed(b.From(q))))
	}
	nfa, err := builder.NFA(builder.Alt(fs...))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Canonical(nfa, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestFork compares Fork with the subset construction on the same inputs: two automata, or one
// automaton twice. Several heads may lead to the same state, or to the dead state.
func TestFork(t *testing.T) {
	r := seeded(47)
	merged := 0
	for range 400 {
		a, b := letterTree(r, 3).dfa(), letterTree(r, 3).dfa()
		if r.IntN(4) == 0 {
			a = b.From(b.start)
		}
		if b.start == Dead {
			continue
		}
		if r.IntN(4) == 0 { // b may have moves on heads
			deeper := letterTree(r, 2).dfa()
			if deeper.start != Dead {
				var err error
				if b, err = Fork(b, deeper, map[byte]StateID{0xFE: deeper.start}, unlimited()); err != nil {
					t.Fatal(err)
				}
			}
		}
		heads := map[byte]StateID{0xFE: b.start, 0xFD: StateID(r.IntN(b.NumStates()))}
		if r.IntN(2) == 0 {
			heads[0xFC] = StateID(r.IntN(b.NumStates()))
		}
		meter := unlimited()
		if err := meter.spend(0, a.size()+b.size()); err != nil {
			t.Fatal(err)
		}
		got, err := Fork(a, b, heads, meter)
		if err != nil {
			t.Fatal(err)
		}
		same(t, forkSlowly(t, a, b, heads), got)
		if held := a.size() + b.size() + got.size(); meter.Bytes() != held {
			t.Fatalf("%d bytes are held, not %d", meter.Bytes(), held)
		}
		if got.Live() < a.Live()+b.Live()+1 {
			merged++
		}
	}
	if merged < 100 {
		t.Errorf("only %d forks have fewer states than their parts", merged)
	}
}
