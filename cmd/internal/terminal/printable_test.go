package terminal

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// printableByName is like Printable but tests one character at a time.
func printableByName(s string) int {
	at := 0
	for at < len(s) && name(s[at:]) == "" {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

func TestPrintable(t *testing.T) {
	for b := range 256 {
		for at := range 20 {
			text := []byte("abcdefghijklmnopqrst")
			text[at] = byte(b)
			if got, want := Printable(string(text)), printableByName(string(text)); got != want {
				t.Fatalf("%q: %d, want %d", text, got, want)
			}
		}
	}
	r := rand.New(rand.NewPCG(4, 1))
	units := []string{
		"a", "~", " ", "\x7f", "\x1f", "\x80", "\xff", "é", "東", "🚀", "\u202e", "\u00ad", "\u2800", "\ufe0f", "\u3164",
		"\xe3\x81",
	}
	stopped := 0
	for range 20_000 {
		var s string
		for range r.IntN(40) {
			s += units[r.IntN(1+r.IntN(len(units)))]
		}
		got, want := Printable(s), printableByName(s)
		if got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
		if got < len(s) {
			stopped++
		}
	}
	if stopped < 2_000 || stopped > 19_000 {
		t.Errorf("%d of 20000 strings have something that does not show", stopped)
	}
}
