package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// linked returns documents d1 to dn, which import each other; text(k) is the text of document k.
func linked(n int, text func(k int) string) (imports []Import) {
	for k := range n {
		name := fmt.Sprint("d", k+1)
		imports = append(imports, Import{Source: syntax.NewSource(name+".abnf", text(k+1)), Options: Options{Name: name}})
	}
	return imports
}

// Documents that import each other are compiled a bounded number of times, in any order and however
// many paths connect them.
func TestLinkedDocuments(t *testing.T) {
	const n = 40
	refers := func(to func(k, j int) bool) func(k int) string {
		return func(k int) string {
			var b strings.Builder
			fmt.Fprintf(&b, `r%d = "x"`, k)
			for j := range n {
				if to(k, j+1) {
					fmt.Fprintf(&b, ` / "(" r%d ")"`, j+1)
				}
			}
			return b.String()
		}
	}
	for _, tt := range []struct {
		name string
		to   func(k, j int) bool
		want string
	}{
		{"to all after it", func(k, j int) bool { return j > k }, ""},
		{"to all before it", func(k, j int) bool { return j < k }, ""},
		{"to all others", func(k, j int) bool { return j != k }, "has no table: cannot be compiled without r2, r3, "},
		{"in a ring", func(k, j int) bool { return j == k%n+1 },
			"; the rule d1#r1 refers to itself through other documents"},
	} {
		imports := linked(n, refers(tt.to))
		src := syntax.NewSource("test", `a = r1 r20 r40`)
		links := newLinks()
		g, err := Compile(t.Context(), src, Options{Name: "test", Imports: imports, links: links})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || g.Rule("a").Table != "" || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		case links.size > 3*n*minLinked:
			t.Errorf("%s: %d documents were compiled", tt.name, links.size/minLinked)
		}
	}
}

// Two documents whose rules need each other in turn are recompiled repeatedly, up to a limit.
func TestLinkedInTurn(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want string
	}{{50, ""}, {400, "imported documents exceed the limit of 16777216 bytes"}} {
		imports := linked(2, func(k int) string {
			var b strings.Builder
			for j := range tt.n {
				fmt.Fprintf(&b, "r%d-%d = \"x\" / \"y\" r%d-%d\n", k, j, 3-k, j+k-1)
			}
			fmt.Fprintf(&b, "r%d-%d = \"z\"\n", k, tt.n)
			return b.String()
		})
		_, err := Compile(t.Context(), syntax.NewSource("test", `a = r1-0`), Options{Name: "test", Imports: imports})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)) {
			t.Errorf("%d rules: %v, want %s", tt.n, err, tt.want)
		}
	}
}

// An import is read with the limits that it is compiled with: those of the importing document.
func TestLimitsOfImports(t *testing.T) {
	small, large := DefaultLimits(), DefaultLimits()
	small.Syntax.Rules, large.Syntax.Source = 1, 2<<20
	for _, tt := range []struct {
		limits     Limits
		text, want string // the import, and part of the error, or "" if there is none
	}{
		{small, "b = \"b\"\nc = \"c\"\n", ""},
		{small, "c = \"c\"\nb = \"b\"\n", "b is not defined"},
		{large, ";" + strings.Repeat("-", 1<<20) + "\nb = \"b\"\n", ""},
	} {
		_, err := Compile(t.Context(), syntax.NewSource("test", "a = b\n"), Options{Name: "test", Limits: tt.limits,
			Imports: []Import{{Source: syntax.NewSource("o", tt.text), Options: Options{Name: "o"}}}})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.20q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A rule that an import lacks is reported as missing, not as recursive.
func TestImportWithoutTheRule(t *testing.T) {
	_, err := Compile(t.Context(), syntax.NewSource("test", "a = and\n"), Options{Name: "test", Imports: []Import{
		{Source: syntax.NewSource("o", "; @profile and: b\nb = \"b\"\n"), Options: Options{Name: "o"}}}})
	if err == nil || !strings.Contains(err.Error(), "the rule o#and does not exist") {
		t.Error(err)
	}
}
