package files

import (
	"testing"

	"github.com/irilex/iri/tables"
)

func TestCut(t *testing.T) {
	for _, test := range []struct {
		raw           string
		escaped       bool
		before, after string
		begin, indent int
		separated     bool
	}{
		{raw: "a\tb", before: "a", after: "b", begin: 5, indent: 5, separated: true},
		{raw: "é\tb\tc", before: "é", after: "b\tc", begin: 6, indent: 5, separated: true},
		{raw: "\t", begin: 4, indent: 4, separated: true},
		{raw: "a b", before: "a b"},
		{raw: `\xE9\t`, escaped: false, before: `\xE9\t`},
		{raw: "\\x09\\\\\t\\u00e9", escaped: true, before: "\t\\", after: "é", begin: 10, indent: 10, separated: true},
	} {
		l := &Line{Line: &tables.Line{}, Raw: []byte(test.raw), Text: []byte(test.raw), Begin: 3, Indent: 3}
		if test.escaped {
			l.Escapes = Backslashes
		}
		before, after, ok := l.Cut('\t')
		if ok != test.separated || string(before.Text) != test.before || string(after.Text) != test.after {
			t.Errorf("%q: %q, %q, %v", test.raw, before.Text, after.Text, ok)
		}
		if ok && (before.Begin != 3 || before.Indent != 3 || after.Begin != test.begin || after.Indent != test.indent) {
			t.Errorf("%q: %d, %d", test.raw, after.Begin, after.Indent)
		}
	}
}
