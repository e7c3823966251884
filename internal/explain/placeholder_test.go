package explain_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables/rfc3987"
)

// A placeholder is explained even if another problem precedes it.
func TestExplainPlaceholder(t *testing.T) {
	x := explain.New(rfc3987.IRI, rfc3987.Lookup)
	for _, c := range []struct {
		s      string
		column int
		want   string
	}{
		{"http://h/é a/{id}", 14, `"{id}" is not allowed in an IRI; if it is a placeholder, replace it with a value`},
		{"http://h/{id}", 10,
			`"{id}" is not allowed in an IRI; if it is a placeholder, replace it with a value; otherwise write %7B and %7D`},
		{"http://h/${x}", 10,
			`"${x}" is not allowed in an IRI; if it is a placeholder, replace it with a value; otherwise write %7B and %7D`},
		{"http://h/" + strings.Repeat("a", explain.MaxBytes) + "%/%s", 12 + explain.MaxBytes,
			`"%s" is not allowed in an IRI; if it is a placeholder, replace it with a value`},
		{"http://h/a b", 0, ""},
		{"http://h/", 0, ""},
	} {
		why, ok := x.ExplainPlaceholder(c.s)
		if ok != (c.want != "") || ok && (why.String() != c.want || why.Column != c.column || why.Code != "placeholder") {
			t.Errorf("%.40q: %q in column %d, not %q in %d", c.s, why.String(), why.Column, c.want, c.column)
		}
	}
}
