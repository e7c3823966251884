package build

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// The test counts equal those stated elsewhere, and are lower than those of greedy sets for the Wp
// method.
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
	for rule, want := range map[string]string{"d": `has no rule "d"`,
		"a": "the table for the rule a counts calls to a, so it is not a finite automaton"} {
		if _, err := g.Suite(t.Context(), rule, automaton.AlikeBytes, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rule, err)
		}
	}
	if s, err := g.Suite(t.Context(), "B", automaton.AnyBytes, 0); err != nil || s.States() != 3 ||
		s.Premise() != automaton.AnyBytes {
		t.Errorf("%v, %v", s, err)
	}
	g.limits.Automata.Steps /= 10
	_, err := g.Suite(t.Context(), "c", automaton.AlikeBytes, 0)
	var limit *automaton.LimitError
	if !errors.As(err, &limit) || !strings.Contains(err.Error(), "test suite for the rule c: ") {
		t.Errorf("%v", err)
	}
}

// refusedSuites returns grammars whose suites exceed the step limit.
func refusedSuites() map[string]string {
	return map[string]string{
		"a chain":           "b = 10000\"a\"\n",
		"what came 14 back": "b = *( \"a\" / \"b\" ) \"a\" 13( \"a\" / \"b\" )\n",
		"words": "b = \"\"\n" +
			lines(1500, func(i int) string { return fmt.Sprintf("b =/ %%s\"%012d\"", i*i*7919) }),
	}
}

// refuseSuite compiles one of refusedSuites within the given limits, and returns a function that
// requests its suite.
func refuseSuite(t testing.TB, text string, limits Limits) (suite func()) {
	g, list := compileSource(t.Context(), syntax.NewSource("states.abnf", text), Options{Name: "states", Limits: limits})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return func() {
		_, err := g.Suite(t.Context(), "b", automaton.AlikeBytes, 0)
		var over *automaton.LimitError
		if !errors.As(err, &over) || over.Limit != "steps" || over.Reached > over.Max+over.Max/100 {
			t.Error(err)
		}
	}
}

// A suite that exceeds the step limit is refused soon after reaching it.
func TestSuitesOfManyStates(t *testing.T) {
	testkit.SkipSlow(t)
	for name, text := range refusedSuites() {
		t.Run(name, func(t *testing.T) {
			limits := DefaultLimits()
			if os.Getenv("CI") != "true" {
				limits.Automata.Steps = 3 * smallSteps
			}
			refuseSuite(t, text, limits)()
		})
	}
}

// A step of a refused suite takes a few nanoseconds. Splitting the states of a long chain into
// groups once took 60 times as long as its step count suggested; above 100 ns per step the
// benchmark fails.
func BenchmarkRefusedSuite(b *testing.B) {
	for name, text := range refusedSuites() {
		b.Run(name, func(b *testing.B) {
			suite := refuseSuite(b, text, DefaultLimits())
			begin := testkit.CPUTime()
			for b.Loop() {
				suite()
			}
			step := float64(testkit.CPUTime()-begin) / float64(b.N) / float64(DefaultLimits().Automata.Steps)
			if b.ReportMetric(step, "ns/step"); step > 100 {
				b.Errorf("a step takes %.0f ns", step)
			}
		})
	}
}
