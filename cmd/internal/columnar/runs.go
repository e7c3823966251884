package columnar

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/parquet-go/bitpack"
)

// runs decodes integers in the encoding RLE, which mixes repeated values and bit-packed values.
// Levels and dictionary indices are stored in runs.
//
// Idea. Runs are read one at a time, and 256 values are unpacked at a time.
//
// Requires: src is followed by padding bytes of capacity. These bytes never become values. Values
// beyond those of the page are ignored, because DuckDB and fastparquet pad the last run with any
// number of values.
//
// Cost: linear in the number of values read. Memory is constant: a block of 256 values.
//
// Tested against: TestRunsTwin compares it with parquet-go's encoder.
type runs struct {
	src   []byte // bytes after the current run
	width uint   // number of bits per value

	repeat int32 // number of values left in a repeated run
	value  int32 // the repeated value

	packed []byte // the rest of a bit-packed run
	groups int    // number of groups of 8 values in packed
	block  [unpacked]int32
	at     int // index of the next value in block
	end    int // index of the end of the values in block
}

const (
	unpacked = 256 // number of values unpacked at a time

	// padding is the number of readable bytes required after the end of a page: the size of 32 values,
	// plus the bytes that bitpack requires.
	padding = 32*4 + bitpack.PaddingInt32
)

var (
	errRuns      = errors.New("a run of values is too long")
	errRunsCut   = errors.New("it has fewer values than its header declares")
	errLeft      = errors.New("it has more values than its header declares")
	errBitWidth  = errors.New("its values are wider than 32 bits")
	errOverflow  = errors.New("a number in it is too large")
	errPageShort = errors.New("it is shorter than its values")
)

// newRuns returns the runs in src, whose values are width bits wide. Padding bytes of capacity must
// follow src.
func newRuns(src []byte, width uint) runs { return runs{src: src, width: width} }

// read fills dst.
func (r *runs) read(dst []int32) error {
	for len(dst) > 0 {
		switch {
		case r.at < r.end:
			n := copy(dst, r.block[r.at:r.end])
			r.at += n
			dst = dst[n:]
		case r.repeat > 0:
			n := min(int(r.repeat), len(dst))
			for i := range dst[:n] {
				dst[i] = r.value
			}
			r.repeat -= int32(n)
			dst = dst[n:]
		case r.groups > 0:
			r.unpack()
		default:
			if err := r.next(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unpack fills block with the next packed values.
func (r *runs) unpack() {
	groups := min(r.groups, unpacked/8)
	bitpack.Unpack(r.block[:8*groups], r.packed[:groups*int(r.width)+bitpack.PaddingInt32], r.width)
	r.at, r.end = 0, 8*groups
	r.groups -= groups
	r.packed = r.packed[groups*int(r.width):]
}

// next reads the header of the next run.
func (r *runs) next() error {
	if r.width == 0 { // each value is 0; some files store no run
		r.repeat, r.value = math.MaxInt32, 0
		return nil
	}
	head, n := binary.Uvarint(r.src)
	switch {
	case n == 0:
		return errRunsCut
	case n < 0 || head>>1 > math.MaxInt32:
		return errRuns
	}
	r.src = r.src[n:]
	count := int(head >> 1)
	if head&1 == 0 {
		size := bitpack.ByteCount(r.width)
		if size > len(r.src) {
			return errRunsCut
		}
		var value [4]byte
		copy(value[:], r.src[:size])
		r.repeat, r.value = int32(count), int32(binary.LittleEndian.Uint32(value[:]))
		r.src = r.src[size:]
		return nil
	}
	size := count * int(r.width)
	if size > len(r.src) {
		return errRunsCut
	}
	r.packed, r.groups = r.src, count
	r.src = r.src[size:]
	return nil
}
