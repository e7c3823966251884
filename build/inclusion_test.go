package build

import (
	"context"
	"errors"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

func unlimited() *automaton.Meter {
	limits := automaton.DefaultLimits()
	limits.Steps = 1 << 40
	return automaton.NewMeter(context.Background(), limits)
}

// ProveSuperset proves supersets, and no subsets. A superset without one string has the
// proof exactly if a recognizer rejects the string.
func TestInclusion(t *testing.T) {
	t.Parallel()
	total := 0
	for _, tt := range nestings {
		over := compileRecursive(t, tt.text, Recursion{Exactness: tables.Superset})
		under := compileRecursive(t, tt.text, Recursion{tables.Subset, 2})
		for i, r := range over.Rules {
			if r.Kind != SelfEmbedding && r.Kind != Depends {
				continue
			}
			if err := over.proveIncluded(r, r.dfa, unlimited()); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if d := under.Rules[i].dfa; d != nil {
				if err := under.proveIncluded(under.Rules[i], d, unlimited()); err == nil {
					t.Errorf("%s: a subset of %s has all members", tt.name, r.Name)
				}
			}
			members, others := 0, 0
			strs(tt.letters, 4, func(s string) {
				if !r.dfa.Accepts(s) {
					return
				}
				member := newRecognizer(over).accepts(r, s, -1)
				if err := over.proveIncluded(r, less(t, r.dfa, s), unlimited()); (err == nil) == member {
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

// less returns an automaton without one string.
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

// Each superset of XRI 3.0 has its proof, by default every fourth.
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
			if err := g.proveIncluded(r, r.dfa, meter); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
			t.Logf("%s: %d states, %d steps", r.Name, r.dfa.Live(), meter.Steps())
		}
	}
	if n != 22 {
		t.Errorf("%d rules", n)
	}
}

// The proof charges its steps, makes an automaton of each part once, and reads a byte of each
// class.
func TestInclusionIsFrugal(t *testing.T) {
	g := compileRecursive(t, nestings[2].text, Recursion{Exactness: tables.Superset})
	r, meter := g.Rule("message"), unlimited()
	x := newInclusion(g, r.dfa, meter)
	defer x.release()
	x.at(ruleAt{r, r.dfa.Start()})
	if x.saturate(); x.err != nil {
		t.Fatal(x.err)
	}
	expressions := map[syntax.Expr]bool{}
	for at := range x.known {
		expressions[at.e] = true
	}
	if len(x.parts) != len(expressions) || len(x.known) <= len(x.parts) {
		t.Errorf("%d parts of %d expressions, from %d states", len(x.parts), len(expressions), len(x.known))
	}
	for _, p := range x.parts {
		if most := p.d.NumClasses() * r.dfa.NumClasses(); len(p.bytes) > min(most, 40) {
			t.Errorf("a part reads %d bytes of %d classes", len(p.bytes), most)
		}
	}
	limits, none := automaton.DefaultLimits(), unlimited()
	limits.Steps = meter.Steps() - 1
	err := g.proveIncluded(r, r.dfa, automaton.NewMeter(t.Context(), limits))
	if _, limited := errors.AsType[*automaton.LimitError](err); !limited {
		t.Errorf("with a step less than the proof takes: %v", err)
	}
	alone := newInclusion(g, r.dfa, none)
	alone.expr(&syntax.RuleName{Name: "message"}, alone.none(), ruleAt{})
	if none.Steps() == 0 {
		t.Error("a look at an expression takes no step")
	}
}
