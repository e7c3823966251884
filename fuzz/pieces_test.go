package fuzz

import (
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// FuzzPieces checks that a string says the same in pieces as whole, wherever it is cut.
func FuzzPieces(f *testing.F) {
	for _, s := range inputs() {
		f.Add(s, len(s)/3, len(s)/2)
	}
	f.Add("a:あ\U0001F600\xE3\x81", 3, 8)
	f.Add("http://[1:2:3:4:5:6:7:8]/\xF0\x9F\x98", 15, 26)
	f.Fuzz(func(t *testing.T, s string, i, j int) {
		i = min(max(i, 0), len(s))
		j = min(max(i, j), len(s))
		for _, r := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.Ihost, rfc3986.URI} {
			want := r.Check(s)
			c := tables.NewChecker(r)
			for _, piece := range []string{s[:i], s[i:j], s[j:]} {
				c.WriteString(piece)
			}
			if got := c.Close(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %q, %q and %q: %+v, not %+v", r.Name(), s[:i], s[i:j], s[j:], got, want)
			}
			if got := r.CheckReader(iotest.OneByteReader(strings.NewReader(s))); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of the bytes of %q: %+v, not %+v", r.Name(), s, got, want)
			}
			q := r.AdvanceString(r.AdvanceString(r.AdvanceString(r.Start(), s[:i]), s[i:j]), s[j:])
			if r.Accepting(q) != (want == nil) || r.Dead(q) && want == nil {
				t.Errorf("%s of %q, %q and %q: state %d", r.Name(), s[:i], s[i:j], s[j:], q)
			}
		}
	})
}
