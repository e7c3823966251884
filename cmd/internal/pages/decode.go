package pages

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// This file decodes levels, dictionary indexes and byte arrays with the decoders of parquet-go.
//
// Idea. The decoders allocate as much as the data declares. So before each call, the value counts
// are compared with the count in the page header.
//
// Rejected: parquet-go's pages. They warn on stderr if a page of byte arrays contains a different
// number of values than its header declares.

var (
	errCount = errors.New("its levels, indexes or values do not match its number of values")
	errIndex = errors.New("a value refers to an entry that the dictionary does not have")
)

// cutRuns returns the prefix of b that contains n integers. b consists of runs of integers that are
// width bits wide. The last run may contain up to 7 more if it is packed.
func cutRuns(b []byte, width, n int) []byte {
	m := meter{b: b}
	for left := uint64(n); left > 0; {
		head := m.uvarint()
		count, size := head>>1, uint64(width+7)/8
		if head&1 == 1 { // packed
			Assert(count <= uint64(len(b)), errCount)
			count, size = min(8*count, (left+7)&^7), count*uint64(width)
		}
		Assert(count <= (left+7)&^7, errCount)
		m.next(size)
		left -= min(count, left)
	}
	return b[:m.at:m.at]
}

// levels decodes n levels from 0 to most.
func levels(dst, b []byte, n, most int) []byte {
	width := bits.Len(uint(most))
	dst, err := (&rle.Encoding{BitWidth: width}).DecodeLevels(dst, cutRuns(b, width, n))
	Assert(err == nil && len(dst) >= n, errCount)
	Assert(n == 0 || int(slices.Max(dst[:n])) <= most, errors.New("one of its levels is too large"))
	return dst[:n]
}

// indexes decodes n indexes less than size.
func indexes(dst []int32, b []byte, n, size int) []int32 {
	if n == 0 {
		return dst[:0]
	}
	Assert(len(b) > 0 && b[0] <= 32, errCount)
	end := 1 + len(cutRuns(b[1:], int(b[0]), n))
	dst, err := new(rle.DictionaryEncoding).DecodeInt32(dst, b[:end:end])
	Assert(err == nil && len(dst) >= n, errCount)
	for _, i := range dst[:n] {
		Assert(uint32(i) < uint32(size), errIndex)
	}
	return dst[:n]
}

// cutDeltas returns the bytes after the list of n integers at the beginning of b in the encoding
// DELTA_BINARY_PACKED.
func cutDeltas(b []byte, n int) (rest []byte) {
	m := meter{b: b}
	size, minis, count := m.uvarint(), m.uvarint(), m.uvarint()
	Assert(size <= 1<<16 && minis > 0 && minis <= size && count == uint64(n), errCount)
	m.uvarint() // the first value
	for left := n - 1; left > 0; {
		m.uvarint() // the minimum delta
		for _, width := range m.next(minis) {
			if left > 0 {
				m.next(min(size/minis*uint64(width)/8, uint64(len(b)-m.at)))
				left -= int(size / minis)
			}
		}
	}
	return b[m.at:]
}

// joined checks the lengths of n values in the encoding DELTA_BYTE_ARRAY. It returns an upper bound
// on their total size in bytes.
func joined(b []byte, n int) (size int64) {
	cutDeltas(cutDeltas(b, n), n)
	prefixes, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, b)
	Check(err)
	for _, prefix := range prefixes {
		size += int64(prefix)
	}
	return size + int64(len(b))
}

// plainDictionary is the encoding that RLE_DICTIONARY and PLAIN have replaced.
const plainDictionary format.Encoding = 2

// A texts holds byte arrays. Text i ends where text i+1 or the length before it begins.
type texts struct {
	data    []byte
	offsets []uint32
	gap     uint32 // number of bytes between texts
}

func (t *texts) at(i int) []byte {
	from, to := t.offsets[i]+t.gap, t.offsets[i+1]
	return t.data[from:to:to]
}

// decode decodes n byte arrays of at most limit bytes in total. It may keep b, so it returns the
// buffer that the caller should use next instead of b.
func (t *texts) decode(b []byte, n int, e format.Encoding, limit int64) (free []byte) {
	size, m := int64(len(b)), meter{b: b}
	switch t.gap = 0; e {
	case plainDictionary, format.Plain: // values are not copied; fastparquet pads pages
		Assert(n <= len(b)/4, errCount)
		free, t.data, t.gap = t.data, b, 4
		t.offsets = append(slices.Grow(t.offsets[:0], n+1), 0)
		for range n {
			m.next(uint64(binary.LittleEndian.Uint32(m.next(4))))
			t.offsets = append(t.offsets, uint32(m.at))
		}
		return free
	case format.DeltaLengthByteArray:
		cutDeltas(b, n)
	case format.DeltaByteArray:
		size = joined(b, n)
	default:
		panic(fmt.Errorf("its encoding %v is not supported", e))
	}
	CheckSize(size, limit)
	room(&t.data, int(size))
	var err error
	t.data, t.offsets, err = parquet.LookupEncoding(e).DecodeByteArray(t.data[:0], slices.Clip(b), t.offsets)
	Assert(err == nil && len(t.offsets) == n+1, errCount)
	return b
}
