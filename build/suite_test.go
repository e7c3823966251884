package build

import (
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
)

// The numbers of tests: what is said of them elsewhere, and no worse than what the greedy
// sets of the Wp method took.
func TestSuiteSizes(t *testing.T) {
	for _, x := range []struct {
		grammar, rule string
		tests, wp     int
	}{
		{"rfc3986", "URI", 35_247, 40_782},
		{"rfc3986", "URI-reference", 35_495, 38_643},
		{"rfc3987", "IRI", 222_968, 245_088},
		{"rfc3987", "IRI-reference", 235_316, 249_707},
	} {
		g := bundled(t, x.grammar)
		s, err := g.Suite(t.Context(), x.rule, automaton.AlikeBytes, 0)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for text, valid := range s.Tests() {
			if n++; g.Rule(x.rule).Table.Valid(text) != valid {
				t.Fatalf("%s: %q is %t", x.rule, text, valid)
			}
		}
		if n != x.tests || n >= x.wp {
			t.Errorf("%s: %d tests, not %d, which is less than %d", x.rule, n, x.tests, x.wp)
		}
	}
}

func TestSuiteErrors(t *testing.T) {
	g := compileText("a = [\"(\" a \")\"]\nb = \"b\"\nc = *1000\"a\"\n")
	for rule, want := range map[string]string{"d": `has no rule "d"`, "a": "the rule a is not compiled"} {
		if _, err := g.Suite(t.Context(), rule, automaton.AlikeBytes, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rule, err)
		}
	}
	if s, err := g.Suite(t.Context(), "B", automaton.AnyBytes, 0); err != nil || s.States() != 3 || s.Premise() != automaton.AnyBytes {
		t.Errorf("%v, %v", s, err)
	}
	_, err := g.Suite(t.Context(), "c", automaton.AlikeBytes, 0)
	var limit *automaton.LimitError
	if !errors.As(err, &limit) || !strings.Contains(err.Error(), "the suite of the rule c: ") {
		t.Errorf("%v", err)
	}
}
