package derive

import (
	"errors"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/tables"
)

// superset returns the automata of an ABNF document, with supersets for recursive rules.
func superset(t *testing.T, text string) *automata.Automata {
	t.Helper()
	document, list := notation.Read(syntax.NewSource("test", text), syntax.ABNF)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g := names.Resolve(document, list, names.Options{Name: "test"})
	graph, limits := recursion.Analyse(g), automaton.DefaultLimits()
	opt := automata.Options{
		Recursion: automata.Recursion{Exactness: tables.Superset}, Limits: limits, Copies: 1000, Called: &automata.Called{},
	}
	a := automata.New(g, graph, classes.Find(g, graph, nil), automaton.NewMeter(t.Context(), limits), opt, nil)
	if err := a.Complete(); err != nil {
		t.Fatal(err)
	}
	return a
}

func unlimited(t *testing.T) *automaton.Meter {
	limits := automaton.DefaultLimits()
	limits.Steps = 1 << 40
	return automaton.NewMeter(t.Context(), limits)
}

// nested is a document in which comments contain comments.
const nested = "message = [CFWS] \"m\" [CFWS]\nCFWS = *\" \" comment *\" \"\n" +
	"comment = \"(\" *ccontent \")\"\nccontent = \"m\" / comment"

// The proof counts its steps, builds an automaton for each part only once, and reads only one byte
// of each class.
func TestInclusionIsFrugal(t *testing.T) {
	a := superset(t, nested)
	r := a.Names.Rule("message")
	dfa, meter := a.Of(r).DFA, unlimited(t)
	x := newInclusion(a, dfa, meter)
	defer x.release()
	x.at(ruleAt{r, dfa.Start()})
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
		if most := p.d.NumClasses() * dfa.NumClasses(); len(p.bytes) > min(most, 40) {
			t.Errorf("a part reads %d bytes of %d classes", len(p.bytes), most)
		}
	}
	limits, none := automaton.DefaultLimits(), unlimited(t)
	limits.Steps = meter.Steps() - 1
	err := Included(a, r, dfa, automaton.NewMeter(t.Context(), limits))
	if !errors.As(err, new(*automaton.LimitError)) {
		t.Errorf("with a step less than the proof takes: %v", err)
	}
	alone := newInclusion(a, dfa, none)
	alone.expr(&syntax.RuleName{Name: "message"}, alone.none(), ruleAt{})
	if none.Steps() == 0 {
		t.Error("a look at an expression takes no step")
	}
}
