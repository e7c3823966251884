package certificate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// linears are grammars whose rule c is linear. In the grammars of one row, c matches the same
// strings.
var linears = [][]string{
	{`c = "a" c / "b"`, `c = *"a" "b"`, "c = d / \"b\"\nd = \"a\" c", "c = d \"b\"\nd = [d \"a\"]"},
	{`c = ["a" c "" n]` + "\nn = \"\" / n n", `c = *"a"`, `c = [c "a"]`, `c = *1(c "a") / *""`},
	{`c = c "a" / "b"`, `c = "b" *"a"`, "c = ( d / \"b\" ) [\"\"]\nd = c \"a\""},
	{`c = "a" d / ""` + "\nd = \"b\" c", `c = *("a" "b")`, "c = d \"b\" / \"\"\nd = c \"a\""},
	{`c = "a" d / ""` + "\nd = \"b\" c / \"a\" d", `c = ["a" *"a" "b" c]`},
	{"c = \"a\" d / \"b\" e / %xE9\nd = \"b\" c / \"a\" d / e\ne = \"a\" e / d \"\" / \"b\"",
		`c = *(("a" / "b") *"a" "b") (%xE9 / ("a" / "b") *"a" "b")`},
	{"c = \"a\" n / \"b\" / n c\nn = \"x\" n", `c = "b"`},
	{"c = c / \"\" / d d\nd = c c", `c = ""`},
	{"c = d *2\"b\"\nd = \"a\" d / \"a\"", `c = 1*"a" *2"b"`},
	{"c = d \"a\" / \"b\"\nd = n c \"x\" / \"y\"\nn = n", `c = "ya" / "b"`},
	{"c = 0<x> c \"a\" / %xE9", "c = %xE9 *\"a\""},
	{"c = *1( *1( d / \"b\" ) ) \"\"\nd = ( \"a\" / \"b\" ) c", "c = [d \"b\"] / d\nd = *( \"a\" / \"b\" )"},
}

// TestLinear checks that the table of each linear rule is certified against every document in its
// row and against no other.
func TestLinear(t *testing.T) {
	var documents []string
	row := map[string]int{}
	for i, same := range linears {
		for _, text := range same {
			documents = append(documents, text)
			row[text] = i
		}
	}
	for _, text := range documents {
		m := linearTable(t, text)
		for _, other := range documents {
			g, err := certificate.Read(other+"\r\n", certificate.ABNF)
			if err != nil {
				t.Fatal(err)
			}
			l := certificate.NewLowering(g, maxTerms)
			term, err := l.Rule(g.Rule("c"))
			if err != nil {
				t.Fatalf("%q: %v", other, err)
			}
			_, err = l.Terms.Certify(term, m)
			var d *certificate.Difference
			differs := errors.As(err, &d)
			if (err == nil) != (row[text] == row[other]) || err != nil && !differs {
				t.Errorf("%q and the table of %q: %v", other, text, err)
			}
			if differs && l.Terms.Matches(term, d.Witness) == d.Table {
				t.Errorf("%q and the table of %q: %q is not a witness", other, text, d.Witness)
			}
		}
	}
}

func linearTable(t *testing.T, text string) decoded {
	t.Helper()
	g, _ := build.Compile(context.Background(), syntax.NewSource("test.abnf", text+"\r\n"),
		build.Options{Name: "test", Places: true})
	r := g.Rule("c")
	if r.Table == "" || r.Table.Recursive() {
		t.Fatalf("%q: %s", text, r.Reason())
	}
	m, err := machine.Of(r.Table)
	if err != nil {
		t.Fatal(err)
	}
	return decoded{m}
}

// Rules that are not linear have a reason instead of a term.
func TestNotLinear(t *testing.T) {
	for text, want := range map[string]string{
		`c = "(" [c] ")"`:                       "c: c: it refers to itself between other text",
		"c = \"a\" d / \"a\"\nd = c \"b\"":      "c: d: it refers to itself between other text",
		`c = *(c "a")`:                          "c: c: it refers to itself between other text",
		`c = 2c / "a"`:                          "c: c: it repeats a reference to itself",
		"c = d / \"a\"\nd = \"(\" [d] \")\"":    "c: d: d: it refers to itself between other text",
		"c = c c / \"a\"\nd = \"b\" d / *2\"\"": "c: c: it refers to itself between other text",
	} {
		g, err := certificate.Read(text+"\r\n", certificate.ABNF)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := certificate.NewLowering(g, maxTerms).Rule(g.Rule("c")); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLinearDocuments certifies the linear rules of the shared documents, such as ldh-str in RFC
// 6265, and the rules that refer to them. By default it compiles only that document and every
// fourth one.
func TestLinearDocuments(t *testing.T) {
	linear, all := 0, 0
	for i, file := range shared.Glob(t, "grammars/*.abnf") {
		if !testkit.OneIn(4, i) && !strings.Contains(file, "rfc6265") {
			continue
		}
		g, _ := build.Compile(context.Background(), syntax.NewSource(filepath.Base(file), testkit.ReadFile(t, file)),
			build.Options{Name: "shared", Dialect: syntax.ABNF})
		own, err := certificate.Read(tabledText(g), certificate.ABNF)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		l, endless := certificate.NewLowering(own, maxTerms), own.Endless()
		for _, r := range g.Rules {
			other := own.Rule(r.Name)
			if other == nil || !endless[other] || r.Table == "" || r.Table.Recursive() {
				continue
			}
			m, err := machine.Of(r.Table)
			if err != nil {
				t.Fatal(err)
			}
			term, err := l.Rule(other)
			if err == nil {
				_, err = l.Terms.Certify(term, decoded{m})
			}
			if err != nil {
				t.Errorf("%s, %s: %v", filepath.Base(file), r.Name, err)
			}
			if all++; r.Kind == build.Linear {
				linear++
			}
		}
	}
	if linear == 0 || all < 3 { // ldh-str, label and subdomain
		t.Errorf("%d rules are linear, %d with those that refer to them", linear, all)
	}
}

// tabledText returns the definitions of the rules that have tables, as written: the second reader
// accepts neither other text nor undefined names.
func tabledText(g *build.Grammar) string {
	var b strings.Builder
	for _, r := range g.Rules {
		for i, d := range r.Defs {
			if r.Table == "" || r.Core || r.From != "" {
				continue
			}
			text := g.Source.Text[d.NamePos:d.End]
			if i > 0 && !d.Incremental {
				text = strings.Replace(text, "=", "=/", 1)
			}
			b.WriteString(text + "\r\n")
		}
	}
	return b.String()
}

// A linearWriter writes grammars whose rules refer to one another at one end.
type linearWriter struct {
	*rand.Rand
	left bool
}

func (w linearWriter) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w linearWriter) alternative() string {
	text := w.pick(`"a"`, `"b"`, `*"a"`, `1*2"b"`, `("a" / "b")`, `["b" "a"]`, `"b" *"a"`, `""`, `"a" %xE9`,
		`%xE8-EA`)
	end := w.pick("c", "d", "e", "[c]", "(d / e)", "*1e", `(c / "b")`, `""`, `""`, `0c`, `("" d *"")`)
	if w.left {
		return end + " " + text
	}
	return text + " " + end
}

func (w linearWriter) grammar() (text string) {
	for _, name := range []string{"c", "d", "e"} {
		text += name + " = " + w.alternative()
		for range w.IntN(3) {
			text += " / " + w.alternative()
		}
		text += "\r\n"
	}
	return text
}

// TestLinearRandom certifies the tables of random linear grammars.
func TestLinearRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 10))
	linear, large := 0, 0
	for i := range larger(300, 20_000) {
		text := linearWriter{random, i%2 == 1}.grammar()
		g, _ := build.Compile(context.Background(), syntax.NewSource("test.abnf", text),
			build.Options{Name: "test"})
		own, err := certificate.Read(text, certificate.ABNF)
		if err != nil {
			t.Fatal(err)
		}
		l := certificate.NewLowering(own, 5000)
		for _, r := range g.Rules {
			if r.Table == "" || r.Table.Recursive() {
				t.Fatalf("%s is %s\n%s", r.Name, r.Kind, text)
			}
			m, err := machine.Of(r.Table)
			if err != nil {
				t.Fatal(err)
			}
			term, err := l.Rule(own.Rule(r.Name))
			if err == nil {
				_, err = l.Terms.Certify(term, decoded{m})
			}
			switch {
			case l.Terms.Err() != nil:
				large++
			case err != nil:
				t.Fatalf("%s: %v\n%s", r.Name, err, text)
			case r.Kind == build.Linear:
				linear++
			}
		}
	}
	t.Logf("%d rules are linear, %d have too many terms", linear, large)
	if linear < larger(300, 20_000) || large > linear/10 {
		t.Error("one-sided")
	}
}
