package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/bitpack"
)

// Deltas are the integers of the encoding DELTA_BINARY_PACKED. The lengths of values are deltas. A
// block has a least delta and some mini blocks, each with its own width.
//
// Idea. unpack takes 32 values at a time.
//
// Requires: padding bytes of capacity after src.
//
// Cost: linear in the values read. The memory is a block of 32 values, however many there are.
//
// Tested against: TestDeltasTwin compares it with the encoder of parquet-go.
type deltas struct {
	src   []byte // bytes after the mini block
	total int    // number of values, the first one included
	left  int    // number of values not yet in block
	first bool   // whether last is the next value
	last  int32

	perMini int    // values in a mini block
	minis   int    // mini blocks in a block
	widths  []byte // of the next mini blocks of the block
	least   int32  // least delta of the block

	packed []byte // the rest of the mini block
	width  uint
	mini   int // number of values left in packed

	block   [miniStep]int32
	at, end int // indices in block of the next value and of the end
}

// miniStep is the number of values unpacked at a time. It divides the values of a mini block.
const miniStep = 32

// newDeltas reads the head of the deltas in src. Requires: padding bytes of capacity after src.
func newDeltas(src []byte) (d deltas, err error) {
	var head [3]uint64
	for i := range head {
		var n int
		if head[i], n = binary.Uvarint(src); n <= 0 {
			return d, errPageShort
		}
		src = src[n:]
	}
	first, n := binary.Varint(src)
	if n <= 0 {
		return d, errPageShort
	}
	const most = 1 << 31
	block, minis, total := head[0], head[1], head[2]
	if block > most || minis == 0 || minis > block || total >= most || block%minis != 0 || block/minis%miniStep != 0 {
		return d, errOverflow
	}
	return deltas{
		src: src[n:], total: int(total), left: int(total), first: true, last: int32(first),
		perMini: int(block / minis), minis: int(minis),
	}, nil
}

// read fills dst.
func (d *deltas) read(dst []int32) error {
	for len(dst) > 0 {
		if d.at == d.end {
			if err := d.unpack(); err != nil {
				return err
			}
		}
		n := copy(dst, d.block[d.at:d.end])
		d.at += n
		dst = dst[n:]
	}
	return nil
}

// unpack fills block with the next values.
func (d *deltas) unpack() error {
	if d.left == 0 {
		return errRunsCut
	}
	if d.first {
		d.first = false
		d.block[0] = d.last
		d.left--
		d.at, d.end = 0, 1
		return nil
	}
	if d.mini == 0 {
		if err := d.nextMini(); err != nil {
			return err
		}
	}
	n := min(miniStep, d.left)
	size := miniStep / 8 * int(d.width)
	if d.width == 0 {
		clear(d.block[:])
	} else {
		bitpack.Unpack(d.block[:], d.packed[:size+bitpack.PaddingInt32], d.width)
		d.packed = d.packed[size:cap(d.packed)]
	}
	for i, delta := range d.block[:n] {
		d.last += d.least + delta // wraps around like the sum of the encoder
		d.block[i] = d.last
	}
	d.left -= n
	d.mini -= miniStep
	d.at, d.end = 0, n
	return nil
}

// nextMini goes to the next mini block, and reads the head of a block before the first of it.
func (d *deltas) nextMini() error {
	if len(d.widths) == 0 {
		least, n := binary.Varint(d.src)
		if n <= 0 || len(d.src)-n < d.minis {
			return errPageShort
		}
		d.least = int32(least)
		d.widths, d.src = d.src[n:n+d.minis], d.src[n+d.minis:]
	}
	d.width, d.widths = uint(d.widths[0]), d.widths[1:]
	if d.width > 32 {
		return errBitWidth
	}
	if bitpack.ByteCount(uint(min(d.left, d.perMini))*d.width) > len(d.src) {
		return errPageShort
	}
	d.packed, d.mini = d.src, d.perMini
	d.src = d.src[min(d.perMini/8*int(d.width), len(d.src)):] // the last mini block may end after its last value
	return nil
}

// after returns the bytes after the deltas. Requires: no value was read.
func (d *deltas) after() ([]byte, error) {
	end := *d
	for end.left--; end.left > 0; end.left -= end.perMini { // the head has the first value
		if err := end.nextMini(); err != nil {
			return nil, err
		}
	}
	return end.src, nil
}
