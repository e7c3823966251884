package machine

import (
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// packed is a slow version of pack that works bit by bit. It returns nil if two fields have
// different values for the same bit, or if a bit of a field beyond the end of the row is 1. Zeros
// beyond the end are harmless.
func packed(c, offsets []uint8) *uint64 {
	wants := map[int]uint64{}
	for i, to := range c {
		for bit := range 6 {
			at, want := int(offsets[i])+bit, uint64(offsets[to])>>bit&1
			if known, ok := wants[at]; ok && known != want || at > 63 && want != 0 {
				return nil
			}
			wants[at] = want
		}
	}
	var row uint64
	for at, bit := range wants {
		if at < 64 {
			row |= bit << at
		}
	}
	return &row
}

// Overlapping fields are packed if and only if they agree in every shared bit.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(106, 20))
	rows := map[bool]int{}
	for range testkit.Few(400_000) {
		offsets := r.Perm(64)[:2+r.IntN(4)]
		column, at := make([]uint8, len(offsets)), make([]uint8, len(offsets))
		near := r.IntN(60)
		for i := range offsets {
			if at[i] = uint8(offsets[i]); r.IntN(2) == 0 {
				at[i] = uint8(min(near+i, 63))
			}
			column[i] = uint8(r.IntN(len(offsets)))
		}
		row, err := pack(column, at)
		want := packed(column, at)
		if rows[err == nil]++; (err == nil) != (want != nil) || want != nil && row != *want {
			t.Fatalf("%v at %v: %#x, %v", column, at, row, err)
		}
	}
	if least := testkit.Few(20_000); rows[true] < least || rows[false] < least {
		t.Errorf("one-sided: %v", rows)
	}
}
