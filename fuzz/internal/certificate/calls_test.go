package certificate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// certifyCalls certifies a call-counting table against the grammar from the second reader.
func certifyCalls(t *testing.T, g *certificate.Grammar, name string, table tables.Rule) {
	t.Helper()
	m, err := machine.Of(table)
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.CertifyCalls(g.Rule(name), decoded{m}, maxTerms)
	if err != nil || c == nil {
		t.Errorf("%s: no certificate, %v", name, err)
		return
	}
	label := func(q uint32) string { return fmt.Sprint(m.Accept[q]) }
	checkMinimal(t, name, c, decoded{m}, label, table.States())
	t.Logf("%-22s %6d %6d %6d, with calls", name, c.Terms(), c.Pairs(), len(c.States()))
}

// TestCalls certifies the 22 call-counting tables of XRI 3.0; by default, every eighth.
func TestCalls(t *testing.T) {
	b, _ := build.FindBundled("xri30")
	g, err := build.Compile(context.Background(), b.Source(),
		build.Options{Name: b.Name, Dialect: b.Dialect})
	if err != nil {
		t.Fatal(err)
	}
	own := bundleOf(t, "xri30").lower(t).Grammar
	counting := 0
	for _, r := range g.Rules {
		if r.Table != "" && r.Table.Recursive() {
			if testkit.OneIn(8, counting) {
				certifyCalls(t, own, r.Name, r.Table)
			}
			counting++
		}
	}
	if counting != 22 {
		t.Errorf("%d rules count, XRI has 22 that are recursive or depend on these", counting)
	}
}

// TestCallsDiffer checks that tables of other rules are rejected.
func TestCallsDiffer(t *testing.T) {
	documents := []string{
		`c = "(" *("a" / c) ")"`, `c = "(" *("a" / c) ")" / "a"`, `c = "(" *(%x61 / c) ")"`, `c = "(" ["a" / c] ")"`,
		`c = "(" *c ")"`, `c = "(" 1*("a" / c) ")"`,
		`c = [ "(" *("a" / c) ")" ]`, `c = "(" *("a" / x) ")"` + "\r\nx = c", `c = "(" *("a" / c) "]"`,
	}
	for i, one := range documents {
		for k, other := range documents {
			table := tableOf(t, other)
			m, err := machine.Of(table)
			if err != nil {
				t.Fatal(err)
			}
			g, err := certificate.Read(one+"\r\n", certificate.ABNF)
			if err != nil {
				t.Fatal(err)
			}
			_, err = g.CertifyCalls(g.Rule("c"), decoded{m}, maxTerms)
			same := func(i int) bool { return i == 0 || i == 7 }
			if equal := i == k || same(i) && same(k); (err == nil) != equal {
				t.Errorf("%q and the table of %q: %v", one, other, err)
			} else if err != nil && !strings.Contains(err.Error(), "no shorter string differs") {
				t.Errorf("%q and the table of %q: %v", one, other, err)
			}
		}
	}
}

func tableOf(t *testing.T, text string) tables.Rule {
	t.Helper()
	g, err := build.Compile(context.Background(), syntax.NewSource("test.abnf", text+"\r\n"),
		build.Options{Name: "test", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Table("c")
	if err != nil || !r.Recursive() {
		t.Fatalf("%q: %v", text, err)
	}
	return r
}
