package fuzz

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// FuzzPieces checks that a string has the same verdict and error in pieces as in one piece: cut in
// three anywhere, and cut in two at every offset.
func FuzzPieces(f *testing.F) {
	for i, s := range slices.Concat(inputs(), conformance(f), ownSuite()) {
		if i%3 == 0 || i < len(inputs()) { // the rest are seeds of other targets
			f.Add(s, len(s)/3, len(s)/2)
		}
	}
	f.Add("a:あ\U0001F600\xE3\x81", 3, 8)
	f.Add("http://[1:2:3:4:5:6:7:8]/\xF0\x9F\x98", 15, 26)
	f.Fuzz(func(t *testing.T, s string, i, j int) {
		i = min(max(i, 0), len(s))
		j = min(max(i, j), len(s))
		for _, r := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.Ihost, rfc3986.URI} {
			want := r.Check(s)
			checkPieces(t, r, want, s[:i], s[i:j], s[j:])
			const most = 200 // in bytes, because the time is quadratic
			for cut := range min(len(s), most) {
				checkPieces(t, r, want, s[:cut], s[cut:])
			}
			if got := r.CheckReader(iotest.OneByteReader(strings.NewReader(s))); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of the bytes of %q: %+v, not %+v", r.Name(), s, got, want)
			}
			if got, err := r.ValidReader(iotest.HalfReader(strings.NewReader(s))); got != (want == nil) || err != nil {
				t.Errorf("%s of halves of %q: %t, %v", r.Name(), s, got, err)
			}
		}
	})
}

// checkPieces feeds a string's pieces to a checker and to states, and compares the results with
// want, the error that Check returns for the whole string.
func checkPieces(t *testing.T, r tables.Rule, want error, pieces ...string) {
	c, q := tables.NewChecker(r), r.Start()
	for i, piece := range pieces {
		c.WriteString(piece)
		if q = r.AdvanceString(q, piece); i%2 == 1 &&
			r.Advance(r.Start(), []byte(pieces[0]+piece)) != r.AdvanceString(r.Start(), pieces[0]+piece) {
			t.Errorf("%s of %q: another state for bytes", r.Name(), pieces[0]+piece)
		}
	}
	if got := c.Close(); !reflect.DeepEqual(got, want) {
		t.Errorf("%s of %q: %+v, not %+v", r.Name(), pieces, got, want)
	}
	if r.Accepting(q) != (want == nil) || q.Dead() && want == nil {
		t.Errorf("%s of %q: state %d", r.Name(), pieces, q)
	}
}
