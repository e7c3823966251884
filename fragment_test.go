package iri_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// A fragment is set and removed as if the string were changed and parsed.
func TestFragmentsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3987))
	changed := 0
	for range testkit.Cases(50_000) {
		s := iri.Escape(testkit.RandomText(r, 8), iri.Path|iri.Fragment) + []string{"", "#", "#f"}[r.IntN(3)]
		if r.IntN(2) == 0 {
			s = "a://h/" + s
		}
		ref, err := iri.ParseReference(s)
		if err != nil {
			continue
		}
		fragment := testkit.RandomText(r, 3)
		if r.IntN(2) == 0 {
			fragment = iri.Escape(fragment, iri.Fragment)
		}
		base, _, _ := strings.Cut(s, "#")
		if want, err := iri.ParseReference(base); err != nil || ref.WithoutFragment() != want {
			t.Fatalf("%q without its fragment is %q", s, ref.WithoutFragment())
		}
		want, wantErr := iri.ParseReference(base + "#" + fragment)
		if strings.Contains(fragment, "#") {
			wantErr = errors.New("two fragments")
		}
		got, err := ref.WithFragment(fragment)
		if wantErr == nil && (err != nil || got != want) || wantErr != nil &&
			(partOf(err) != iri.Fragment || got != iri.Reference{}) {
			t.Fatalf("%q with the fragment %q is %q, %v, not %q, %v", s, fragment, got, err, want, wantErr)
		}
		i, ok := ref.IRI()
		gotIRI, err := i.WithFragment(fragment)
		wantIRI, _ := got.IRI()
		if ok &&
			((err == nil) != (wantErr == nil) || gotIRI != wantIRI || i.WithoutFragment().Reference() != ref.WithoutFragment()) {
			t.Fatalf("%q with the fragment %q is the IRI %q, %v", s, fragment, gotIRI, err)
		}
		if wantErr == nil {
			changed++
		}
	}
	if changed < testkit.Fewer(10_000) {
		t.Errorf("only %d fragments were set", changed)
	}
}

func TestFragmentOfZeroValues(t *testing.T) {
	if i, err := (iri.IRI{}).WithFragment("f"); partOf(err) != iri.Scheme || i != (iri.IRI{}) {
		t.Errorf("the zero IRI with a fragment is %q, %v", i, err)
	}
	if r, err := (iri.Reference{}).WithFragment("f"); err != nil || r.String() != "#f" {
		t.Errorf("the zero Reference with a fragment is %q, %v", r, err)
	}
	if i := (iri.IRI{}).WithoutFragment(); i != (iri.IRI{}) {
		t.Errorf("the zero IRI without a fragment is %q", i)
	}
}
