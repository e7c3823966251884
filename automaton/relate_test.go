package automaton

import (
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// Tested against: Included and Intersect give the same relation for two random languages.
func TestRelate(t *testing.T) {
	r := seeded(17)
	var seen [8]int
	random := func() *DFA {
		if r.IntN(20) == 0 {
			return alt().dfa() // no strings
		}
		return letterTree(r, 3).dfa()
	}
	for range testkit.Few(3000) {
		a, b := random(), random()
		_, aInB := Included(a, b)
		_, bInA := Included(b, a)
		both := apply(t, Intersect, a, b)
		want := Relation{OnlyA: !aInB, OnlyB: !bInA, Both: both.Start() != Dead}
		got, err := Relate(a, b, unlimited())
		if err != nil || got != want {
			t.Fatalf("%v, %v, want %v:\n%s%s", got, err, want, dump(a), dump(b))
		}
		s, ok, err := Common(a, b, unlimited())
		shortest, some := Shortest(both)
		if err != nil || ok != some || s != shortest {
			t.Fatalf("%q, %v, %v, want %q", s, ok, err, shortest)
		}
		i := 0
		for bit, is := range []bool{got.OnlyA, got.OnlyB, got.Both} {
			if is {
				i |= 1 << bit
			}
		}
		seen[i]++
	}
	t.Log(seen)
	for i, n := range seen {
		if n == 0 {
			t.Errorf("no languages with the relation %03b", i)
		}
	}
}

func TestRelateWithinLimits(t *testing.T) {
	a, b := times(300, oneOf("ab")).dfa(), cat(times(300, oneOf("ab")), oneOf("c")).dfa()
	limits := DefaultLimits()
	limits.Steps = 5000
	if _, err := Relate(a, b, NewMeter(t.Context(), limits)); err == nil {
		t.Error("no limit is met")
	}
}
