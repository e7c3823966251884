package counter_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A table that counts up to a depth returns the same error as the finite automaton for the same
// members: the offset, whether a member continues there, and which characters are expected there. A
// walk in package build agrees. Outside CI one string in eleven is tested.
func TestErrorsAtDepths(t *testing.T) {
	compared := 0
	for _, s := range samples {
		for depth := 1; depth <= 3; depth++ {
			counts := s.to(t, depth)
			finite := compiledAs(t, build.Recursion{Exactness: tables.Subset, Depth: depth}, s.recursive(), "top")
			if finite.Recursive() {
				continue
			}
			compared++
			n := 0
			s.strings(5, func(text string) {
				if n++; !testkit.OneIn(11, n) {
					return
				}
				got, want := counts.Check(text), finite.Check(text)
				if (got == nil) != (want == nil) {
					t.Fatalf("%s to depth %d: %q: %v, want %v", s.name, depth, text, got, want)
				}
				if got == nil {
					got, want = counts.Check(text+"\xFF"), finite.Check(text+"\xFF")
				}
				e, f := got.(*tables.SyntaxError), want.(*tables.SyntaxError)
				words, wanted := sorted(e.Expected()), sorted(f.Expected())
				if e.Offset != f.Offset || e.AtEnd != f.AtEnd || e.Incomplete != f.Incomplete || e.Found() != f.Found() ||
					!slices.Equal(words, wanted) {
					t.Fatalf("%s to depth %d: %q: %v, want %v", s.name, depth, text, e, f)
				}
				w, err := build.NewWalk(counts)
				if err != nil {
					t.Fatal(err)
				}
				for i := range e.Offset {
					w.Step(text[i])
				}
				if got := sorted(w.Expected()); !slices.Equal(got, words) {
					t.Fatalf("%s to depth %d: after %q: a walk expects %q, the table %q", s.name, depth, text, got, words)
				}
				if rest, ok := w.Completion(); !ok || !counts.Valid(text[:e.Offset]+rest) {
					t.Fatalf("%s to depth %d: %q is not completed by %q", s.name, depth, text[:e.Offset], rest)
				}
			})
		}
	}
	if compared < 25 {
		t.Errorf("only %d tables are compared", compared)
	}
}

// sorted returns words in order, without duplicates. The word "a" may denote both cases.
func sorted(words []string) []string {
	var low []string
	for _, word := range words {
		low = append(low, strings.ToLower(word))
	}
	slices.Sort(low)
	return slices.Compact(low)
}
