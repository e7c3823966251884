package columnar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
)

// padded returns b with the padding of a page after it.
func padded(b []byte) []byte { return append(b, make([]byte, padding)...)[:len(b)] }

// TestRunsTwin reads runs encoded by parquet-go, in pieces of any size.
func TestRunsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for width := range 32 {
		for range 20 {
			values := make([]int32, rng.IntN(2000))
			for i := range values {
				if values[i] = int32(rng.Uint64() & (1<<width - 1)); i > 0 && rng.IntN(3) > 0 {
					values[i] = values[i-1]
				}
			}
			b, err := (&rle.Encoding{BitWidth: width}).EncodeInt32(nil, values)
			if err != nil {
				t.Fatal(err)
			}
			r := newRuns(padded(b), uint(width))
			got := make([]int32, len(values))
			for rest := got; len(rest) > 0; {
				n := min(1+rng.IntN(300), len(rest))
				if err := r.read(rest[:n]); err != nil {
					t.Fatal(width, err)
				}
				rest = rest[n:]
			}
			if !slices.Equal(got, values) {
				t.Fatalf("width %d: %d values differ", width, len(values))
			}
		}
	}
}

// TestDeltasTwin reads deltas encoded by parquet-go, in pieces of any size, and finds the bytes
// after them.
func TestDeltasTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for shift := range 32 {
		for range 20 {
			values := make([]int32, rng.IntN(1000))
			for i := range values {
				values[i] = int32(rng.Uint32()) >> shift
			}
			b, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, values)
			if err != nil {
				t.Fatal(err)
			}
			const after = "after"
			d, err := newDeltas(padded(append(b, after...)))
			if err != nil || d.total != len(values) {
				t.Fatalf("%d values, not %d: %v", d.total, len(values), err)
			}
			if rest, err := d.after(); err != nil || string(rest) != after {
				t.Fatalf("%d values: after them is %q, %v", len(values), rest, err)
			}
			got := make([]int32, len(values))
			for rest := got; len(rest) > 0; {
				n := min(1+rng.IntN(300), len(rest))
				if err := d.read(rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if !slices.Equal(got, values) {
				t.Fatalf("shift %d: %d values differ", shift, len(values))
			}
			if err := d.read(make([]int32, 1)); err == nil {
				t.Fatal("a value after the last")
			}
		}
	}
}
