package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// No form of %v prints the bytes of a table, even for a value that contains one.
func TestNothingPrintsATable(t *testing.T) {
	lexer, munch := rfc3987.PathKinds.Lexer("a"), rfc3987.PathKinds.LongestMatch()
	checker := tables.NewChecker(rfc3987.IRI)
	checker.WriteString(" ")
	const rule, set = "rfc3987#IRI", "rfc3987#PathKinds"
	for _, tt := range []struct {
		value          any
		short, literal string
	}{
		{rfc3987.IRI, rule, `tables.Rule("rfc3987#IRI")`},
		{rfc3987.PathKinds, set, `tables.Set("rfc3987#PathKinds")`},
		{tables.NewBatch(rfc3987.IRI), rule, `tables.Rule("rfc3987#IRI")`},
		{*tables.NewBatch(rfc3987.IRI), rule, `tables.Rule("rfc3987#IRI")`},
		{checker, rule, `tables.Rule("rfc3987#IRI")`},
		{*checker, rule, `tables.Rule("rfc3987#IRI")`},
		{lexer, set, `tables.Set("rfc3987#PathKinds")`},
		{&munch, set, `tables.Set("rfc3987#PathKinds")`},
		{[]tables.Rule{rfc3987.IRI}, "[rfc3987#IRI]", `[]tables.Rule{tables.Rule("rfc3987#IRI")}`},
		{tables.Rule(""), "no table", `tables.Rule("no table")`},
		{tables.Set("iri"), "no table", `tables.Set("no table")`},
	} {
		forms := map[string]string{"%v": tt.short, "%+v": tt.short, "%s": tt.short, "%#v": tt.literal}
		for format, want := range forms {
			if got := fmt.Sprintf(format, tt.value); got != want {
				t.Errorf("%s of %T is %.100q, not %q", format, tt.value, got, want)
			}
		}
	}
	r := seeded(130)
	for range testkit.Few(20_000) { // a string that is not a table can be printed, too
		b := []byte(rfc3987.Port)
		for range 1 + r.IntN(20) {
			b[r.IntN(len(b))] = byte(r.IntN(256))
		}
		b = b[:len(b)-r.IntN(2)*r.IntN(len(b))]
		if got := tables.Rule(b).String(); len(got) > max(len(b), len("no table")) || strings.Contains(got, "PANIC") {
			t.Fatalf("%q", got)
		}
	}
}

// The layout number, its constant's name and the magic bytes all identify the same layout.
func TestLayoutIsThatOfTheMagic(t *testing.T) {
	if tables.Layout12 != machine.Layout || rfc3987.IRI[3] != tables.Layout12 {
		t.Errorf("layout %d, packed for %d, in tables %d", tables.Layout12, machine.Layout, rfc3987.IRI[3])
	}
}
