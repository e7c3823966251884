package build

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// The numbers of tests equal those stated elsewhere, and do not exceed those of the Wp
// method's greedy sets.
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
	for rule, want := range map[string]string{"d": `has no rule "d"`, "a": "the table of the rule a counts the calls of a: it is no finite automaton"} {
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

// A suite over the allowed number of steps is refused in the time of these steps, some
// nanoseconds each. Cutting the states of a long chain into groups once took 60 times its
// count.
func TestSuitesOfManyStates(t *testing.T) {
	if testkit.Slow {
		t.Skip("the bound of time is for the plain run")
	}
	words := lines(1500, func(i int) string { return fmt.Sprintf("b =/ %%s\"%012d\"", i*i*7919) })
	for name, text := range map[string]string{
		"a chain":           "b = 10000\"a\"\n",
		"what came 14 back": "b = *( \"a\" / \"b\" ) \"a\" 13( \"a\" / \"b\" )\n",
		"words":             "b = \"\"\n" + words,
	} {
		limits := DefaultLimits()
		if os.Getenv("CI") != "true" {
			limits.Automata.Steps = 4 * smallSteps
		}
		g, list := compileSource(t.Context(), syntax.NewSource("states.abnf", text), Options{Name: "states", Limits: limits})
		if err := list.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		begin := testkit.CPUTime()
		_, err := g.Suite(t.Context(), "b", automaton.AlikeBytes, 0)
		spent := testkit.CPUTime() - begin
		var over *automaton.LimitError
		if !errors.As(err, &over) || over.Limit != "steps" || over.Reached > over.Max+over.Max/100 {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %.2f s, %v", name, spent.Seconds(), err)
		if spent > 10*time.Second {
			t.Errorf("%s: refused after %.2f s of processor time", name, spent.Seconds())
		}
	}
}
