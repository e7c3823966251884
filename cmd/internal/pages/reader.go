package pages

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime/debug"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A Reader reads the pages of a column in all row groups, in order.
//
// Memory: a Reader holds two pages, the current and the next one, and likewise two dictionaries. It
// checks the numbers in a page header against the footer and the limit before it allocates.
type Reader struct {
	file   io.ReaderAt
	chunks []*chunkData // by row group

	Leaf  *Leaf
	Valid func(text []byte) bool // validates the texts of dictionaries, on all cores; may be nil
	Large func()                 // called before a large allocation; may block, or be nil
	Limit int64                  // maximum size in bytes of a page or dictionary, decompressed

	group  int   // the current row group, from 0; -1 before the first
	offset int64 // file offset of the current page
	size   int64 // size of the current page with its header
	left   int64 // number of bytes left in the row group
	values int64 // number of values left in the row group

	rd          *bufio.Reader
	stored, raw []byte // a page, as stored and decompressed
	buffers     [2]Page
	current     *Page // the page returned last
	dicts       [2]dictionary
	dict        *dictionary // dictionary of the row group, or nil
}

// A page is a data page of a column.
type Page struct {
	Group  int   // the row group, from 0
	Offset int64 // offset of the page header
	Last   bool  // whether it is the last page of the row group
	N      int   // number of entries: values, nulls and empty lists

	Repetition []byte // levels, or nil if all are 0
	Definition []byte // levels, or nil if no entry is null
	present    int    // number of values
	dict       *dictionary
	indexes    []int32 // of the values in dict, unless it is nil
	texts      texts
	encoding   format.Encoding
	encoded    []byte // valid until the next call to next
}

// A dictionary holds the values of a dictionary page.
type dictionary struct {
	n       int
	texts   texts
	invalid []bool // nil if all are valid
	encoded []byte
}

const (
	most       = 32 << 20 // maximum size in bytes of a page that is read ahead and whose memory is kept
	few        = 2 << 20  // size in bytes above which an allocation calls Large
	maxHeader  = 64 << 10 // size of a page header up to which it is read only once, in bytes
	longHeader = 20 << 20 // maximum size of a page header, in bytes
	slack      = 100      // number of bytes that old versions of parquet-mr omit from the size of a column chunk
)

var errHeader = errors.New("its header is damaged")

// Next returns the next data page, or [io.EOF]. It overwrites the page before the last one. Any
// other error is an [*Error].
func (p *Reader) Next() (g *Page, err error) {
	err = Try(func() error {
		for p.values == 0 {
			if p.group+1 == len(p.chunks) {
				return io.EOF
			}
			p.begin()
		}
		for g == nil {
			g = p.read()
		}
		p.current = g
		return nil
	})
	if err != nil && err != io.EOF {
		err = p.At(p.group, p.offset, err)
	}
	return g, err
}

// Only restricts the reader to a row group, before the first page is read.
func (p *Reader) Only(group int) { p.chunks, p.group = p.chunks[:group+1], group-1 }

// Size returns the decompressed size of the column in a row group according to the footer.
func (p *Reader) Size(group int) int64 { return p.chunks[group].TotalUncompressedSize }

// At returns an [*Error] that locates err at a page of a row group, or at the first page if offset
// is 0.
func (p *Reader) At(group int, offset int64, err error) error {
	if offset == 0 {
		offset = start(p.chunks[group])
	}
	return &Error{p.Leaf.Name, group + 1, offset, err}
}

// An Error describes and locates an error in the data of a column.
type Error struct {
	Column string
	Group  int   // number of the row group, from 1
	Offset int64 // byte offset in the file of the page, or of the first page of the row group
	Err    error
}

// Error returns the location and the underlying error as text.
func (e *Error) Error() string {
	return fmt.Sprintf("row group %d, column %s, page at offset %d: %v", e.Group, e.Column, e.Offset, e.Err)
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// begin moves to the next row group.
func (p *Reader) begin() {
	p.group++
	c := p.chunks[p.group]
	p.offset, p.size, p.left, p.values, p.dict = start(c), 0, c.TotalCompressedSize, c.NumValues, nil
	if p.rd == nil {
		p.rd = bufio.NewReaderSize(nil, maxHeader)
	}
	p.rd.Reset(io.NewSectionReader(p.file, p.offset, p.left+slack))
}

// read reads a page. It returns nil unless the page is a data page.
func (p *Reader) read() *Page {
	p.offset, p.size = p.offset+p.size, 0
	Assert(p.left > 0, errors.New("its row group has fewer values than the footer declares"))
	b, err := p.rd.Peek(int(min(p.left+slack, maxHeader)))
	if err != io.EOF { // io.EOF: the file ends soon after the row group
		p.whole(err)
	}
	h, n := new(format.PageHeader), 0
	err = Try(func() error {
		n = decode(b, h)
		return nil
	})
	if err != nil && len(b) == maxHeader { // the header contains long statistics
		b = make([]byte, min(p.left, longHeader))
		_, err = p.file.ReadAt(b, p.offset)
		p.whole(err)
		*h = format.PageHeader{}
		n, err = decode(b, h), nil
	}
	Check(err)
	p.rd.Discard(n)
	p.size = int64(n) + int64(h.CompressedPageSize)
	p.left -= p.size
	Assert(min(h.CompressedPageSize, h.UncompressedPageSize) >= 0, errHeader)
	Assert(p.left >= -slack, errors.New("it is longer than the column chunk"))
	switch h.Type {
	case format.DataPage, format.DataPageV2:
		g := &p.buffers[0]
		if g == p.current {
			g = &p.buffers[1]
		}
		p.readData(h, g)
		return g
	case format.DictionaryPage:
		p.readDictionary(h)
	default:
		_, err = p.rd.Discard(int(h.CompressedPageSize)) // an index
		p.whole(err)
	}
	return nil
}

// whole panics unless err is nil. io.EOF and io.ErrUnexpectedEOF mean that the file is shorter than
// its footer declares.
func (p *Reader) whole(err error) {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errors.New("the file ends inside it; the file is truncated, or it shrank")
	}
	Check(err)
}

// body reads a page into raw. The first plain bytes are not compressed.
func (p *Reader) body(h *format.PageHeader, plain int, compressed bool) {
	c, size := p.chunks[p.group], int64(h.UncompressedPageSize)
	compressed = compressed && c.Codec != format.Uncompressed
	Assert(compressed || h.CompressedPageSize == h.UncompressedPageSize, errSize)
	Assert(size <= c.TotalUncompressedSize, errors.New("it is larger than its column chunk according to the footer"))
	CheckSize(size, p.Limit)
	if max(size, int64(h.CompressedPageSize)) > few && p.Large != nil {
		p.Large()
	}
	b := &p.raw
	if compressed {
		b = &p.stored
	}
	room(b, int(h.CompressedPageSize))
	_, err := io.ReadFull(p.rd, *b)
	p.whole(err)
	Assert(h.CRC == 0 || crc32.ChecksumIEEE(*b) == uint32(h.CRC), errors.New("its checksum is wrong; the file is damaged"))
	if compressed {
		room(&p.raw, int(size))
		copy(p.raw[:plain], p.stored)
		Check(decompress(c.Codec, p.raw[plain:], p.stored[plain:]))
		release(&p.stored)
	}
}

// readDictionary reads the dictionary of the row group. It overwrites the one that the current page
// does not use.
func (p *Reader) readDictionary(h *format.PageHeader) {
	v, ok := h.DictionaryPageHeader.Get()
	Assert(ok && v.NumValues >= 0, errHeader)
	Assert(p.dict == nil, errors.New("it is the second dictionary of the row group"))
	p.body(h, 0, true)
	d := &p.dicts[0]
	if p.current != nil && p.current.dict == d {
		d = &p.dicts[1]
	}
	p.dict, d.n = d, int(v.NumValues)
	if p.Leaf.Type().Kind() != parquet.ByteArray {
		d.encoded = bytes.Clone(p.raw)
		return
	}
	p.raw = d.texts.decode(p.raw, d.n, v.Encoding, p.Limit)
	release(&p.raw)
	if p.Valid != nil {
		d.invalid = make([]bool, d.n)
		InParts(d.n, func(i int) { d.invalid[i] = !p.Valid(d.texts.at(i)) })
	}
}

// readData reads a data page.
func (p *Reader) readData(h *format.PageHeader, g *Page) {
	v, ok := h.DataPageHeaderV2.Get()
	compressed := !v.IsCompressed.Valid || v.IsCompressed.V
	sizes := [2]int{int(v.RepetitionLevelsByteLength), int(v.DefinitionLevelsByteLength)}
	one := h.Type == format.DataPage
	if one {
		ok, v.NumValues, v.Encoding = h.DataPageHeader.Valid, h.DataPageHeader.V.NumValues, h.DataPageHeader.V.Encoding
		sizes, compressed = [2]int{}, true
	}
	plain := sizes[0] + sizes[1]
	Assert(ok && v.NumValues >= 0 && min(sizes[0], sizes[1]) >= 0 &&
		plain <= int(min(h.CompressedPageSize, h.UncompressedPageSize)), errHeader)
	p.values -= int64(v.NumValues)
	Assert(p.values >= 0, errMoreValues)
	CheckSize(4*int64(v.NumValues), p.Limit) // of indexes
	p.body(h, plain, compressed)
	b := p.raw
	for i, full := range [2]int{p.Leaf.MaxRepetitionLevel(), p.Leaf.MaxDefinitionLevel()} {
		size := sizes[i]
		if one && full > 0 {
			Assert(len(b) >= 4, errCount)
			size, b = int(binary.LittleEndian.Uint32(b)), b[4:]
		}
		Assert(size <= len(b), errCount)
		if full > 0 {
			to := [2]*[]byte{&g.Repetition, &g.Definition}[i]
			*to = levels(*to, b[:size], int(v.NumValues), full)
		}
		b = b[size:]
	}
	g.Group, g.Offset, g.Last, g.N = p.group, p.offset, p.values == 0, int(v.NumValues)
	if g.present = g.N; p.Leaf.MaxDefinitionLevel() > 0 {
		g.present = bytes.Count(g.Definition, []byte{byte(p.Leaf.MaxDefinitionLevel())})
	}
	Assert(one || int(v.NumNulls) == g.N-g.present, errCount)
	g.encoding, g.encoded, g.dict = v.Encoding, b, nil
	switch {
	case v.Encoding == format.RLEDictionary || v.Encoding == plainDictionary:
		Assert(p.dict != nil, errors.New("its row group has no dictionary"))
		g.dict, g.indexes = p.dict, indexes(g.indexes, b, g.present, p.dict.n)
	case p.Leaf.Type().Kind() == parquet.ByteArray:
		p.raw = g.texts.decode(b, g.present, v.Encoding, p.Limit)
		release(&p.raw)
	}
}

var errMoreValues = errors.New("the row group has more values than the footer declares")

// release drops b if it is large.
func release(b *[]byte) {
	if cap(*b) > most {
		*b = nil
	}
}

// room sets b to a buffer of length n. It reuses b if possible, and frees a large b before it
// allocates.
func room(b *[]byte, n int) {
	if cap(*b) < n {
		if cap(*b) > most {
			*b = nil
			debug.FreeOSMemory()
		}
		*b = make([]byte, n, n+n/8)
	}
	*b = (*b)[:n]
}
