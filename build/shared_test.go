package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// compileWith compiles the only document that matches the pattern.
func compileWith(t *testing.T, pattern string, opt Options) (*Grammar, *syntax.List) {
	t.Helper()
	file := shared.Glob(t, pattern)[0]
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return compileSource(context.Background(), syntax.NewSource(filepath.Base(file), string(text)), opt)
}

// compileABNF compiles ABNF with the default limits.
func compileABNF(text string) (*Grammar, *syntax.List) {
	return compileSource(context.Background(), syntax.NewSource("test.abnf", text), Options{Name: "test"})
}

// bundled returns a grammar shipped with the module. It is compiled once; the steps on its
// meters are the test's own.
func bundled(t testing.TB, name string) *Grammar {
	t.Helper()
	if shipped[name] == nil {
		b, ok := FindBundled(name)
		if !ok {
			t.Fatalf("there is no grammar %s", name)
		}
		g, err := b.Compile(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		shipped[name] = g
	}
	g, meter, tuning := *shipped[name], *shipped[name].meter, *shipped[name].tuning.Meter
	g.meter, g.tuning = &meter, &tune.Budget{Meter: &tuning, Searched: shipped[name].tuning.Searched}
	return &g
}

var shipped = map[string]*Grammar{} // by name, as far as used

// rule returns a rule that must be compiled.
func rule(t *testing.T, g *Grammar, name string) *Rule {
	t.Helper()
	r := g.Rule(name)
	if r == nil || r.dfa == nil {
		t.Fatalf("%s has no automaton for %s", g.Name, name)
	}
	return r
}

// diagnostics writes a list for a comparison, a line each.
func diagnostics(l *syntax.List) string {
	var b strings.Builder
	for _, d := range l.Items {
		p := l.Source.Position(d.Pos)
		fmt.Fprintf(&b, "%d:%d %s %s: %s\n", p.Line, p.Column, d.Severity, d.Code, d.Message)
	}
	return b.String()
}

// codes is diagnostics without the messages, on one line. It leaves out the notes about
// line ends, because nearly every document has them.
func codes(l *syntax.List) string {
	var all []string
	for _, d := range l.Items {
		if d.Code == "line-end" || d.Code == "final-line-end" {
			continue
		}
		p := l.Source.Position(d.Pos)
		all = append(all, fmt.Sprintf("%d:%d %s %s", p.Line, p.Column, d.Code, d.Severity))
	}
	return strings.Join(all, ", ")
}

// compiled returns the rules with the table of a finite automaton.
func compiled(g *Grammar) (rules []*Rule) {
	for _, r := range g.Rules {
		if r.Table != "" && r.dfa != nil {
			rules = append(rules, r)
		}
	}
	return rules
}

func machineOf(t *testing.T, r *Rule) *machine.Machine {
	t.Helper()
	m, err := machine.Of(r.Table)
	if err != nil {
		t.Fatal(r.Name, err)
	}
	return m
}

// A shippedSet is a set of a bundled grammar.
type shippedSet struct {
	name  string
	rule  *Rule // the rule with these alternatives; nil for a set of rules
	table tables.Set
}

// shippedSets returns the sets of a bundled grammar, in the order of the generated file.
func shippedSets(t *testing.T, g *Grammar) (all []shippedSet) {
	t.Helper()
	for _, s := range g.DeclaredSets() {
		table, err := g.Set(s.Name, s.Rules...)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shippedSet{s.Name, nil, table})
	}
	for _, r := range g.DeclaredAlternatives() {
		table, err := g.Alternatives(r.Name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shippedSet{r.Name + " alternatives", r, table})
	}
	return all
}
