package automaton

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Formulas over four states are equal exactly when their truth tables are equal.
func TestFormulas(t *testing.T) {
	const states = 4
	f := newFormulas(NewMeter(context.Background(), DefaultLimits()))
	random := rand.New(rand.NewPCG(1, 33))
	known := []Formula{Never, Always}
	truth := map[Formula]uint16{Never: 0, Always: 0xFFFF} // one bit for each set of states that hold
	for on := range states {
		x := f.decide(uint32(on+1), Always, Never)
		known = append(known, x)
		for set := range 1 << states {
			if set>>on&1 != 0 {
				truth[x] |= 1 << set
			}
		}
	}
	by := map[uint16]Formula{}
	for range 10_000 {
		x, y := known[random.IntN(len(known))], known[random.IntN(len(known))]
		var z Formula
		var want uint16
		switch random.IntN(4) {
		case 0:
			z, want = f.And(x, y), truth[x]&truth[y]
		case 1:
			z, want = f.Or(x, y), truth[x]|truth[y]
		case 2:
			z, want = f.Not(x), ^truth[x]
		case 3: // y substituted for state 2
			z = f.replace(x, func(on uint32) Formula {
				if on == 2 {
					return y
				}
				return f.decide(on, Always, Never)
			}, map[Formula]Formula{})
			for set := range 1 << states {
				at := set &^ 2
				if truth[y]>>set&1 != 0 {
					at |= 2
				}
				want |= truth[x] >> at & 1 << set
			}
		}
		if got, ok := truth[z]; ok && got != want {
			t.Fatalf("%d and %d: %016b, want %016b", x, y, got, want)
		}
		if same, ok := by[want]; ok && same != z {
			t.Fatalf("%d and %d are one function", same, z)
		}
		if _, ok := by[want]; !ok {
			truth[z], by[want] = want, z
			known = append(known, z)
		}
	}
	if len(by) < 1000 {
		t.Errorf("%d functions", len(by))
	}
}
