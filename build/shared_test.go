package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A kept grammar is compiled once and used by many tests.
type kept struct {
	sync.Mutex
	grammars map[string]*Grammar
}

var (
	documents = kept{grammars: map[string]*Grammar{}} // of the shared data, by file and options
	hasty     = kept{grammars: map[string]*Grammar{}} // bundled, with fewer places
	shipped   = kept{grammars: map[string]*Grammar{}} // bundled, with all places
	complete  = kept{grammars: map[string]*Grammar{}} // shipped, after their sets have been built
	setsOf    = map[string][]shippedSet{}             // of the grammars in complete
)

// get returns the grammar for a key, compiling it on the first call. The grammar gets its own
// copies of the meters, so tests do not add to each other's counts.
func (k *kept) get(key string, compiled func() *Grammar) *Grammar {
	k.Lock()
	defer k.Unlock()
	if k.grammars[key] == nil {
		k.grammars[key] = compiled()
	}
	g := copied(k.grammars[key])
	meter := *g.automata.Meter
	g.automata.Meter = &meter
	if g.tuning != nil {
		tuning := *g.tuning.Meter
		g.tuning = &tune.Budget{Meter: &tuning, Searched: g.tuning.Searched}
	}
	return g
}

// copied returns a copy of g whose meter and limits can be replaced.
func copied(g *Grammar) *Grammar {
	own, a, l := *g, *g.automata, *g.labels
	own.automata, own.labels, l.Automata = &a, &l, &a
	return &own
}

// compileWith compiles the only document that matches the pattern.
func compileWith(t *testing.T, pattern string, opt Options) (*Grammar, *syntax.List) {
	t.Helper()
	file := shared.Glob(t, pattern)[0]
	g := documents.get(fmt.Sprintf("%s %+v", file, opt), func() *Grammar {
		g, _ := compileSource(context.Background(), sourceOf(t, file), opt)
		return g
	})
	return g, g.Diagnostics
}

// sourceOf reads a document.
func sourceOf(t *testing.T, file string) *syntax.Source {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return syntax.NewSource(filepath.Base(file), string(text))
}

// compileABNF compiles ABNF.
func compileABNF(text string) (*Grammar, *syntax.List) {
	return compileSource(context.Background(), syntax.NewSource("test.abnf", text), Options{Name: "test"})
}

// bundled returns a grammar shipped with the module, with fewer places in its tables. Its rules
// shaped like identifiers have regions.
func bundled(t testing.TB, name string) *Grammar {
	t.Helper()
	return hasty.get(name, func() *Grammar {
		limits := DefaultLimits()
		limits.Tuning = 12_000_000
		return compileBundled(t, name, limits)
	})
}

// asShipped returns a grammar shipped with the module, with all the places in its tables.
func asShipped(t testing.TB, name string) *Grammar {
	t.Helper()
	return shipped.get(name, func() *Grammar {
		g, err := bundledGrammar(t, name).Compile(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return g
	})
}

// looksAt reports whether a test covers a bundled grammar with all the places in its tables: every
// grammar with -long, four in CI, otherwise only RFC 8259, the smallest grammar with a set, a front
// and a rest.
func looksAt(name string) bool {
	switch name {
	case "rfc8259":
		return true
	case "rfc3987", "rfc3986", "ntriples":
		return testkit.OneIn(2, 1) || golden.Updating()
	}
	return testkit.Long() || golden.Updating()
}

// bundledGrammar is [FindBundled] for a grammar that must exist.
func bundledGrammar(t testing.TB, name string) Bundled {
	t.Helper()
	b, ok := FindBundled(name)
	if !ok {
		t.Fatalf("there is no grammar %s", name)
	}
	return b
}

// compileBundled compiles the document of a bundled grammar with other limits.
func compileBundled(t testing.TB, name string, limits Limits) *Grammar {
	t.Helper()
	b := bundledGrammar(t, name)
	opt := Options{Name: b.Name, Dialect: b.Dialect, Limits: limits, Places: true}
	g, err := Compile(context.Background(), b.Source(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// rule returns a rule that must be compiled.
func rule(t *testing.T, g *Grammar, name string) *Rule {
	t.Helper()
	r := g.Rule(name)
	if r == nil || r.made().DFA == nil {
		t.Fatalf("%s has no automaton for %s", g.Name, name)
	}
	return r
}

// diagnostics formats a list for comparison, one diagnostic per line.
func diagnostics(l *syntax.List) string {
	var b strings.Builder
	for _, d := range l.Items {
		p := l.Source.Position(d.Pos)
		fmt.Fprintf(&b, "%d:%d %s %s: %s\n", p.Line, p.Column, d.Severity, d.Code, d.Message)
	}
	return b.String()
}

// codes is like diagnostics but without the messages, on one line. It omits the notes about line
// endings, because nearly every document has them.
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

// compiled returns the rules whose table is a finite automaton.
func compiled(g *Grammar) (rules []*Rule) {
	for _, r := range g.Rules {
		if r.Table != "" && r.made().DFA != nil {
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

// checkMembers checks that a table accepts all of members and none of others.
func checkMembers(t *testing.T, name string, table tables.Rule, members, others []string) {
	t.Helper()
	for i, s := range slices.Concat(members, others) {
		if want := i < len(members); table.Valid(s) != want {
			t.Errorf("%s: %+q is a member: %t", name, s, !want)
		}
	}
}

// A shippedSet is a set of a bundled grammar.
type shippedSet struct {
	name  string
	rule  *Rule // the rule with these alternatives; nil for a set of rules
	table tables.Set
}

// withSets returns a grammar like [asShipped], and its sets in the order of the generated file. Its
// meters include the steps for the sets.
func withSets(t *testing.T, name string) (*Grammar, []shippedSet) {
	t.Helper()
	g := complete.get(name, func() *Grammar {
		g := asShipped(t, name)
		setsOf[name] = shippedSets(t, g)
		return g
	})
	return g, setsOf[name]
}

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

// referent returns the rule to which the name refers in the document, or nil.
func (g *Grammar) referent(name string) *Rule { return g.rule(g.automata.Names.Referent(name)) }

// trainingOf returns training strings for the table of r.
func trainingOf(r *Rule) []string { return tune.Training(r.Name, r.made().DFA, r.in.tuning) }

// measured returns a copy of g whose operations have separate limits.
func measured(g *Grammar, limits automaton.Limits) *Grammar {
	own := copied(g)
	own.automata.Meter, own.automata.Limits = automaton.NewMeter(context.Background(), limits), limits
	return own
}

// ruleNames returns the names of rules, separated by commas.
func ruleNames(rules []*Rule) string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Name)
	}
	return strings.Join(list, ", ")
}

// calledRules returns the rules that [Grammar.Called] names.
func (g *Grammar) calledRules(r *Rule) []*Rule { return g.rules(g.automata.CalledBy(r.names)) }
