package notation

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// Each dialect has a row with its reader, its definition sign and its form.
func TestEveryDialectHasARow(t *testing.T) {
	for _, d := range syntax.Dialects() {
		if r := rowOf(d); r.dialect != d || r.read == nil || r.sign == nil || r.form == nil || r.form.Node == nil {
			t.Errorf("%s lacks a row in the table of notation.go, or a function there", d)
		}
	}
	if len(table) != len(syntax.Dialects()) {
		t.Errorf("%d rows for %d dialects", len(table), len(syntax.Dialects()))
	}
}
