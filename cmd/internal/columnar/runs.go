package columnar

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/parquet-go/bitpack"
)

// Runs are the integers of the encoding RLE, a mixture of repeated values and packed bits. The
// levels and the indices of dictionaries are runs.
//
// Idea. Read one run at a time, and unpack 256 values at a time.
//
// Requires: padding bytes of capacity after src. They never become values. Values after those of
// the page are ignored, because DuckDB and fastparquet fill the last run up with any number of
// them.
//
// Cost: linear in the values read. The memory is a block of 256 values, however many there are.
//
// Tested against: TestRunsTwin compares it with the encoder of parquet-go.
type runs struct {
	src   []byte // bytes after the run
	width uint   // bits of a value

	repeat int32 // number of values left in a repeated run
	value  int32 // the repeated value

	packed []byte // the rest of a run of packed bits
	groups int    // number of groups of 8 values in packed
	block  [unpacked]int32
	at     int // index of the next value in block
	end    int // index of the end of the values in block
}

const (
	unpacked = 256 // values unpacked at a time

	// padding is the number of readable bytes after the end of a page: the bits of 32 values, and
	// the bytes required by bitpack.
	padding = 32*4 + bitpack.PaddingInt32
)

var (
	errRuns      = errors.New("a run of values is too long")
	errRunsCut   = errors.New("it has fewer values than its header says")
	errLeft      = errors.New("it has more values than its header says")
	errBitWidth  = errors.New("its values have more than 32 bits")
	errOverflow  = errors.New("a number in it is too large")
	errPageShort = errors.New("it is shorter than its values")
)

// newRuns returns the runs in src, of width bits a value. Requires: padding bytes of capacity
// after src.
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

// next reads the head of the next run.
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
