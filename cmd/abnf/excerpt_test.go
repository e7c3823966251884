package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/testkit"
)

// TestExcerpts checks that the excerpt for each rule of each bundled grammar compiles by itself to
// the same language, components and recursion.
func TestExcerpts(t *testing.T) {
	checked := 0
	for _, b := range build.BundledGrammars() {
		g, err := build.Compile(t.Context(), b.Source(), build.Options{Name: b.Name, Dialect: b.Dialect})
		if err != nil {
			t.Fatal(err)
		}
		document, _ := notation.Read(b.Source(), b.Dialect)
		for i, r := range g.Rules {
			if !r.Own() || testing.Short() && i%7 != 0 || !testkit.Sparse(2, i) || !testkit.OneIn(4, i/2) {
				continue
			}
			var text strings.Builder
			if err := notation.Print(&text, excerpt(document, []string{r.Name})); err != nil {
				t.Fatal(err)
			}
			source := syntax.NewSource("excerpt", text.String())
			alone, err := build.Compile(t.Context(), source, build.Options{Name: b.Name, Dialect: b.Dialect})
			if err != nil {
				t.Fatalf("%s of %s: %v\n%s", r.Name, b.Name, err, text.String())
			}
			for _, other := range alone.Rules {
				checkSame(t, g.Rule(other.Name), other)
			}
			checkClosed(t, alone, alone.Rule(r.Name))
			checked++
		}
	}
	if t.Log(checked); checked < testkit.Few(200) {
		t.Errorf("only %d rules are checked", checked)
	}
}

func checkSame(t *testing.T, r, alone *build.Rule) {
	t.Helper()
	switch {
	case r.Kind != alone.Kind || (r.Table == "") != (alone.Table == ""):
		t.Errorf("%s is %v, and alone %v", r.Name, r.Kind, alone.Kind)
	case r.Table != "" && r.Table.Hash() != alone.Table.Hash() && !r.Table.Recursive(): // recursive hashes include calls
		t.Errorf("%s has another language alone", r.Name)
	case r.Table != "" && len(r.Table.Components()) != len(alone.Table.Components()):
		t.Errorf("%s has the components %v, and alone %v", r.Name, r.Table.Components(), alone.Table.Components())
	}
}

// checkClosed fails if an excerpt for r contains a rule that r does not refer to.
func checkClosed(t *testing.T, g *build.Grammar, r *build.Rule) {
	t.Helper()
	needed := map[*build.Rule]bool{}
	var need func(r *build.Rule)
	need = func(r *build.Rule) {
		if r == nil || needed[r] {
			return
		}
		needed[r] = true
		for _, name := range references(r.Expr()) {
			need(g.Rule(name))
		}
	}
	need(r)
	for _, other := range g.Rules {
		if !needed[other] {
			t.Errorf("the excerpt of %s has %s", r.Name, other.Name)
		}
	}
}

func TestNarrowed(t *testing.T) {
	has := func(name string) bool { return slices.Contains([]string{"a", "b"}, name) }
	for text, want := range map[string]string{
		"octets": "octets ", "octets a c": "octets a", "octets c": "", "code-points b": "code-points b",
		"set s: a b": "set s: a b", "set s: a c": "", "alternatives a": "alternatives a", "alternatives c: a": "",
		"components a c: x=a,c b y=c": "components a: x=a b", "components c: a": "", "components a: c": "",
		"other c": "other c", "profile a: c and not d": "profile a: c and not d", "profile c: a": "",
	} {
		name, rest, _ := strings.Cut(text, " ")
		d, ok := narrowed(syntax.Directive{Name: name, Text: rest}, has)
		if got := d.Name + " " + d.Text; ok != (want != "") || ok && got != want {
			t.Errorf("%s becomes %s, %v, want %s", text, got, ok, want)
		}
	}
}
