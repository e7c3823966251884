package automaton

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// boundaries holds the code points on both sides of a change in UTF-8 length, or of either end of
// the surrogate range.
var boundaries = []rune{0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF}

// checkSequences enumerates the strings that the sequences match. Each must encode a code point in
// the range, without duplicates, and their number must equal the number of code points.
func checkSequences(t *testing.T, lo, hi rune, seen *bitmap) (pieces int) {
	t.Helper()
	if lo <= hi {
		clear(seen[lo : min(hi, unicode.MaxRune)+1])
	}
	count := 0
	for seq := range Sequences(lo, hi) {
		pieces++
		var text [utf8.UTFMax]byte
		var visit func(i int)
		visit = func(i int) {
			if i < len(seq) {
				for b := int(seq[i].Lo); b <= int(seq[i].Hi); b++ {
					text[i] = byte(b)
					visit(i + 1)
				}
				return
			}
			r, size := utf8.DecodeRune(text[:i])
			if size != i || r == utf8.RuneError && size == 1 || r < lo || r > hi || seen[r] {
				t.Fatalf("Sequences(%X, %X): % X is wrong or comes twice", lo, hi, text[:i])
			}
			seen[r] = true
			count++
		}
		visit(0)
	}
	want := 0
	if lo <= hi {
		want = int(min(hi, unicode.MaxRune)-lo) + 1 - max(0, int(min(hi, 0xDFFF)-max(lo, 0xD800))+1)
	}
	if count != want {
		t.Fatalf("Sequences(%X, %X): %d code points, want %d", lo, hi, count, want)
	}
	return pieces
}

// maxPieces is the worst case: two sequences for a range that begins inside ASCII, one for all
// two-byte forms, four for all three-byte forms, and five for a ragged end among the four-byte
// forms.
const maxPieces = 12

func TestSequences(t *testing.T) {
	t.Parallel()
	seen := &bitmap{}
	most := 0
	for i, lo := range edgeRunes {
		for j, hi := range append(slices.Clone(edgeRunes), 0x110000, 0x7FFFFFFF) {
			if !testkit.OneIn(12, i+j) {
				continue
			}
			most = max(most, checkSequences(t, lo, hi, seen))
		}
	}
	r := seeded(2)
	for range testkit.Few(20) {
		lo, hi := r.Int32N(0x110000), r.Int32N(0x110000)
		most = max(most, checkSequences(t, min(lo, hi), max(lo, hi), seen))
	}
	for range testkit.Few(500) {
		lo := r.Int32N(0x110000)
		most = max(most, checkSequences(t, lo, lo+r.Int32N(0x2000), seen))
	}
	if most > maxPieces || most < 10 {
		t.Errorf("at most %d pieces were needed, expected nearly %d", most, maxPieces)
	}
	for r := range rune(0x80) {
		if n := checkSequences(t, r, r, seen); n != 1 {
			t.Errorf("%d pieces for one code point", n)
		}
	}
}

func TestSequencesStop(t *testing.T) {
	for stop := range 7 {
		n := 0
		for range Sequences(1, 0x10FFFE) {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("stopped after %d, called %d times", stop+1, n)
		}
	}
}

var ucschar = [][2]rune{ // RFC 3987
	{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF}, {0x10000, 0x1FFFD},
	{0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0xE1000, 0xEFFFD},
}

func classDFA(t *testing.T, class *unicode.RangeTable) *DFA {
	t.Helper()
	b := NewBuilder(unlimited())
	n, err := b.NFA(b.Class(class))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Canonical(n, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The test tries all code points, as well as ill-formed strings and strings of several code points,
// which the DFA must reject.
func TestClassAcceptsExactlyItsEncodings(t *testing.T) {
	classes := map[string]*unicode.RangeTable{
		"letters":    unicode.Letter,
		"upper case": unicode.Upper,
		"han":        unicode.Han,
		"ucschar":    runes(ucschar...).class(),
		"strides": {
			R16: []unicode.Range16{{'!', '$', 3}, {0x700, 0x900, 7}, {0xD000, 0xE100, 5}},
			R32: []unicode.Range32{{0xFFF00 &^ 1, 0x100100, 2}, {0x10FF00, 0x10FFFF, 3}},
		},
		"surrogates": Range(0xD800, 0xDFFF),
		"all":        Range(0, unicode.MaxRune),
	}
	rnd := seeded(3)
	for name, class := range classes {
		set := &bitmap{}
		set.addTable(class)
		d := classDFA(t, class)
		var text [utf8.UTFMax]byte
		for r := range rune(unicode.MaxRune + 1) {
			if 0xD800 <= r && r <= 0xDFFF || r >= 0x3000 && !testkit.OneIn(29, int(r)) {
				continue // a surrogate has no encoding to accept; the ill-formed strings below include one
			}
			n := utf8.EncodeRune(text[:], r)
			if d.Accepts(string(text[:n])) != set[r] {
				t.Fatalf("%s: %X: accepted: %v", name, r, !set[r])
			}
		}
		for n := 0; n < testkit.Few(100_000); {
			bad := illFormed(rnd)
			if r, size := utf8.DecodeRune(bad); len(bad) == size && (r != utf8.RuneError || size == 3) {
				continue
			}
			n++
			if d.Accepts(string(bad)) {
				t.Fatalf("%s: % X is accepted", name, bad)
			}
		}
	}
	if d := classDFA(t, Range(0xD800, 0xDFFF)); d.Live() != 0 {
		t.Error("surrogates have a form")
	}
}

// illFormed applies the arithmetic of UTF-8 but ignores its rules, so it also encodes surrogates,
// overlong forms, and values that are too large. Then it may change, drop or duplicate a byte.
func illFormed(r interface{ IntN(int) int }) []byte {
	x := r.IntN(0x120000)
	if r.IntN(3) == 0 {
		x = 0xD800 + r.IntN(0x800)
	} else if r.IntN(2) == 0 {
		x = r.IntN(0x1000)
	}
	cont := func(shift int) byte { return 0x80 | byte(x>>shift)&0x3F }
	text := [][]byte{
		{0xC0 | byte(x>>6)&0x1F, cont(0)},
		{0xE0 | byte(x>>12)&0x0F, cont(6), cont(0)},
		{0xF0 | byte(x>>18)&0x07, cont(12), cont(6), cont(0)},
	}[r.IntN(3)]
	i := r.IntN(len(text))
	switch r.IntN(6) {
	case 0:
		text[i] = byte(r.IntN(256))
	case 1:
		text = slices.Delete(text, i, i+1)
	case 2:
		text = slices.Insert(text, i, text[i])
	}
	return text
}

// The DFA for all UTF-8 agrees with the standard library, and has eight live states.
func TestAllUTF8(t *testing.T) {
	d := star(runes([2]rune{0, unicode.MaxRune})).dfa()
	if d.Live() != 8 {
		t.Errorf("%d states", d.Live())
	}
	check := func(text []byte) {
		q := d.Start()
		for _, b := range text {
			q = d.Step(q, b)
		}
		if d.Accepting(q) != utf8.Valid(text) {
			t.Fatalf("% X: accepted: %v", text, d.Accepting(q))
		}
	}
	var text [8]byte
	for i := range 1 << 24 {
		if i >= 1<<16 && !testkit.OneIn(29, i) {
			continue
		}
		text[0], text[1], text[2] = byte(i), byte(i>>8), byte(i>>16)
		check(text[:3])
		if i < 1<<16 {
			check(text[:2])
		}
		if i < 1<<8 {
			check(text[:1])
		}
	}
	edges := []byte{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF}
	for i := range 1 << 16 {
		text[0], text[1] = byte(i), byte(i>>8)
		for _, text[2] = range edges {
			for _, text[3] = range edges {
				check(text[:4])
			}
		}
	}
	r := seeded(4)
	for range testkit.Few(200_000) {
		n := 0
		for n < 4 {
			n += copy(text[n:], illFormed(r))
		}
		check(text[:n])
	}
}
