package automaton

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// correctTokens are the characters of the strings in the tests of corrections.
var correctTokens = []string{"a", "b", "é", "-", "_"}

// editedOnce returns the strings that one edit of s makes.
func editedOnce(s string) (list []string) {
	for i := 0; ; {
		_, size := utf8.DecodeRuneInString(s[i:])
		for _, token := range append(slices.Clone(correctTokens), "") {
			list = append(list, s[:i]+token+s[i:], s[:i]+token+s[i+size:])
		}
		if size == 0 {
			return list
		}
		i += size
	}
}

// distance returns the edit distance between s and the nearest member of d, or most+1 if it exceeds
// most. It tries all edits breadth first.
func distance(d *DFA, s string, most int) int {
	level := []string{s}
	for n := range most + 1 {
		if slices.ContainsFunc(level, d.Accepts) {
			return n
		}
		var next []string
		for _, s := range level {
			next = append(next, editedOnce(s)...)
		}
		slices.Sort(next)
		level = slices.Compact(next)
	}
	return most + 1
}

// correctTree returns a random language over correctTokens.
func correctTree(r source, depth int) *tree {
	if depth == 0 {
		return lit(correctTokens[r.IntN(len(correctTokens))])
	}
	kid := func() *tree { return correctTree(r, depth-1) }
	switch r.IntN(6) {
	case 0, 1, 2:
		return cat(kid(), kid())
	case 3, 4:
		return alt(kid(), kid())
	default:
		return star(kid())
	}
}

func TestCorrect(t *testing.T) {
	t.Parallel()
	const most = 2
	r := seeded(41)
	near := make([]int, most+2) // the number of strings at each distance
	for i := range testkit.Few(400) {
		tree := correctTree(r, 1+i%4)
		d := tree.dfa()
		s := ""
		for range r.IntN(6) {
			s += correctTokens[r.IntN(len(correctTokens))]
		}
		c, ok, err := Correct(d, s, unlimited())
		if !ok || err != nil {
			t.Fatalf("%s, %q: %v, %v", tree, s, ok, err)
		}
		edited := s
		for _, e := range slices.Backward(c.Edits) {
			edited = e.Apply(edited)
		}
		want := distance(d, s, most)
		if !d.Accepts(c.Member) || edited != c.Member || min(len(c.Edits), most+1) != want {
			t.Fatalf("%s, %q: %q by %d edits, which make %q, want %d edits", tree, s, c.Member, len(c.Edits), edited, want)
		}
		near[want]++
	}
	if slices.Min(near) < testkit.Few(20) {
		t.Errorf("strings by distance: %d", near)
	}
}

// Equally near members are preferred in a documented order.
func TestCorrectPrefers(t *testing.T) {
	letters := star(byteIn('a', 'z'))
	for _, c := range []struct {
		name string
		tree *tree
		s    string
		want string
	}{
		{"a member", letters, "abc", "abc"},
		{"inserting punctuation to deleting", alt(lit("a; b"), lit("ab")), "a;b", "a; b"},
		{"deleting to inserting a letter", alt(lit("ax;b"), lit("ab")), "a;b", "ab"},
		{"deleting to replacing", letters, "a!b", "ab"},
		{"the other case to deleting", letters, "aBc", "abc"},
		{"punctuation that looks alike to deleting", star(oneOf("xy_,.")), "x-y", "x_y"},
		{"a letter to a digit", cat(oneOf("0q"), oneOf("0q")), "q", "qq"},
		{"a digit to a capital", cat(lit("a"), oneOf("Z5")), "a", "a5"},
		{"few edits to long insertions", cat(lit("a"), opt(lit("bcdefg"))), "abx", "a"},
		{"a code point is one edit", alt(lit("é€"), lit("abc")), "", "é€"},
		{"a stray byte is one edit", letters, "a\xffb\xe2\x82", "ab"},
		{"the empty string", lit(""), "abc", ""},
	} {
		got, ok, err := Correct(c.tree.dfa(), c.s, unlimited())
		if got.Member != c.want || !ok || err != nil {
			t.Errorf("%s: %q is corrected as %+v, %v, %v; want %q", c.name, c.s, got, ok, err, c.want)
		}
	}
}

func TestCorrectEnds(t *testing.T) {
	if c, ok, err := Correct(alt().dfa(), "a", unlimited()); ok || err != nil {
		t.Errorf("the empty language: %+v, %v", c, err)
	}
	limits := DefaultLimits()
	limits.Steps = 10_000
	if _, ok, err := Correct(lit("a").dfa(), strings.Repeat("b", 10_000), NewMeter(context.Background(), limits)); ok ||
		err == nil {
		t.Error("the limit of steps is not respected")
	}
}
