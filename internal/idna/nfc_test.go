package idna

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/irilex/iri/internal/testkit"
)

// normal returns a text in Normalization Form C.
func normal(s string) string { return string(normalize([]rune(s))) }

// isAssigned reports whether a code point is assigned in the version of package unicode. No later
// Unicode version normalizes text made of such code points differently.
func isAssigned(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// TestNFC compares the normal form with the one that golang.org/x/text returns, which breaks up
// runs of 31 marks (Unicode Standard Annex 15, section 13).
func TestNFC(t *testing.T) {
	var changing []rune // code points whose neighbours matter
	for r := range rune(utf8.MaxRune + 1) {
		if !isAssigned(r) {
			continue
		}
		s := string(r)
		if want := norm.NFC.String(s); normal(s) != want || IsNFC(s) != (s == want) {
			t.Fatalf("%U: %+q, %v; not %+q", r, normal(s), IsNFC(s), want)
		}
		if p := norm.NFC.PropertiesString(s); p.CCC() != 0 || p.Decomposition() != nil {
			changing = append(changing, r)
		}
	}
	changing = append(changing, []rune("aeAEnsuU<=가각\u1100\u1112\u1161\u1175\u11a7\u11a8\u11c2\u11c3\u09c7\u0b47")...)
	if norm.NFC.String("\U00011f41\u0300") == "\u1f43" { // x/text v0.30 composes the low 16 bits of a character
		changing = slices.DeleteFunc(changing, func(r rune) bool { return r > 0xFFFF })
	}
	random := rand.New(rand.NewPCG(15, 17))
	differ := 0
	for range testkit.Fewer(200_000) {
		var text []rune
		for range 1 + random.IntN(5) {
			text = append(text, changing[random.IntN(len(changing))])
			for range random.IntN(4) {
				text = append(text, 0x300+rune(random.IntN(0x70)))
			}
		}
		s := string(text)
		want := norm.NFC.String(s)
		if normal(s) != want || IsNFC(s) != (s == want) || IsNFC(want) != true {
			t.Fatalf("%+q: %+q, %v; not %+q", s, normal(s), IsNFC(s), want)
		}
		if s != want {
			differ++
		}
	}
	if differ < 1000 {
		t.Errorf("%d texts are not in the normal form", differ)
	}
}

// Compositions and marks added since Unicode 15.1 (UnicodeData.txt of Unicode 17).
func TestNFCOfNewCharacters(t *testing.T) {
	for s, want := range map[string]string{
		"\U000105d2\u0307":                     "\U000105c9",
		"\U00011382\U000113c9":                 "\U00011383",
		"\U00016d67\U00016d67":                 "\U00016d68",
		"\U00016d63\U00016d67\U00016d67":       "\U00016d6a",
		"\U0001611e\U0001611f":                 "\U00016123",
		"\u1ae6\u1acf":                         "\u1ae6\u1acf", // both in class 230
		"a\u1acf\u0323":                        "\u1ea1\u1acf",
		"\U00011382\U000113c9\U000113c9":       "\U00011383\U000113c9",
		"\U0002ebf0\u0301":                     "\U0002ebf0\u0301",
		"\xff\u0301":                           "\ufffd\u0301",
		"\u0344\u0301\u0323":                   "\u0323\u0308\u0301\u0301",
		"\U00016d67\U00016d67\u0301":           "\U00016d68\u0301",
		"\U00016d67\u0301\U00016d67":           "\U00016d67\u0301\U00016d67",
		"\U0001611e\U0001611e\U0001611f":       "\U00016126",
		"\U0001d15e\u0301 \u2adc \u0958\u0f43": "\U0001d157\U0001d165\u0301 \u2add\u0338 \u0915\u093c\u0f42\u0fb7",
	} {
		if got := normal(s); got != want {
			t.Errorf("%+q: %+q, not %+q", s, got, want)
		}
		if !IsNFC(want) || s != want && s != "\xff\u0301" && IsNFC(s) {
			t.Errorf("%+q: IsNFC %v, of the normal form %v", s, IsNFC(s), IsNFC(want))
		}
	}
}

func TestIsNFCAllocatesLittle(t *testing.T) {
	for _, s := range []string{"http://example.org/é", "日本語", "क्षि", "\u05d0\u05b7"} {
		if n := testing.AllocsPerRun(10, func() { IsNFC(s) }); n > 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}
