package iri_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

func TestFragmentOfZeroValues(t *testing.T) {
	if i, err := (iri.IRI{}).With(iri.Fragment, "f"); partOf(err) != iri.Scheme || i != (iri.IRI{}) {
		t.Errorf("the zero IRI with a fragment is %q, %v", i, err)
	}
	if r, err := (iri.Reference{}).With(iri.Fragment, "f"); err != nil || r.String() != "#f" {
		t.Errorf("the zero Reference with a fragment is %q, %v", r, err)
	}
	if i := (iri.IRI{}).WithoutFragment(); i != (iri.IRI{}) {
		t.Errorf("the zero IRI without a fragment is %q", i)
	}
}

// Tested against: Parts, with one field changed.
func TestWithRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 4))
	components := []iri.Component{iri.Scheme, iri.Userinfo, iri.Host, iri.Port, iri.Path, iri.Query, iri.Fragment}
	made := 0
	for range testkit.Cases(50_000) {
		ref, err := iri.ParseReference(randomReference(r, 8))
		if err != nil {
			continue
		}
		other, err := iri.ParseReference(randomReference(r, 8))
		if err != nil {
			continue
		}
		c := components[r.IntN(len(components))]
		p, q := ref.Parts(), other.Parts()
		fields := func(p *iri.Parts) []*string {
			return []*string{&p.Scheme, &p.Userinfo, &p.Host, &p.Port, &p.Path, &p.Query, &p.Fragment}
		}
		n := slices.Index(components, c)
		text := *fields(&q)[n]
		if r.IntN(4) == 0 {
			text = testkit.RandomText(r, 3) // often illegal
		}
		*fields(&p)[n] = text
		p.Present |= c
		want, wantErr := p.Reference()
		got, err := ref.With(c, text)
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("%q with the %v %q: %q, %v, want %q, %v", ref, c, text, got, err, want, wantErr)
		}
		i, absolute := ref.IRI()
		if changed, err := i.With(c, text); absolute && (changed.Reference() != got || (err == nil) != (wantErr == nil)) {
			t.Fatalf("%q with the %v %q is the IRI %q, %v", ref, c, text, changed, err)
		}
		*fields(&p)[n] = ""
		p.Present &^= c
		want, wantErr = p.Reference()
		if got, err := ref.Without(c); got != want || (err == nil) != (wantErr == nil) {
			t.Fatalf("%q without the %v: %q, %v, want %q, %v", ref, c, got, err, want, wantErr)
		}
		if c == iri.Fragment && (ref.WithoutFragment() != want || absolute && i.WithoutFragment().Reference() != want) {
			t.Fatalf("%q without its fragment is %q and %q, want %q", ref, ref.WithoutFragment(), i.WithoutFragment(), want)
		}
		if err == nil {
			made++
		}
	}
	if made < testkit.Fewer(10_000) {
		t.Errorf("only %d changes", made)
	}
}

func TestWithout(t *testing.T) {
	for _, c := range []struct {
		s         string
		component iri.Component
		want      string
	}{
		{"http://u@h:80/p?q#f", iri.Authority, "http:/p?q#f"},
		{"http://u@h:80/p?q#f", iri.Port, "http://u@h/p?q#f"},
		{"http://u@h:/p", iri.Port, "http://u@h/p"},
		{"http://h//p", iri.Authority, ""},
		{"http://u@h/", iri.Host, ""},
		{"http://h/", iri.Scheme, ""},
		{"http://h/p?", iri.Query, "http://h/p"},
		{"http://h/p?q", iri.Path, "http://h?q"},
		{"http://h/p?q", iri.Segment, ""},
		{"http://h/p?q", iri.Query | iri.Fragment, ""},
	} {
		got, err := iri.MustParse(c.s).Without(c.component)
		if got.String() != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s without the %v: %q, %v", c.s, c.component, got, err)
		}
	}
}
