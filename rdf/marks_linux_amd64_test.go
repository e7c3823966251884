//go:build linux && amd64 && gc && !purego

package rdf

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/testkit"
)

// For lengths near multiples of a block, the kernel reads no byte outside the text and writes no
// element past the offsets.
func TestMarksAreFenced(t *testing.T) {
	fence := testkit.NewFence(t, 1<<12)
	atLevels(func(level string) {
		for _, few := range []int{blockBytes, 1, 0} { // marks per block
			block := strings.Repeat("<", few) + strings.Repeat(" ", blockBytes-few)
			text := []byte(strings.Repeat(block, chunkBytes/blockBytes))
			var to struct {
				offsets
				after [16]uint32
			}
			n, _ := markBlocks(&to.offsets, text, 0, len(text))
			if n != few*chunkBytes/blockBytes || to.after != [16]uint32{} {
				t.Errorf("%s: %d marks, %v after them", level, n, to.after)
			}
		}
		var m marks
		for n := range 2*chunkBytes + blockBytes + 1 {
			if n > 3*blockBytes && (n+1)%blockBytes > 2 {
				continue
			}
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
