package classes

import (
	"slices"
	"testing"

	"github.com/irilex/iri/build/internal/span"
)

// Each byte becomes either a code point or a byte unit, and no byte is lost at the boundary between
// the two.
func TestAsUnitsOfEveryRange(t *testing.T) {
	for lo := rune(0); lo < 256; lo++ {
		for hi := lo; hi < 256; hi++ {
			var got, want []rune
			for _, s := range asUnits([]span.Span{{Lo: lo, Hi: hi}}) {
				for r := s.Lo; r <= s.Hi; r++ {
					got = append(got, r)
				}
			}
			for b := lo; b <= hi; b++ {
				want = append(want, b)
				if b >= 0x80 {
					want[len(want)-1] += span.ByteUnit
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("bytes %X to %X: %X, want %X", lo, hi, got, want)
			}
		}
	}
}
