package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
)

func TestEscape(t *testing.T) {
	for s, want := range map[string]string{
		"":                     "",
		"a\tb c~\x7f\x00":      `a\x09b\x20c~\x7F\x00`,
		`\x41`:                 `\\x41`,
		"é€🦉\ufffd":            `\u00E9\u20AC\U0001F989\uFFFD`,
		"\xff\xc3\xed\xa0\x80": `\xFF\xC3\xED\xA0\x80`,
		"1\n# no comment":      `1\x0A#\x20no\x20comment`,
	} {
		if got := string(escape([]byte("x"), s)); got != "x"+want {
			t.Errorf("Escape(%q) = %s", s, got)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		s := make([]byte, random.IntN(8))
		for i := range s {
			s[i] = "\\xu0é\xff\xf0\x9f\xa6\x89 \n~"[random.IntN(14)]
		}
		escaped := escape(nil, string(s))
		got, _, err := files.Unescape(nil, escaped, false)
		if err != nil || string(got) != string(s) ||
			strings.ContainsFunc(string(escaped), func(c rune) bool { return c <= ' ' || c > '~' }) {
			t.Fatalf("%q becomes %s, and that %q, %v", s, escaped, got, err)
		}
	}
}
