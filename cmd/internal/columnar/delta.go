package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/bitpack"
)

// deltas decodes integers in the DELTA_BINARY_PACKED encoding, such as the lengths of values. A
// block consists of a minimum delta and several mini blocks, each with its own bit width.
//
// Idea. unpack decodes 32 values at a time.
//
// Requires: src is followed by padding bytes of capacity.
//
// Cost: linear in the number of values read. Memory is constant: a block of 32 values.
//
// Tested against: TestDeltasTwin compares it with parquet-go's encoder.
type deltas struct {
	src   []byte // bytes after the current mini block
	total int    // number of values, including the first
	left  int    // number of values not yet in block
	first bool   // whether last is the next value
	last  int32

	perMini int    // values in a mini block
	minis   int    // mini blocks in a block
	widths  []byte // bit widths of the block's remaining mini blocks
	least   int32  // minimum delta of the block

	packed []byte // the rest of the current mini block
	width  uint
	mini   int // number of values left in packed

	block   [miniStep]int32
	at, end int // indices in block of the next value and of the end of the values
}

// miniStep is the number of values unpacked at a time. It divides the number of values in a mini
// block.
const miniStep = 32

// newDeltas reads the header of the deltas in src. Padding bytes of capacity must follow src.
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
		d.last += d.least + delta // wraps around, as in the encoder
		d.block[i] = d.last
	}
	d.left -= n
	d.mini -= miniStep
	d.at, d.end = 0, n
	return nil
}

// nextMini moves to the next mini block. Before the first mini block of a block, it reads the block
// header.
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

// after returns the bytes after the deltas. It must be called before any value is read.
func (d *deltas) after() ([]byte, error) {
	end := *d
	for end.left--; end.left > 0; end.left -= end.perMini { // the header holds the first value
		if err := end.nextMini(); err != nil {
			return nil, err
		}
	}
	return end.src, nil
}
