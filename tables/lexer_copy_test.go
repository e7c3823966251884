package tables_test

import (
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A copy of a lexer shares the recorded failures. Both must find the remaining tokens, in whatever
// order they continue.
func TestCopiedLexer(t *testing.T) {
	copied := 0
	for number, x := range hostileSets() {
		if !testkit.OneIn(4, number) {
			continue
		}
		// The walks that fail after the "!" differ from those that fail before it, so failures
		// recorded at a wrong offset would be noticed.
		s := x.text(2000) + "!" + x.text(700) + "b" + x.text(300)
		want, _ := x.set.munched(s)
		l := x.set.set.Lexer(s)
		for i := 0; l.Next(); i++ {
			if !l.Remembers() || i%61 != 0 {
				continue
			}
			copied++
			rest := want[i+1:]
			first, second, third := *l, *l, *l
			if got := drain(&first); !slices.Equal(got, rest) {
				t.Fatalf("%s: the copy at %v finds other tokens", x.set.name, l.Span())
			}
			if got, also := interleaved(&second, &third); !slices.Equal(got, rest) || !slices.Equal(also, rest) {
				t.Fatalf("%s: copies at %v that take turns find other tokens", x.set.name, l.Span())
			}
		}
	}
	if copied < testkit.Few(100) {
		t.Errorf("%d copies were made of lexers that remember", copied)
	}
}

// interleaved drains two lexers: the second advances only when the first is two tokens ahead.
func interleaved(a, b *tables.Lexer) (of, also []token) {
	for going := true; going; {
		going = false
		for range 2 {
			if a.Next() {
				going, of = true, append(of, token{a.Rule(), a.Span()})
			}
		}
		if len(also) < len(of) && b.Next() {
			going, also = true, append(also, token{b.Rule(), b.Span()})
		}
	}
	for b.Next() {
		also = append(also, token{b.Rule(), b.Span()})
	}
	return of, also
}
