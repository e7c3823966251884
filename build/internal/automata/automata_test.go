package automata

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// compiled returns the automata of an ABNF document.
func compiled(t *testing.T, text string) *Automata {
	t.Helper()
	document, list := notation.Read(syntax.NewSource("test", text), syntax.ABNF)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g := names.Resolve(document, list, names.Options{Name: "test"})
	graph, limits := recursion.Analyse(g), automaton.DefaultLimits()
	opt := Options{Limits: limits, Copies: 1000, Called: &Called{}}
	a := New(g, graph, classes.Find(g, graph, nil), automaton.NewMeter(t.Context(), limits), opt, nil)
	if err := a.Complete(); err != nil {
		t.Fatal(err)
	}
	return a
}

// unbracketed counts the ends of an expression that are not single characters.
func TestUnbracketed(t *testing.T) {
	g := compiled(t, "a = \"(\" x \")\"\nb = x \")\"\nc = \"(\" x x\nd = x x\n"+
		"e = ( \"(\" x \")\" / \"(\" x )\nf = x\nx = *\"x\"\n")
	for name, want := range map[string]int{"a": 0, "b": 1, "c": 1, "d": 2, "e": 1, "f": 2} {
		if got := g.whole().unbracketed(g.Names.Rule(name).Expr); got != want {
			t.Errorf("%s has %d ends without brackets, not %d", name, got, want)
		}
	}
}

// The search for rules with members charges the meter for each rule and each reference in the
// cycle.
func TestYieldsCharges(t *testing.T) {
	const n = 50
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "r%d = \"(\" r%d \")\" / \"x\"\n", i, (i+1)%n)
	}
	g := compiled(t, text.String())
	before := g.Meter.Steps()
	y, err := yields(g.whole(), g.Graph.Component(g.Names.Rule("r0")))
	if err != nil || !y.among[g.Names.Rule("r7")] {
		t.Fatalf("r7 has no member: %v", err)
	}
	if took, least := g.Meter.Steps()-before, int64(n*(yieldRuleSteps+yieldReferenceSteps)); took < least {
		t.Errorf("%d steps, fewer than %d", took, least)
	}
}

// The tokens of called rules are distinct bytes that do not occur in UTF-8. They differ from the
// other bytes that counting tables reserve.
func TestTokensAreDistinct(t *testing.T) {
	seen := map[byte]bool{LastToken: true, BackToken: true, EnterToken: true}
	for _, token := range tokens {
		if seen[token] || token < 0xF5 && token != 0xC0 && token != 0xC1 {
			t.Errorf("the token %#x is used twice, or a byte of UTF-8", token)
		}
		seen[token] = true
	}
}

// length returns the common length of an expression's members, or -1 if their lengths differ.
func TestLengths(t *testing.T) {
	for text, want := range map[string]int{
		`"ab"`: 2, `"ab" / "a" "b"`: 2, `"ab" / "a"`: -1, `3("ab")`: 6, `0("ab")`: 0, `*"a"`: -1, `1*2"a"`: -1,
		`""`: 0, `"" ""`: 0, `["a"]`: -1, `"a" / %x62 / %x63-64`: 1, `2( "ab" / 2"c" ) 1"d"`: 5,
	} {
		g := compiled(t, "r = "+text+"\n")
		if got := g.whole().length(g.Names.Rule("r").Expr); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
