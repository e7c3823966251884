package grammar

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build"
)

func compile(t *testing.T, text string) *build.Grammar {
	t.Helper()
	d, err := Open(t.Context(), Stdin, Notation{Dialect: "auto"}, strings.NewReader(text))
	if err != nil || d.Why == "" {
		t.Fatalf("%q, %v", d.Why, err)
	}
	g, _, _ := d.Compile(t.Context(), build.Options{})
	return g
}

func TestReasons(t *testing.T) {
	g := compile(t, "a = \"a\"\nb = c\nd = \"(\" [d] \")\" / \"[\" [d] \"]\"\ne = d\nf = (\n")
	for name, want := range map[string]string{
		"a": "",
		"b": "the rule b has no table: cannot be compiled without c",
		"d": "the rule d has no table: it is recursive (self-embedding): d -> d; one counter cannot tell what may " +
			"follow d inside d, as with two kinds of brackets; abnf compiles it with --superset or --depth",
		"e": "the rule e has no table: it depends on d, which has no table",
		"f": "the rule f has no table: cannot be compiled without its definition, which could not be read",
		"A": "",
		"x": `the grammar stdin has no rule "x"; similar: a, b, d, e, f`,
	} {
		got := ""
		if _, err := Table(g, name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for name, want := range map[string]string{"a/b.abnf": "b", "-": "stdin", "x": "x", "a.b.c": "a.b"} {
		if got := stem(name); got != want {
			t.Errorf("stem(%q) = %q, want %q", name, got, want)
		}
	}
}
