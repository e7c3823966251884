package corpus

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/golden"
)

// size returns the number of lines of a kind that the tests use.
func size(kind string) int {
	if kind == "data" {
		return 500
	}
	return 20_000
}

// TestSameBytesEverywhere checks the hashes. A changed hash invalidates all earlier measurements.
func TestSameBytesEverywhere(t *testing.T) {
	var b strings.Builder
	for _, kind := range Kinds() {
		lines := Lines(kind, size(kind))
		text := strings.Join(lines, "\n")
		fmt.Fprintf(&b, "%-10s  %5d lines  %7d bytes  SHA-256 %x\n", kind, len(lines), len(text)-len(lines)+1,
			sha256.Sum256([]byte(text)))
		if less := Lines(kind, 100); !slices.Equal(less, lines[:100]) {
			t.Errorf("%s: 100 lines are not the first 100 of more", kind)
		}
	}
	golden.Compare(t, "testdata/hashes.golden", b.String())
	if Lines("no such kind", 1) != nil {
		t.Error("there are lines of a kind that is none")
	}
}

// share returns the number of lines per 1,000 for which the function returns true.
func share(lines []string, of func(string) bool) (per1000 int) {
	for _, line := range lines {
		if of(line) {
			per1000++
		}
	}
	return per1000 * 1000 / len(lines)
}

func has(what string) func(string) bool {
	return func(s string) bool { return strings.Contains(s, what) }
}

func isASCII(s string) bool { return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0 }

// mean10 returns ten times the mean length, so means can be compared as integers.
func mean10(lines []string) int { return 10 * len(strings.Join(lines, "")) / len(lines) }

func longest(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, len(line))
	}
	return n
}

func quantile(lines []string, per100 int) int {
	var lengths []int
	for _, line := range lines {
		lengths = append(lengths, len(line))
	}
	slices.Sort(lengths)
	return lengths[len(lengths)*per100/100]
}

// nonASCIIBytes returns, for each character length, how many bytes per 1,000 belong to characters
// of that length.
func nonASCIIBytes(lines []string) (by [5]int) {
	text := strings.Join(lines, "")
	for _, c := range text {
		by[utf8.RuneLen(c)] += utf8.RuneLen(c)
	}
	for i := range by {
		by[i] = by[i] * 1000 / len(text)
	}
	return by
}

func TestShape(t *testing.T) {
	within := func(what string, got, least, most int) {
		t.Helper()
		t.Logf("%s: %d", what, got)
		if got < least || got > most {
			t.Errorf("%s: %d is not from %d to %d", what, got, least, most)
		}
	}
	urls := Lines("urls", size("urls"))
	within("urls: mean, tenths", mean10(urls), 460, 500)
	within("urls: median", quantile(urls, 50), 38, mean10(urls)/10-2)
	within("urls: longest", longest(urls), 1200, 1600)
	within("urls: 99 of 100", quantile(urls, 99), 88, 140)
	within("urls: ASCII, per 1000", share(urls, isASCII), 1000, 1000)
	within("urls: with an escape", share(urls, has("%")), 70, 95)
	within("urls: with a query", share(urls, has("?")), 60, 120)
	within("urls: with a fragment", share(urls, has("#")), 3, 20)
	within("urls: not of the web",
		share(urls, func(s string) bool { return !strings.HasPrefix(strings.ToLower(s), "http") }), 20, 40)
	within("urls: www", share(urls, has("//www.")), 500, 650)

	iris := Lines("iris", size("iris"))
	within("iris: mean, tenths", mean10(iris), 650, 700)
	within("iris: not ASCII", share(iris, func(s string) bool { return !isASCII(s) }), 770, 830)
	within("iris: bytes of ASCII", nonASCIIBytes(iris)[1], 680, 780)
	within("iris: internationalized hosts",
		share(iris, func(s string) bool { return !isASCII(strings.Split(s, "/")[2]) }), 10, 40)

	heavy := Lines("nonascii", size("nonascii"))
	by := nonASCIIBytes(heavy)
	within("nonascii: mean, tenths", mean10(heavy), 950, 1050)
	within("nonascii: bytes of ASCII", by[1], 100, 400)
	for n := 2; n <= 4; n++ {
		within(fmt.Sprintf("nonascii: bytes in characters of %d bytes", n), by[n], 80, 600)
	}

	references := Lines("references", size("references"))
	within("references: relative",
		share(references, func(s string) bool { return !has(":")(strings.SplitN(s, "/", 2)[0]) }), 500, 620)
	within("references: empty", share(references, func(s string) bool { return s == "" }), 1, 20)
	for _, beginning := range []string{"../", "./", "//", "/", "?", "#"} {
		within("references: "+beginning,
			share(references, func(s string) bool { return strings.HasPrefix(s, beginning) }), 5, 300)
	}

	data := Lines("data", size("data"))
	within("data: mean, tenths", mean10(data), 38_000, 44_000)
	within("data: base64", share(data, has(";base64,")), 500, 700)
}

// TestInvalidLines checks the form of the lines. Package build, which has the grammars, tests that
// they are invalid.
func TestInvalidLines(t *testing.T) {
	if len(edits) != 32 {
		t.Errorf("there are %d kinds of edits, the comment says 32", len(edits))
	}
	for _, line := range Lines("invalid", size("invalid")) {
		if strings.Contains(line, "\n") {
			t.Errorf("%q is two lines", line)
		}
	}
}

// TestGrammar checks that each reference in the grammar resolves to a rule with alternatives.
func TestGrammar(t *testing.T) {
	for name, r := range rules() {
		for _, parts := range r.alternatives {
			for _, p := range parts {
				for _, bound := range []string{"ascii", "georgian"} {
					rule := strings.Replace(p.name, "$", bound, 1)
					if rule != "" && rules()[rule] == nil {
						t.Errorf("%s refers to %q", name, rule)
					}
				}
			}
		}
	}
}
