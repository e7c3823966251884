package tables_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	lines "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// counting are the bundled languages with components, which are counted on the places of the front.
func counting(t testing.TB) []*language {
	t.Helper()
	all := slices.DeleteFunc(slices.Clone(bundledLanguages(t)), func(l *language) bool { return l.m.Front == nil || len(l.m.Components) == 0 })
	if len(all) < 6 {
		t.Fatalf("only %d rules have components and places", len(all))
	}
	return all
}

// checkCounts compares all ways to the components of s with the slow one.
func checkCounts(t *testing.T, l *language, s string) (member bool) {
	want, ok := splitSlowly(l, s)
	for name, split := range map[string]func(string) (tables.Extents, bool){"Split": l.rule.Split, "SplitOnTables": l.rule.SplitOnTables} {
		if x, is := split(s); is != ok || x != want {
			t.Fatalf("%s: %s(%q) = %v, %v, not %v, %v", l.name, name, s, x, is, want, ok)
		}
	}
	return ok
}

// A stroller draws strings that stay on the places of the front, but for one step in so many.
type stroller struct {
	l     *language
	hot   map[int]bool
	chars []string // of which strings are made: bytes, and characters over U+007F
}

func newStroller(l *language) *stroller {
	w := &stroller{l: l, hot: map[int]bool{}, chars: []string{"é", "ж", "中", "한", "\U00010348", "😀", "\uE000", "\u2028"}}
	for _, p := range l.m.Front.States[1:] {
		w.hot[int(p.State)] = true
	}
	for b := range 0x80 {
		w.chars = append(w.chars, string(rune(b)))
	}
	return w
}

func (w *stroller) draw(r *rand.Rand, length, strays int) string {
	var s strings.Builder
	for q := int(w.l.m.Start); s.Len() < length; {
		stray := r.IntN(strays) == 0
		for try := 0; ; try++ {
			c := w.chars[r.IntN(len(w.chars))]
			to := w.l.to(q, c)
			// A walk that takes every way is soon behind all delimiters: most go on where they are.
			if try == 1000 {
				return s.String() + c
			}
			if to != 0 && (stray || w.hot[to]) && (to == q || r.IntN(1+length/4) < 4) {
				s.WriteString(c)
				q = to
				break
			}
		}
	}
	return s.String()
}

// The register of slots is full after some 500 bytes, blocks are of eight.
func TestCountsOfEveryLength(t *testing.T) {
	r := seeded(61)
	members := 0
	for _, l := range counting(t) {
		w := newStroller(l)
		for n := range 1100 {
			border := n%504 < 20 || n%504 > 490 || n < 40
			if testing.Short() && !border && n%7 != 0 {
				continue
			}
			for _, strays := range []int{1 << 30, 200, 20} {
				s := w.draw(r, n, strays)
				if checkCounts(t, l, s) {
					members++
				}
				checkCounts(t, l, string(mutate(r, []byte(s))))
			}
		}
	}
	if members < 1000 {
		t.Errorf("only %d members", members)
	}
}

// All that is alive, in all classes, and one symbol more.
func TestCountsOfLivePrefixes(t *testing.T) {
	most := testkit.Few(40_000)
	if testing.Short() || testkit.Slow {
		most = 4_000
	}
	for _, l := range counting(t) {
		var symbols []string // a byte of each class
		seen := map[uint8]bool{}
		for b := range 256 {
			if c := l.m.Class[b]; !seen[c] {
				seen[c] = true
				symbols = append(symbols, string([]byte{byte(b)}))
			}
		}
		for _, first := range []string{"", "x://yz"} { // with blocks of eight, and without
			if l.after(first) == 0 {
				continue
			}
			for live := []string{first}; len(live) < most; {
				var longer []string
				for _, s := range live {
					for _, c := range symbols {
						checkCounts(t, l, s+c)
						if l.after(s+c) != 0 {
							longer = append(longer, s+c)
						}
					}
				}
				live = longer
			}
		}
	}
}

func TestCountsOfCorpora(t *testing.T) {
	r := seeded(62)
	members := 0
	for _, l := range counting(t) {
		for _, kind := range lines.Kinds() {
			for _, s := range lines.Lines(kind, testkit.Few(2000)) {
				if checkCounts(t, l, s) {
					members++
				}
				for range 2 {
					checkCounts(t, l, string(mutate(r, []byte(s))))
				}
			}
		}
	}
	if members < testkit.Few(10_000) {
		t.Errorf("only %d members", members)
	}
}
