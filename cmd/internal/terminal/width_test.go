package terminal

import (
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "a~b": 3, "é": 1, "東京": 4, "a東": 3, "e\u0301": 1, "<U+202E>": 8, "◌\u0301": 1,
		"🚀": 2, "👩🏽": 2, strings.Repeat("a", 30): 30, strings.Repeat("ä", 30): 30,
	} {
		if got := Width(text, 30); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	for unit, n := range map[string]int{"a": 31, "é": 31, "ab東": 10, "è": 1 << 20} {
		text := strings.Repeat(unit, n)
		if got := Width(text, 30); got <= 30 {
			t.Errorf("%.20q: %d, want more than 30", text, got)
		}
	}
}

// The lower bound does not exceed the sum over all cells. Width equals the sum if the sum is within
// the limit.
func FuzzWidth(f *testing.F) {
	f.Add("a東b\u0301c", 3)
	f.Add("\u0d4ea\u0d4ebc🚀\u200d", 2)
	f.Add("é🇩🇪a🇩a\uff9e", 1)
	f.Fuzz(func(t *testing.T, s string, most int) {
		text := Visible(s)
		if len(text) > cellBytes*maxWidth {
			return
		}
		want := sum(cells(text))
		if got := Width(text, most); got != want && (got <= most || want <= most) {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
		if got := minWidth(text, len(text)); got > want {
			t.Errorf("%q: at least %d, but %d", text, got, want)
		}
	})
}
