package iri_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/irilex/iri"
)

func TestCompare(t *testing.T) {
	inOrder := []string{"", "a:", "a:/", "a:A", "a:a", "a:aa", "a:b#", "a:é", "a:日", "a:\U00010000", "b:"}
	var iris []iri.IRI
	var references []iri.Reference
	for i, s := range inOrder {
		r := iri.MustParseReference(s)
		abs, _ := r.IRI()
		iris, references = append(iris, abs), append(references, r)
		if zero := i == 0; r.IsZero() != zero || abs.IsZero() != zero {
			t.Errorf("%q: %v, %v", s, abs.IsZero(), r.IsZero())
		}
	}
	for i := range inOrder {
		for j := range inOrder {
			want := cmp.Compare(i, j)
			if got := iris[i].Compare(iris[j]); got != want || (want == 0) != (iris[i] == iris[j]) {
				t.Errorf("%q, %q: %d, not %d", iris[i], iris[j], got, want)
			}
			if got := references[i].Compare(references[j]); got != want {
				t.Errorf("%q, %q: %d, not %d", references[i], references[j], got, want)
			}
		}
	}
	sorted := slices.Clone(iris)
	slices.Reverse(sorted)
	if slices.SortFunc(sorted, iri.IRI.Compare); !slices.Equal(sorted, iris) {
		t.Error(sorted)
	}
}
