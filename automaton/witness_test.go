package automaton

import (
	"cmp"
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// witnessTokens covers every rank and every length, and includes bytes that together form a code
// point. The trees in this file match only strings of these tokens.
var witnessTokens = sortedByRank(
	[]string{"a", "z", "0", "A", " ", "~", "\x00", "é", "è", "À", "€", "\U0001F600", "\x80", "\xa9", "\xc3", "\xff"})

func sortedByRank(tokens []string) []string {
	slices.SortFunc(tokens, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return tokens
}

func witnessTree(r source, depth int) *tree {
	if depth == 0 {
		token := witnessTokens[r.IntN(len(witnessTokens))]
		if x, size := utf8.DecodeRuneInString(token); r.IntN(2) == 0 && (x != utf8.RuneError || size > 1) {
			return runes([2]rune{x, x})
		}
		return lit(token)
	}
	kid := func() *tree { return witnessTree(r, depth-1) }
	switch r.IntN(8) {
	case 0, 1:
		return cat(kid(), kid())
	case 2, 3, 4, 5:
		return alt(kid(), kid(), kid())
	case 6:
		return opt(kid())
	default:
		return star(kid())
	}
}

// canonicalTokens returns the number of code points and stray bytes in text.
func canonicalTokens(text string) int { return utf8.RuneCountInString(text) }

const witnessLength = 3 // the longest strings that the slow version tries

// checkWitness compares got with the first string of at most three tokens for which found returns
// true.
func checkWitness(t *testing.T, what string, got string, ok bool, found func(string) bool) {
	t.Helper()
	want, exists := firstWitness(witnessTokens, witnessLength, found)
	switch {
	case exists && (!ok || got != want):
		t.Fatalf("%s: %q (%v), want %q", what, got, ok, want)
	case !exists && ok && (canonicalTokens(got) <= witnessLength || !found(got)):
		t.Fatalf("%s: %q, which the twin has tried", what, got)
	}
}

func TestWitnessOfRandomMachines(t *testing.T) {
	t.Parallel()
	r := seeded(12)
	unequal, far := 0, 0
	for i := range testkit.Few(600) {
		a, b := witnessTree(r, 1+i%3), witnessTree(r, 1+i%3)
		if i%2 == 0 { // languages that differ only slightly
			b = alt(a, b)
		}
		x, y := a.dfa(), b.dfa()

		s, ok := Shortest(x)
		checkWitness(t, "shortest of "+a.String(), s, ok, x.Accepts)

		s, equal := Equal(x, y)
		checkWitness(t, a.String()+" = "+b.String(), s, !equal, func(s string) bool { return x.Accepts(s) != y.Accepts(s) })

		s, included := Included(y, x)
		checkWitness(t, b.String()+" in "+a.String(), s, !included,
			func(s string) bool { return y.Accepts(s) && !x.Accepts(s) })
		if !included && (a.accepts(s) || !b.accepts(s)) {
			t.Fatalf("%q is not in %s only", s, b)
		}
		if !included {
			unequal++
		}
		if !included && canonicalTokens(s) > witnessLength {
			far++
		}
	}
	if unequal < testkit.Few(200) || far > unequal/4 {
		t.Errorf("%d pairs differ, %d too far for the twin", unequal, far)
	}
}

// The slow version tries every code point and every byte for one-token witnesses.
func TestWitnessAmongAllCodePoints(t *testing.T) {
	t.Parallel()
	var all []string
	for r := range rune(unicode.MaxRune + 1) {
		if r < 0xD800 || r > 0xDFFF {
			all = append(all, string(r))
		}
	}
	for b := 0x80; b < 0x100; b++ {
		all = append(all, string([]byte{byte(b)}))
	}
	sortedByRank(all)
	r := seeded(13)
	for i := range 24 {
		t1, t2 := randomTree(r, i%3), randomTree(r, i%3)
		a, b := t1.dfa(), t2.dfa()
		s, equal := Equal(a, b)
		want, differ := "", a.Accepts("") != b.Accepts("")
		for i := 0; i < len(all) && !differ; i++ {
			want, differ = all[i], a.Accepts(all[i]) != b.Accepts(all[i])
		}
		if differ && (equal || s != want) || !equal && !differ && canonicalTokens(s) < 2 {
			t.Fatalf("%s, %s: %q (%v), want %q", t1, t2, s, equal, want)
		}
	}
}

func TestWitnessNamedCases(t *testing.T) {
	anything := star(byteIn(0, 255))
	for _, c := range []struct {
		name string
		tree *tree
		want string
	}{
		{"the empty string", anything, ""},
		{"letters before digits", byteIn(0, 255), "a"},
		{"digits before capitals", byteIn(0, 0x60), "0"},
		{"capitals before the rest", oneOf(" A~"), "A"},
		{"printable before control", oneOf("\x00~"), "~"},
		{"control before longer forms", alt(oneOf("\x7f"), runes([2]rune{0x80, 0x80})), "\x7f"},
		{"code points by value", alt(lit("\U0001F600"), lit("€"), lit("\u07ff")), "\u07ff"},
		{"a code point before a byte", alt(lit("\x80"), lit("\U0010FFFF")), "\U0010FFFF"},
		{"one code point before two letters", alt(lit("aa"), lit("\U0001F600")), "\U0001F600"},
		{"a stray byte before two letters", alt(lit("aa"), lit("\xff")), "\xff"},
		{"two stray bytes are two", alt(lit("bb"), lit("\xe2\x82")), "bb"},
		{"two stray bytes, three letters", alt(lit("bbb"), lit("\xe2\x82")), "\xe2\x82"},
		{"bytes that meet are a code point", alt(lit("bb"), cat(byteIn(0xC3, 0xC3), byteIn(0x80, 0xBF))), "\u00c0"},
		{"a surrogate is three stray bytes", alt(lit("bbb"), lit("\xed\xa0\x80")), "bbb"},
		{"an overlong form is two", alt(lit("bb"), lit("\xc0\x80")), "bb"},
		{"bytes above ASCII", byteIn(0x80, 0xFF), "\x80"},
		{"the first code point of two bytes", alt(lit("bb"), runes([2]rune{0x80, 0xBF})), "\u0080"},
		{"the first of three", alt(lit("bb"), runes([2]rune{0x800, 0xFFFF})), "\u0800"},
		{"the first of four", alt(lit("bb"), runes([2]rune{0x10000, 0x10FFFF})), "\U00010000"},
		{"the left decides", alt(lit("bza"), lit("azz"), lit("a0a")), "azz"},
	} {
		if got, ok := Shortest(c.tree.dfa()); !ok || got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if s, ok := Shortest(alt().dfa()); ok || s != "" {
		t.Errorf("the empty language has the member %q", s)
	}
	if s, ok := Equal(alt().dfa(), alt().dfa()); !ok || s != "" {
		t.Errorf("nothing differs from nothing by %q", s)
	}
}

func TestWay(t *testing.T) {
	r := seeded(18)
	for range 100 {
		d := randomTree(r, 3).dfa()
		for q := range d.NumStates() {
			s, ok := Way(d, StateID(q))
			to := d.Start()
			for i := range len(s) {
				to = d.Step(to, s[i])
			}
			if ok != (q != int(Dead)) || ok && to != StateID(q) {
				t.Fatalf("%q, %v, leads to %d and not to %d:\n%s", s, ok, to, q, dump(d))
			}
		}
	}
}
