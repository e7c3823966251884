package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A pageHeader holds the fields of [format.PageHeader] that this package uses.
type pageHeader struct {
	Type             format.PageType           `thrift:"1,required"`
	UncompressedSize int32                     `thrift:"2,required"`
	CompressedSize   int32                     `thrift:"3,required"`
	CRC              thrift.Null[int32]        `thrift:"4,optional"`
	Data             thrift.Null[dataHeader]   `thrift:"5,optional"`
	Dictionary       thrift.Null[dataHeader]   `thrift:"7,optional"` // only the first two fields
	DataV2           thrift.Null[dataHeaderV2] `thrift:"8,optional"`
}

type dataHeader struct {
	NumValues          int32           `thrift:"1,required"`
	Encoding           format.Encoding `thrift:"2,required"`
	DefinitionEncoding format.Encoding `thrift:"3,optional"`
	RepetitionEncoding format.Encoding `thrift:"4,optional"`
}

type dataHeaderV2 struct {
	NumValues        int32             `thrift:"1,required"`
	NumNulls         int32             `thrift:"2,required"`
	NumRows          int32             `thrift:"3,required"`
	Encoding         format.Encoding   `thrift:"4,required"`
	DefinitionLength int32             `thrift:"5,required"`
	RepetitionLength int32             `thrift:"6,required"`
	IsCompressed     thrift.Null[bool] `thrift:"7,optional"`
}

var (
	errHeader    = errors.New("its header is damaged")
	errLevels    = errors.New("its levels are longer than the page")
	errBitPacked = errors.New("its levels use the encoding BIT_PACKED, which is deprecated and not supported")
)

// check rejects negative sizes and counts, a header without the part that its type requires, and
// levels longer than the page.
func (h *pageHeader) check() error {
	numbers := []int32{h.UncompressedSize, h.CompressedSize}
	ok := true
	switch h.Type {
	case format.DataPage:
		ok = h.Data.Valid
		numbers = append(numbers, h.Data.V.NumValues)
	case format.DictionaryPage:
		ok = h.Dictionary.Valid
		numbers = append(numbers, h.Dictionary.V.NumValues)
	case format.DataPageV2:
		v := &h.DataV2.V
		levels := int64(v.DefinitionLength) + int64(v.RepetitionLength)
		ok = h.DataV2.Valid && levels <= int64(min(h.UncompressedSize, h.CompressedSize))
		numbers = append(numbers, v.NumValues, v.NumNulls, v.NumRows, v.DefinitionLength, v.RepetitionLength)
	case format.IndexPage:
	default:
		return fmt.Errorf("its type %v is unknown", h.Type)
	}
	for _, n := range numbers {
		ok = ok && n >= 0
	}
	if !ok {
		return errHeader
	}
	return nil
}

// plainBytes returns the number of uncompressed bytes at the beginning of the page, and whether
// compressed bytes follow. Version 2 does not compress the levels.
func (h *pageHeader) plainBytes() (n int, compressed bool) {
	if h.Type != format.DataPageV2 {
		return 0, true
	}
	v := &h.DataV2.V
	return int(v.DefinitionLength + v.RepetitionLength), !v.IsCompressed.Valid || v.IsCompressed.V
}

// A page is a data page of a column.
type page struct {
	group  int   // number of the row group, from 0
	offset int64 // offset of the page header
	left   int   // number of entries whose levels have not been read

	repetition runs
	definition runs
	nulls      int // number of nulls according to the header, or -1 in version 1
	source     source
	dictionary *dictionary
}

// open reads the levels and opens the values of a decompressed data page. Padding bytes of capacity
// must follow data.
func (p *page) open(h *pageHeader, data []byte, l *leaf) (err error) {
	encoding := h.Data.V.Encoding
	if h.Type == format.DataPageV2 {
		v := &h.DataV2.V
		encoding = v.Encoding
		p.left, p.nulls = int(v.NumValues), int(v.NumNulls)
		p.repetition = newRuns(data[:v.RepetitionLength], width(l.maxRepetition))
		data = data[v.RepetitionLength:]
		p.definition = newRuns(data[:v.DefinitionLength], width(l.maxDefinition))
		data = data[v.DefinitionLength:]
	} else {
		v := &h.Data.V
		p.left, p.nulls = int(v.NumValues), -1
		if p.repetition, data, err = levels(data, v.RepetitionEncoding, l.maxRepetition); err != nil {
			return err
		}
		if p.definition, data, err = levels(data, v.DefinitionEncoding, l.maxDefinition); err != nil {
			return err
		}
	}
	p.source, err = newSource(data, encoding, p.dictionary)
	return err
}

// levels returns the levels at the beginning of a version 1 data page and the bytes after the
// levels. The levels are preceded by a 4-byte length.
func levels(data []byte, encoding format.Encoding, most int) (r runs, rest []byte, err error) {
	switch {
	case most == 0:
		return newRuns(nil, 0), data, nil
	case encoding == format.BitPacked:
		return r, nil, errBitPacked
	case encoding != format.RLE:
		return r, nil, fmt.Errorf("the encoding %v is not valid for levels", encoding)
	case len(data) < 4:
		return r, nil, errLevels
	}
	n := uint64(binary.LittleEndian.Uint32(data))
	if data = data[4:]; n > uint64(len(data)) {
		return r, nil, errLevels
	}
	return newRuns(data[:n], width(most)), data[n:], nil
}

// width returns the number of bits that a level from 0 to most takes.
func width(most int) uint { return uint(bits.Len(uint(most))) }
