package tables_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// errorWalkOf is a slow version of engine.WalkToError: a loop over the machine.
func (l *language) errorWalkOf(q int, s string) engine.ErrorWalk {
	walk := engine.ErrorWalk{State: q, ASCII: true}
	for i := 0; i < len(s) && q != 0; i++ {
		q = l.to(q, s[i:i+1])
		if q != 0 && (s[i] < utf8.RuneSelf || l.m.Expect[q] != nil) {
			walk.N, walk.State = i+1, q
		}
	}
	walk.Last = q
	return walk
}

// WalkToError agrees with the loop over the machine, from the start and from any state.
func TestWalkToError(t *testing.T) {
	r := seeded(28)
	for _, l := range bundledLanguages(t) {
		table, ways := format.Table(l.rule), 0
		for _, s := range l.texts(r, 20, 1) {
			from := []int{int(l.m.Start), r.IntN(l.m.States())}
			if long := s + strings.Repeat("a", r.IntN(40)) + s; r.IntN(4) == 0 {
				s = long
			}
			for _, q := range from {
				got, want := engine.WalkToError(table, q, s), l.errorWalkOf(q, s)
				ascii, over := got.ASCII, func(c rune) bool { return c >= utf8.RuneSelf }
				got.ASCII = true
				if got != want || ascii && strings.ContainsFunc(s[:got.N], over) || !ascii && !strings.ContainsFunc(s, over) {
					t.Fatalf("%s: from %d, of %q: %+v, ASCII %v, not %+v", l.name, q, s, got, ascii, want)
				}
				if l.m.Expect[q] != nil && got.Last != 0 && len(s)-got.N > 3 {
					t.Fatalf("%s: from %d, of %q: %d bytes come after the place", l.name, q, s, len(s)-got.N)
				}
				ways++
			}
		}
		if ways < testkit.Few(20) {
			t.Errorf("%s: only %d walks", l.name, ways)
		}
	}
}

// For a UTF-8 table, the CodePoints of any pieces of a text add up to its number of code points.
// For an octet table, CodePoints counts the code points of the complete text.
func TestCodePoints(t *testing.T) {
	r := seeded(29)
	iri := format.Table(bundledRule(t, "rfc3987", "IRI"))
	if iri[format.AtFlags]&format.HasUTF8 == 0 {
		t.Fatal("members of IRI are said not to be UTF-8")
	}
	for range testkit.Few(20_000) {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString([]string{"a", "/", "é", "あ", "\U0001F600", "aaaaaaaa"}[r.IntN(6)])
		}
		s := b.String()
		i := r.IntN(len(s) + 1)
		if got, want := engine.CodePoints(iri, s[:i])+engine.CodePoints(iri, s[i:]), utf8.RuneCountInString(s); got != want {
			t.Fatalf("%q cut at %d has %d code points, not %d", s, i, got, want)
		}
	}
	octets := format.Table(bundledRule(t, "xri30", "OCTET"))
	if s := "\xFF\xC3é"; octets[format.AtFlags]&format.HasUTF8 != 0 || engine.CodePoints(octets, s) != 3 {
		t.Errorf("%q has %d code points in a table of octets", s, engine.CodePoints(octets, s))
	}
}
