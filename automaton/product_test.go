package automaton

import (
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

type operation func(a, b *DFA, meter *Meter) (*DFA, error)

func apply(t *testing.T, op operation, a, b *DFA) *DFA {
	t.Helper()
	d, err := op(a, b, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func not(t *testing.T, d *DFA) *DFA {
	t.Helper()
	c, err := Complement(d, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// checkLaws checks the laws of Boolean algebra for two languages. All results are canonical, so
// equal languages have identical fields.
func checkLaws(t *testing.T, a, b *DFA) {
	t.Helper()
	or := func(x, y *DFA) *DFA { return apply(t, Unite, x, y) }
	and := func(x, y *DFA) *DFA { return apply(t, Intersect, x, y) }
	minus := func(x, y *DFA) *DFA { return apply(t, Subtract, x, y) }
	none, all := alt().dfa(), star(byteIn(0, 255)).dfa()
	notA, notB := not(t, a), not(t, b)
	union, both := or(a, b), and(a, b)

	same(t, union, or(b, a), "A or B = B or A")
	same(t, both, and(b, a), "A and B = B and A")
	same(t, not(t, union), and(notA, notB), "De Morgan, or")
	same(t, not(t, both), or(notA, notB), "De Morgan, and")
	same(t, a, not(t, notA), "not not A = A")
	same(t, none, minus(a, a), "A minus A is empty")
	same(t, minus(a, b), and(a, notB), "A minus B = A and not B")
	same(t, a, or(both, minus(a, b)), "A in parts")
	same(t, a, or(a, both), "absorption, or")
	same(t, a, and(a, union), "absorption, and")
	same(t, a, or(a, a), "A or A = A")
	same(t, a, or(a, none), "A or nothing = A")
	same(t, a, and(a, all), "A and all = A")
	same(t, all, or(a, notA), "A or not A is all")
	same(t, none, and(a, notA), "A and not A is empty")
	for _, d := range []*DFA{notA, union, both, minus(a, b)} {
		checkCanonical(t, d)
	}

	included := func(x, y *DFA) bool { _, ok := Included(x, y); return ok }
	equal := func(x, y *DFA) bool { _, ok := Equal(x, y); return ok }
	for what, held := range map[string]bool{
		"A in A or B":             included(a, union),
		"A and B in A":            included(both, a),
		"A in B as A and B is A":  included(a, b) == equal(both, a),
		"A in B as A - B is void": included(a, b) == equal(minus(a, b), none),
		"equal as both included":  equal(a, b) == (included(a, b) && included(b, a)),
		"equal to itself":         equal(a, a),
		"not equal to the rest":   !equal(a, notA),
	} {
		if !held {
			t.Fatalf("%s: not so:\n%s\n%s", what, dump(a), dump(b))
		}
	}
}

func TestLawsOnRandomMachines(t *testing.T) {
	t.Parallel()
	r := seeded(9)
	for i := range testkit.Few(300) {
		a, b := randomTree(r, i%4), randomTree(r, i%3)
		if i%3 == 0 {
			a, b = letterTree(r, 3), letterTree(r, 3)
		}
		x, y := a.dfa(), b.dfa()
		if x.NumStates()*y.NumStates() > 400 { // too large for the slow versions
			continue
		}
		checkLaws(t, x, y)
	}
}

// The operations agree with membership, string by string.
func TestOperationsByMembership(t *testing.T) {
	t.Parallel()
	r := seeded(10)
	for i := range testkit.Few(400) {
		a, b := randomTree(r, 1+i%3), randomTree(r, 1+i%3)
		x, y := a.dfa(), b.dfa()
		union, both, minus, rest := apply(t, Unite, x, y), apply(t, Intersect, x, y), apply(t, Subtract, x, y), not(t, x)
		texts := append(longer(r, x, 20), longer(r, y, 20)...)
		if i%8 == 0 {
			texts = append(texts, probes...)
		}
		for _, text := range texts {
			inA, inB := a.accepts(text), b.accepts(text)
			if union.Accepts(text) != (inA || inB) || both.Accepts(text) != (inA && inB) ||
				minus.Accepts(text) != (inA && !inB) || rest.Accepts(text) != !inA {
				t.Fatalf("%s and %s: % X", a, b, text)
			}
		}
	}
}
