package counter_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// No table says that a character may follow which none does, at its greatest depth either. A walk
// of package build says the same as the table.
func TestExpectedAtDepths(t *testing.T) {
	closed := 0
	for _, s := range samples {
		exact := compiled(t, strings.ReplaceAll(s.text, "#", ""), "top")
		for depth := range 3 {
			table := to(t, exact, depth)
			s.strings(4, func(text string) {
				e, ok := errors.AsType[*tables.SyntaxError](table.Check(text + "\xFF"))
				if !ok || e.Offset < len(text) {
					return
				}
				words := e.Expected()
				for _, word := range words {
					if len(word) != 3 || word[0] != '"' {
						continue
					}
					if next, ok := errors.AsType[*tables.SyntaxError](table.Check(text + word[1:2] + "\xFF")); ok &&
						next.Offset == len(text) {
						t.Fatalf("%s to depth %d: after %q: %s cannot follow", s.name, depth, text, word)
					}
				}
				if deeper, _ := errors.AsType[*tables.SyntaxError](exact.Check(text + "\xFF")); len(deeper.Expected()) > len(
					words) {
					closed++
				}
				w, err := build.NewWalk(table)
				if err != nil {
					t.Fatal(err)
				}
				for i := range len(text) {
					w.Step(text[i])
				}
				if got := slices.Sorted(slices.Values(w.Expected())); !slices.Equal(got, slices.Sorted(slices.Values(words))) {
					t.Fatalf("%s to depth %d: after %q: a walk expects %q, the table %q", s.name, depth, text, got, words)
				}
			})
		}
	}
	if closed < 50 {
		t.Errorf("%d places are too deep for a call", closed)
	}
}
