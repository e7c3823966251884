package automaton

import (
	"context"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// nestTree is like letterTree, with the tokens c and d in place of some letters.
func nestTree(r source, depth int) *tree {
	t := letterTree(r, depth)
	var change func(t *tree)
	change = func(t *tree) {
		if t.op == opBytes && r.IntN(3) == 0 {
			t.lo, t.hi = "bcd"[r.IntN(3)], 'd'
		}
		for _, kid := range t.kids {
			change(kid)
		}
	}
	change(t)
	return t
}

// nestedEnds returns the ends of the members of d that start at from in text, where tokens
// represent members of insides. It follows all paths through the automata.
func nestedEnds(d *DFA, insides map[byte]*DFA, text string, from, depth int) (ends []int) {
	type at struct {
		q StateID
		i int
	}
	seen := map[at]bool{{d.Start(), from}: true}
	queue := []at{{d.Start(), from}}
	add := func(q StateID, i int) {
		if q != Dead && !seen[at{q, i}] {
			seen[at{q, i}] = true
			queue = append(queue, at{q, i})
		}
	}
	for k := 0; k < len(queue); k++ {
		a := queue[k]
		if d.Accepting(a.q) {
			ends = append(ends, a.i)
		}
		if a.i < len(text) && insides[text[a.i]] == nil {
			add(d.Step(a.q, text[a.i]), a.i+1)
		}
		for token, inside := range insides {
			if to := d.Step(a.q, token); to != Dead && depth > 0 {
				for _, end := range nestedEnds(inside, insides, text, a.i, depth-1) {
					add(to, end)
				}
			}
		}
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

func nested(t *testing.T, d *DFA, insides map[byte]*DFA, depth int) *DFA {
	t.Helper()
	b := NewBuilder(unlimited())
	nfa, err := b.NFA(b.Nest(d, insides, depth))
	if err != nil {
		t.Fatal(err)
	}
	made, err := Canonical(nfa, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Nesting to each depth up to 3, with one token and with two, agrees with nestedEnds.
func TestNest(t *testing.T) {
	t.Parallel()
	r := seeded(33)
	more := 0 // members that a greater depth adds
	for i := range testkit.Few(120) {
		d := nestTree(r, 2+i%2).dfa()
		insides := map[byte]*DFA{'c': nestTree(r, 2+i%2).dfa(), 'd': nestTree(r, 2).dfa()}
		if i%3 == 0 {
			delete(insides, 'd')
		}
		if d.NumStates()+insides['c'].NumStates() > 20 {
			continue
		}
		var before *DFA
		for depth := range 4 {
			made := nested(t, d, insides, depth)
			for text := range strs([]string{"a", "b", "c", "d"}, 4) {
				want := slices.Contains(nestedEnds(d, insides, text, 0, depth), len(text))
				if made.Accepts(text) != want {
					t.Fatalf("%d, depth %d: %q is %v", i, depth, text, !want)
				}
				if want && before != nil && !before.Accepts(text) {
					more++
				}
			}
			before = made
		}
	}
	if more < testkit.Few(500) {
		t.Errorf("depth adds %d members only", more)
	}
}

// With a single return state, each level adds the same number of states. With two, the number of
// states doubles, because a state represents a stack of open brackets.
func TestNestSizes(t *testing.T) {
	t.Parallel()
	one := cat(lit("("), star(alt(lit("x"), lit("c"))), lit(")")).dfa()
	two := alt(cat(lit("("), opt(lit("c")), lit(")")), cat(lit("["), opt(lit("c")), lit("]"))).dfa()
	for _, tt := range []struct {
		name string
		d    *DFA
		want func(depth int) int
	}{
		{"one", one, func(depth int) int { return 3 + depth }},
		{"two", two, func(depth int) int { return 6<<depth - 2 }},
	} {
		for depth := range 9 {
			if got := nested(t, tt.d, map[byte]*DFA{'c': tt.d}, depth).Live(); got != tt.want(depth) {
				t.Errorf("%s: depth %d has %d states, want %d", tt.name, depth, got, tt.want(depth))
			}
		}
	}
}

// A depth too large for the available memory exceeds a limit quickly.
func TestNestLimit(t *testing.T) {
	t.Parallel()
	two := alt(cat(lit("("), opt(lit("c")), lit(")")), cat(lit("["), opt(lit("c")), lit("]"))).dfa()
	limits := DefaultLimits()
	limits.Transitions = int64(testkit.Few(int(limits.Transitions)))
	limits.NFAStates, limits.Bytes = testkit.Few(limits.NFAStates), int64(testkit.Few(int(limits.Bytes)))
	b := NewBuilder(NewMeter(context.Background(), limits))
	if _, err := b.NFA(b.Nest(two, map[byte]*DFA{'c': two}, 1<<30)); err == nil {
		t.Error("no limit was met")
	}
}

// A loose nesting includes the members of every depth.
func TestNestLoosely(t *testing.T) {
	t.Parallel()
	r := seeded(34)
	more := 0
	for i := range testkit.Few(400) {
		d := nestTree(r, 2+i%2).dfa()
		insides := map[byte]*DFA{'c': nestTree(r, 2+i%2).dfa(), 'd': nestTree(r, 2).dfa()}
		if d.NumStates()+insides['c'].NumStates()+insides['d'].NumStates() > 15 {
			continue
		}
		b := NewBuilder(unlimited())
		nfa, err := b.NFA(b.NestLoosely(d, insides))
		if err != nil {
			t.Fatal(err)
		}
		loose, err := Canonical(nfa, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		for depth := range 4 {
			members := nested(t, d, insides, depth)
			if s, ok := Included(members, loose); !ok {
				t.Fatalf("%d: depth %d has %q, and the superset has not", i, depth, s)
			}
			if depth == 0 {
				if _, ok := Included(loose, members); !ok {
					more++
				}
			}
		}
	}
	if more < testkit.Few(50) {
		t.Errorf("%d supersets are larger than depth 0", more)
	}
}
