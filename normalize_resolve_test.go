package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// commutes reports whether resolving and normalizing give the same result in either order, and
// whether they do if the result is normalized again.
func commutes(t testing.TB, base, reference string, f iri.Form) (same, sameAgain bool) {
	t.Helper()
	normal := func(s string) string {
		r, err := iri.ParseReference(s)
		if err != nil {
			t.Fatal(err)
		}
		return r.Normalize(f).String()
	}
	resolve := func(base, reference string) string {
		return new(pseudocode).resolve(iri.MustParse(base), iri.MustParseReference(reference))
	}
	after := normal(resolve(base, reference))
	before := resolve(normal(base), normal(reference))
	return before == after, normal(before) == after
}

// promised reports whether the documentation of Form promises that the operations commute.
func promised(base, reference string, f iri.Form) bool {
	path := iri.MustParse(base).Path()
	return (f&iri.DotForm == 0 || path != ".." && !strings.HasSuffix(path, "/..")) &&
		(f&iri.PercentForm == 0 || !strings.Contains(strings.ToUpper(base+" "+reference), "%2E"))
}

// One counterexample for each exception.
func TestNormalizeDoesNotCommuteWithResolution(t *testing.T) {
	for _, c := range []struct {
		form            iri.Form
		base, reference string
		again           bool // whether normalizing the result again helps
	}{
		{iri.DotForm, "http://h/a/b/..", "c", false},                                   // /a/b/c, not /a/c
		{iri.PercentForm, "http://h/a/", "%2e%2e/c", false},                            // /a/../c, not /c
		{iri.PercentForm | iri.DotForm, "http://h/a/b/", "%2e%2e/../c", false},         // /a/b/c, not /c
		{iri.PercentForm | iri.DotForm, "http://h/a/%2e%2e", "c", false},               // /a/c, not /c
		{iri.DefaultPortForm, "http://a/", "//h:80/", true},                            // http://h/, not http://h:80/
		{iri.DefaultPortForm | iri.SyntaxForm, "HTTP://a:80/b", "//h:080/./%41", true}, // http://h/A
	} {
		if same, again := commutes(t, c.base, c.reference, c.form); same || again != c.again {
			t.Errorf("%v, %q and %q commute: %v, %v", c.form, c.base, c.reference, same, again)
		}
		if c.form&iri.DefaultPortForm == 0 && promised(c.base, c.reference, c.form) {
			t.Errorf("%v, %q and %q is no exception", c.form, c.base, c.reference)
		}
	}
}

func TestNormalizeCommutesWithResolution(t *testing.T) {
	t.Parallel()
	var tried [allForms + 1]int
	check := func(base, reference string, f iri.Form) {
		if !promised(base, reference, f) {
			return
		}
		tried[f]++
		if same, again := commutes(t, base, reference, f); !again || !same && f&iri.DefaultPortForm == 0 {
			t.Fatalf("%q and %q, %v", base, reference, f)
		}
	}
	bases := shortReferences(4, "a: a://h", "/ . .. b")
	relative := shortReferences(4, " //h a:", "/ . .. b ?")
	r := rand.New(rand.NewPCG(6, 3986))
	for i := range testkit.Cases(100_000) {
		base, reference := bases[r.IntN(len(bases))], relative[r.IntN(len(relative))]
		if i%2 == 0 {
			base, reference = "a:"+randomReference(r, 0), randomReference(r, 6)
			if s := randomReference(r, 6); iri.Valid(s) {
				base = s
			}
		}
		if iri.Valid(base) {
			check(base, reference, iri.Form(i)&allForms)
		}
	}
	for f, n := range tried {
		if n < testkit.Fewer(50) {
			t.Errorf("%v: only %d pairs", iri.Form(f), n)
		}
	}
}
