package tables_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/hier"
)

// endsSlowly is the slow version of the kernel: it returns the ends of the lines of text[from:to],
// including their LFs.
func endsSlowly(text []byte, from, to int) (ends []int) {
	for i := from; i < to; i++ {
		if text[i] == '\n' {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// checkLineEnds compares lineEnds, starting at offset at, with its slow version.
func checkLineEnds(t *testing.T, ends *[hier.MaxLines]int, text []byte, at int) {
	t.Helper()
	want := endsSlowly(text, at, len(text))
	if len(want) == 0 || want[len(want)-1] < len(text) {
		want = append(want, len(text))
	}
	n := engine.LineEnds(ends, text, at)
	if n < 1 || n > len(want) || !slices.Equal(ends[:n], want[:n]) {
		t.Fatalf("the lines of %q from %d on end at %v, not %v", text, at, ends[:n], want)
	}
}

// lineTexts calls f with texts of n bytes: with one or two LFs at any offset, with only LFs,
// without any, and random ones of every density. Bytes that differ from LF in one bit occur next to
// the LFs.
func lineTexts(n int, f func(text []byte)) {
	r := seeded(90)
	text := make([]byte, n)
	fill := func() {
		for i := range text {
			text[i] = "\v\x08\x0e\x02\x1a\x2a\x4a\x8a\ra\x00\xff"[r.IntN(12)]
		}
	}
	fill()
	f(text)
	for i := range n {
		for _, d := range []int{0, 1, 2, 31, 32, 33, 63, 64, 65} {
			fill()
			text[i], text[min(i+d, n-1)] = '\n', '\n'
			f(text)
		}
	}
	for density := 1; density <= 64; density *= 2 {
		fill()
		for i := range text {
			if r.IntN(density) == 0 {
				text[i] = '\n'
			}
		}
		f(text)
	}
}

func TestLineEnds(t *testing.T) {
	tables.OnEveryCPU(func(cpu string) {
		if cpu == "tables" {
			return // there is no kernel here
		}
		var ends [hier.MaxLines]int
		for n := 1; n <= 200; n++ {
			if !testkit.OneIn(3, n) {
				continue
			}
			lineTexts(n, func(text []byte) {
				checkLineEnds(t, &ends, text, 0)
				checkLineEnds(t, &ends, text, n/3)
				checkLineEnds(t, &ends, text, n-1)
			})
		}
		for n := engine.CallBytes - 70; n <= engine.CallBytes+70; n += 1 + 13*(8-testkit.Few(8)) {
			for _, long := range []int{n, n - 1, n - 63, n - 64, n - 65} {
				for _, rest := range []string{"", "\n", "\na", "a\n\nb", strings.Repeat("\nab", 100)} {
					checkLineEnds(t, &ends, []byte(strings.Repeat("x", long)+rest), 0)
					checkLineEnds(t, &ends, []byte("ab\n"+strings.Repeat("x", long)+rest), 3)
				}
			}
		}
	})
}

// The kernel saves time only if it finds many lines per call.
func TestLinesAreFoundManyAtATime(t *testing.T) {
	tables.OnEveryCPU(func(cpu string) {
		if cpu == "tables" {
			return
		}
		var ends [hier.MaxLines]int
		for size, want := range map[int]int{1: 256, 2: 224, 4: 208, 8: 200, 32: 64, 64: 32, 512: 4, 2048: 1} {
			text := bytes.Repeat([]byte(strings.Repeat("a", size-1)+"\n"), 1+8192/size)
			if n := engine.LineEnds(&ends, text, 0); n != want {
				t.Errorf("%s: %d lines of %d bytes are found at a time, not %d", cpu, n, size, want)
			}
		}
	})
}
