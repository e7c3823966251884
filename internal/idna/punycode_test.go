package idna

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

func TestPunycode(t *testing.T) {
	var to [MaxLabel]rune
	for s, want := range map[string]string{
		"egbpdaj6bu4bxfgehfvwxn":   "ليهمابتكلموشعربي؟", // RFC 3492, section 7.1
		"3b-ww4c5e180e575a65lsy2b": "3年b組金八先生",
		"maana-pta":                "mañana",
		"de-jg4avhby1noc0d":        "パフィーdeルンバ",
		"":                         "", "-": "", "a-": "", "99999999": "", "zzzzzzzzzzzzzzzzzzzz": "", "-4ca": "", "4ca_": "",
	} {
		n, ok := DecodePunycode(s, &to)
		if got := string(to[:n]); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, not %q", s, got, ok, want)
		}
	}
	r := rand.New(rand.NewPCG(34, 92))
	members := 0
	for range testkit.Fewer(100_000) {
		runes := make([]rune, 1+r.IntN(12))
		for i := range runes {
			some := []rune{'a', 'b', '-', '1', 'é', 'ß', 0x80, 0x10FFFF, 'א', '日', '🙂', rune(0x80 + r.IntN(0x5000))}
			runes[i] = some[r.IntN(len(some))]
		}
		s := encodePunycode(runes)
		if len(s) > MaxLabel || !slices.ContainsFunc(runes, func(r rune) bool { return r >= utf8.RuneSelf }) {
			continue
		}
		if n, ok := DecodePunycode(s, &to); !ok || !slices.Equal(to[:n], runes) {
			t.Fatalf("%q: %q %v, not %q", s, string(to[:n]), ok, string(runes))
		}
		b := []byte(s)
		b[r.IntN(len(b))] = "abz019-"[r.IntN(7)]
		if n, ok := DecodePunycode(string(b), &to); ok && encodePunycode(to[:n]) != string(b) {
			t.Fatalf("%q is decoded to %q, which is encoded to %q", b, string(to[:n]), encodePunycode(to[:n]))
		}
		members++
	}
	if members < 1000 {
		t.Errorf("%d strings", members)
	}
}
