package counter_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/format"
)

// deep returns a string that is rarely deeper than a few levels, with runs of one letter.
func (s sample) deep(random func(n int) int) string {
	var b strings.Builder
	for range 1 + random(5) {
		letter := s.alphabet[random(len(s.alphabet))]
		b.WriteString(strings.Repeat(letter, 1+random(3)*random(8)))
	}
	return b.String()
}

// sameOffset reports whether two errors have the same offset. It ignores the offset if the
// non-recursive rules expect the letter of the last level.
func sameOffset(got, flat error) bool {
	var e *tables.SyntaxError
	errors.As(got, &e)
	var f *tables.SyntaxError
	errors.As(flat, &f)
	if e == nil || f == nil {
		return e == f
	}
	return e.Offset == f.Offset || slices.Contains(f.Expected(), `"~"`)
}

// A table with a depth limit has the same members as the non-recursive grammar with that many
// levels. The test reads all short strings and some long ones: all at once, byte by byte, word by
// word, and as prefixes.
func TestDepths(t *testing.T) {
	r := seeded(12)
	limited := 0
	for _, s := range samples {
		exact := compiled(t, s.recursive(), "top")
		for depth := 1; depth <= min(3, s.levels); depth++ {
			s.levels = depth
			counts, flat := s.to(t, depth), compiled(t, s.flat(), "top")
			members := 0
			check := func(text string) {
				if strings.Contains(text, "~") { // a member of the level after the last
					return
				}
				want := flat.Valid(text)
				if want {
					members++
				} else if exact.Valid(text) {
					limited++
				}
				if got := counts.Check(text); counts.Valid(text) != want || !sameOffset(got, flat.Check(text)) {
					t.Fatalf("%s to depth %d: %q is valid: %t; %v, want %v", s.name, depth, text, !want, got, flat.Check(text))
				}
				if got, want := counts.Prefix(text), flat.Prefix(text); got != want {
					t.Fatalf("%s to depth %d: the prefix of %q has %d bytes, want %d", s.name, depth, text, got, want)
				}
				for _, size := range []int{1, 3, 11} {
					w := counter.New(format.Table(counts))
					for rest := text; rest != "" && !w.Dead(); rest = rest[min(size, len(rest)):] {
						w.Advance(rest[:min(size, len(rest))])
						if w.Depth() > int64(depth) || w.Broken() != "" {
							t.Fatalf("%s to depth %d: %q is at depth %d, %s", s.name, depth, text, w.Depth(), w.Broken())
						}
					}
					if w.Accepting() != want {
						t.Fatalf("%s to depth %d: %q in pieces of %d is valid: %t", s.name, depth, text, size, !want)
					}
				}
			}
			s.strings(4, check)
			for range max(5000, testkit.Few(20_000)) {
				check(s.deep(r.IntN))
				check(s.random(r))
			}
			if members < 10 {
				t.Errorf("%s to depth %d: only %d members", s.name, depth, members)
			}
		}
	}
	if limited < 200 {
		t.Errorf("only %d members are deeper", limited)
	}
}
