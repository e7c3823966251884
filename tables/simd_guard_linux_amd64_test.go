//go:build linux && amd64 && gc && !purego

package tables_test

import (
	"bytes"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// Kernels never read outside a string or a section.
func TestKernelsReadNothingOutside(t *testing.T) {
	text, section := testkit.NewFence(t, 1<<12), testkit.NewFence(t, 1<<12)
	eachRegions(t, func(t *regionTest) {
		r := seeded(32)
		sections := []string{section.Last(t.section)}
		for n := range 200 {
			for range testkit.Few(30) {
				s := []byte(t.draw(r, n))
				for range r.IntN(3) {
					s = mutate(r, s)
				}
				for _, place := range []func(string) string{text.First, text.Last} {
					s := place(string(s))
					if why := testkit.Faults(func() {
						for _, t.section = range sections {
							t.compare(s, "in a fence")
						}
					}); why != nil {
						t.Fatalf("%q (%d bytes): %v", s, len(s), why)
					}
				}
			}
		}
	})
}

// Readable bytes after a string do not change any result, and nothing beyond them is read.
func TestKernelsReadNothingOutsideOfTheText(t *testing.T) {
	text := testkit.NewFence(t, 1<<12)
	eachRegions(t, func(t *regionTest) {
		r := seeded(34)
		for after := range 131 {
			for range testkit.Few(200) {
				s := []byte(t.draw(r, r.IntN(200)))
				for range r.IntN(3) {
					s = mutate(r, s)
				}
				fill := "a/:8#%\n\xE4\xBD\x00"[r.IntN(10)]
				s = append(s, bytes.Repeat([]byte{fill}, after)...)
				line := text.Last(string(s))[:len(s)-after]
				if why := testkit.Faults(func() {
					t.compare(line, after)
					for _, k := range t.kernels {
						want, verdict := k.Split(t.section, line)
						if x, got := k.After(t.section, line, after); got != verdict || x != want {
							t.Fatalf("%s: %v, %v of %q before %d times %q, not %v, %v", k.Name, got, x, line, after, fill, verdict, want)
						}
					}
				}); why != nil {
					t.Fatalf("%q before %d times %q: %v", line, after, fill, why)
				}
			}
		}
	})
}

// With garbage in place of regions any verdict is possible, but nothing outside is read.
func TestGarbageRegionsReadNothingOutside(t *testing.T) {
	text, section := testkit.NewFence(t, 1<<12), testkit.NewFence(t, 1<<12)
	r := seeded(33)
	real := string(regionsOf(t, "rfc3987", "IRI").Encode())
	verdicts := map[bool]int{}
	for i := range testkit.Few(20000) {
		garbage := []byte(real)
		switch i % 3 {
		case 0:
			garbage = randomBytes(r, len(garbage))
		case 1:
			for j := range garbage {
				garbage[j] |= byte(r.IntN(256) & r.IntN(256))
			}
		case 2:
			for range 1 + r.IntN(100) {
				garbage[r.IntN(len(garbage))] = byte(r.IntN(256))
			}
		}
		g := section.Last(string(garbage))
		s := randomBytes(r, r.IntN(200))
		if i%2 == 0 {
			for j := range s {
				s[j] = "ab:/"[r.IntN(4)]
			}
		}
		for _, place := range []func(string) string{text.First, text.Last} {
			s := place(string(s))
			if why := testkit.Faults(func() {
				for _, k := range tables.RegionKernels() {
					_, verdict := k.Split(g, s)
					if verdict != k.Valid(g, s) {
						t.Errorf("%s: %q has two verdicts", k.Name, s)
					}
					verdicts[verdict == 1]++
				}
			}); why != nil {
				t.Fatalf("%q: %v\n%x", s, why, garbage)
			}
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 {
		t.Errorf("one-sided: %v", verdicts)
	}
}
