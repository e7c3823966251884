package fault

import (
	"reflect"
	"testing"

	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestExamine(t *testing.T) {
	for _, test := range []struct {
		raw, text      string
		escaped        bool
		column, offset int
		length         int
		found          string
		incomplete     bool
	}{
		{raw: "a:é b", column: 4, offset: 4, length: 1, found: `" " (U+0020)`},
		{raw: "a:\xff", column: 3, offset: 2, length: 1, found: "the byte 0xFF, not UTF-8"},
		{raw: "", column: 1, offset: 0, length: 0, found: "the end", incomplete: true},
		{raw: "a", column: 2, offset: 1, length: 0, found: "the end", incomplete: true},
		{raw: `a:é\u00e9\x20`, text: "a:éé ", escaped: true, column: 10, offset: 10, length: 4, found: `" " (U+0020)`},
		{raw: `\x61`, text: "a", escaped: true, column: 5, offset: 4, length: 0, found: "the end", incomplete: true},
	} {
		text := test.raw
		if test.escaped {
			text = test.text
		}
		l := &lines.Line{
			Line: &tables.Line{Number: 2, First: true, Last: true},
			Raw:  []byte(test.raw), Text: []byte(text), Escaped: test.escaped,
		}
		f := Examine(l, rfc3987.IRI)
		got := []any{f.Column, f.Offset, f.Length, f.Found, f.Incomplete}
		want := []any{test.column, test.offset, test.length, test.found, test.incomplete}
		if !reflect.DeepEqual(got, want) || f.Rule != "IRI" || len(f.Expected) == 0 || f.Message == "" {
			t.Errorf("%q: %q of %+v, want %q", test.raw, got, f, want)
		}
	}
}
