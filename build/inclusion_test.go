package build

import (
	"context"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/derive"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

func unlimited() *automaton.Meter {
	limits := automaton.DefaultLimits()
	limits.Steps = 1 << 40
	return automaton.NewMeter(context.Background(), limits)
}

// ProveSuperset proves supersets but not subsets. A superset minus one string is proved if and only
// if a recognizer rejects the string.
func TestInclusion(t *testing.T) {
	t.Parallel()
	total := 0
	for _, tt := range nestings {
		over := compileRecursive(t, tt.text, Recursion{Exactness: tables.Superset})
		under := compileRecursive(t, tt.text, Recursion{Exactness: tables.Subset, Depth: 2})
		for i, r := range over.Rules {
			if r.Kind != SelfEmbedding && r.Kind != Depends {
				continue
			}
			if err := derive.Included(over.automata, r.names, r.made().DFA, unlimited()); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if d := under.Rules[i].made().DFA; d != nil {
				if err := derive.Included(under.automata, under.Rules[i].names, d, unlimited()); err == nil {
					t.Errorf("%s: a subset of %s has all members", tt.name, r.Name)
				}
			}
			members, others := 0, 0
			testkit.EachText(strings.Split(tt.letters, ""), 4, func(s string) {
				if !r.made().DFA.Accepts(s) {
					return
				}
				member := newRecognizer(over).accepts(r, s, 0)
				if err := derive.Included(over.automata, r.names, less(t, r.made().DFA, s), unlimited()); (err == nil) == member {
					t.Fatalf("%s: %s without %q, member: %v, has the proof: %v", tt.name, r.Name, s, member, err)
				}
				if member {
					members++
				} else {
					others++
				}
			})
			if members == 0 {
				t.Errorf("%s: no member of %s is so short", tt.name, r.Name)
			}
			total += others
		}
	}
	if total < 50 {
		t.Errorf("%d strings are in a superset alone", total)
	}
}

// less returns an automaton minus one string.
func less(t *testing.T, d *automaton.DFA, s string) *automaton.DFA {
	t.Helper()
	b := automaton.NewBuilder(unlimited())
	f := b.Empty()
	for i := range len(s) {
		f = b.Cat(f, b.Bytes(s[i], s[i]))
	}
	nfa, err := b.NFA(f)
	if err != nil {
		t.Fatal(err)
	}
	one, err := automaton.Canonical(nfa, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	if d, err = automaton.Subtract(d, one, unlimited()); err != nil {
		t.Fatal(err)
	}
	return d
}

// Each superset of XRI 3.0 has a proof. By default every fourth is checked.
func TestInclusionOfXRI(t *testing.T) {
	t.Parallel()
	g := supersetOfXRI(t)
	n := 0
	for _, r := range g.Rules {
		if r.Kind == SelfEmbedding || r.Kind == Depends {
			n++
			if !testkit.OneIn(8, n) {
				continue
			}
			meter := unlimited()
			if err := derive.Included(g.automata, r.names, r.made().DFA, meter); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
			t.Logf("%s: %d states, %d steps", r.Name, r.made().DFA.Live(), meter.Steps())
		}
	}
	if n != 22 {
		t.Errorf("%d rules", n)
	}
}
