//go:build linux && amd64 && gc && !purego

package rdf

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/testkit"
)

// The kernel reads no byte outside of the text, of any length, and writes no element after those
// promised.
func TestMarksAreFenced(t *testing.T) {
	fence := testkit.NewFence(t, 1<<12)
	atLevels(func(level string) {
		var m marks
		for n := range 2*stretchBytes + blockBytes + 1 {
			s := strings.Repeat("<", n)
			for _, text := range []string{fence.First(s), fence.Last(s)} {
				var got []int
				why := testkit.Faults(func() {
					m.begin(unsafe.Slice(unsafe.StringData(text), len(text)))
					got = m.all()
				})
				if why != nil || !slices.Equal(got, naive([]byte(s))) {
					t.Fatalf("%s: %d bytes: %v, %v", level, n, why, got)
				}
			}
		}
	})
}
