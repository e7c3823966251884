package columnar

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/parquet-go/bitpack"
)

// Runs are the integers of the encoding RLE, which mixes repeated values with packed bits. Levels,
// and indices of dictionaries, are runs.
//
// Idea: one run at a time; a small block of packed bits is unpacked at a time, so a page of any
// number of values takes no memory. Requires padding bytes after src, which are never values.
// Values after those of the page are ignored: DuckDB and fastparquet fill the last run up with any
// number of them.
// Twin: TestRunsTwin, the encoding of parquet-go.
type runs struct {
	src   []byte // after the run
	width uint   // bits of a value

	repeat int32 // values left of a run that repeats
	value  int32 // of it

	packed []byte // of a run of packed bits: those left
	groups int    // of 8 values in it
	block  [unpacked]int32
	at     int // of the next value in block
	end    int // of the values in block
}

const (
	unpacked = 256 // values that are unpacked at a time

	// padding is how many bytes may be read after the end of a page: the bits of 32 values, and the
	// bytes that bitpack wants.
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

// newRuns returns the runs in src, which has padding.
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

// unpack fills the block.
func (r *runs) unpack() {
	groups := min(r.groups, unpacked/8)
	bitpack.Unpack(r.block[:8*groups], r.packed[:groups*int(r.width)+bitpack.PaddingInt32], r.width)
	r.at, r.end = 0, 8*groups
	r.groups -= groups
	r.packed = r.packed[groups*int(r.width):]
}

// next reads the head of the next run.
func (r *runs) next() error {
	if r.width == 0 { // the value is always 0, and some files have no runs of it
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
