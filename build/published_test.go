package build

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// published are documents in ISO EBNF and classic BNF. Each has a twin in ABNF, written
// independently, with "-" in place of the blanks in names. tables is the number of rules with a
// table. more defines the rules that a document uses but does not define.
var published = []struct {
	dialect      syntax.Dialect
	name, shared string // shared: the file in the shared documents, if the project has no copy
	more         string
	tables       int
}{
	{syntax.BNF, "algol60", "", "", 11},
	{syntax.ISO, "iso14977", "", "", 13},
	{syntax.ISO, "pascal", "", "", 18},
	{syntax.ISO, "modula2", "", "", 14},
	{syntax.BNF, "semver", "documents/semver.md", "", 20},
	{syntax.ISO, "kgt-expr", "documents/kgt-expr.iso-ebnf", tenDigits, 5},
	{syntax.ISO, "kgt-expr-minus", "documents/kgt-expr-minus.iso-ebnf", tenDigits, 5},
}

const tenDigits = "\nINTEGER = d, { d } ; d = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' ;\n"

// TestPublished compares the language of each rule with that of its twin in ABNF.
func TestPublished(t *testing.T) {
	for _, tt := range published {
		t.Run(tt.name, func(t *testing.T) {
			var text string
			if tt.shared == "" {
				text = testkit.ReadFile(t, filepath.Join("testdata", "published", tt.name+tt.dialect.Endings()[0]))
			} else if text = shared.Read(t, tt.shared); strings.HasSuffix(tt.shared, ".md") {
				_, text, _ = strings.Cut(text, "```\n<valid semver>")
				text, _, _ = strings.Cut("<valid semver>"+text, "```")
			}
			g, list := compileDialect(t, tt.dialect, text+tt.more)
			if list.Errors() > 0 {
				t.Fatal(list.Err())
			}
			abnf := testkit.ReadFile(t, filepath.Join("testdata", "published", tt.name+".abnf"))
			twin, list := compileDialect(t, syntax.ABNF, abnf)
			if list.Errors() > 0 {
				t.Fatal(list.Err())
			}
			n := 0
			for _, r := range g.Rules {
				other := twin.Rule(strings.ReplaceAll(r.Name, " ", "-"))
				switch {
				case other == nil && tt.more != "" && r.Name == "d":
				case other == nil || r.Table == "" || other.Table == "":
					t.Errorf("%s has no table or no twin", r.Name)
				default:
					n++
					if c, err := Compare(r, other); err != nil || c.Relation != Equal {
						t.Errorf("%s: %s, %q, %q, %v", r.Name, c.Relation, c.OnlyA, c.OnlyB, err)
					}
				}
			}
			if n != tt.tables {
				t.Errorf("%d rules are compared, want %d", n, tt.tables)
			}
		})
	}
}
