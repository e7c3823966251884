package columnar

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime/debug"

	"github.com/parquet-go/parquet-go/format"
)

// pages reads the pages of a column in all row groups, in order. A goroutine reads and decompresses
// pages ahead of their use.
//
// Memory: pages holds two buffers, for the page in use and the page ahead, and likewise two
// dictionaries. A page or dictionary larger than the constant small is not read ahead: take waits
// until all earlier pages have been consumed and frees the second buffer.
type pages struct {
	file   io.ReaderAt
	leaf   *leaf
	chunks []chunkData // by row group
	most   int64       // memory limit for pages and dictionaries, in bytes
	large  func()      // see [Open]

	buffers      chan []byte // the free buffers
	ready        chan result
	quit         chan struct{}
	dictionaries [2]dictionary
	turn         int
	compressed   []byte // the page as stored
	codec        codec
	rd           *bufio.Reader
}

// A result is a page, or the error after the last page.
type result struct {
	page   *page
	buffer []byte // holds the page
	err    error
}

const (
	small     = 2 << 20
	maxHeader = 64 << 10 // maximum size of a page header, in bytes
	firstPeek = 256      // in bytes; most headers are shorter
)

var (
	errStopped = errors.New("reading was stopped")
	errCRC     = errors.New("its checksum is wrong; the file is damaged")
	errPageCut = errors.New("it is longer than the column chunk")
)

// start starts the reading goroutine.
func (p *pages) start() {
	p.buffers, p.ready, p.quit = make(chan []byte, 2), make(chan result, 1), make(chan struct{})
	p.buffers <- nil
	p.buffers <- nil
	go func() {
		defer close(p.ready)
		most := int64(0)
		for i := range p.chunks {
			most = max(most, p.chunks[i].TotalCompressedSize)
		}
		p.rd = bufio.NewReaderSize(nil, int(min(most, maxHeader)))
		for group := range p.chunks {
			if err := p.group(group); err != nil {
				p.send(result{err: err})
				return
			}
		}
	}()
}

// stop stops the goroutine and waits until it has returned.
func (p *pages) stop() {
	if p.quit == nil {
		return
	}
	close(p.quit)
	for range p.ready {
	}
	p.quit = nil
}

// send sends a result to the column. It returns false after stop.
func (p *pages) send(r result) bool {
	select {
	case p.ready <- r:
		return true
	case <-p.quit:
		return false
	}
}

// buffer returns a free buffer, or errStopped after stop.
func (p *pages) buffer() ([]byte, error) {
	select {
	case b := <-p.buffers:
		return b, nil
	case <-p.quit:
		return nil, errStopped
	}
}

// group reads the pages of a row group. Corrupt data may cause a panic in a library; group returns
// the panic as an error.
func (p *pages) group(group int) (err error) {
	c := &p.chunks[group]
	offset := c.start()
	place := func(err error) error { return &Error{p.leaf.name(), group + 1, offset, err} }
	defer func() {
		if panicked := recover(); panicked != nil {
			err = place(fmt.Errorf("it is damaged: %v", panicked))
		}
	}()
	section := io.NewSectionReader(p.file, offset, c.TotalCompressedSize)
	p.rd.Reset(section)
	left := c.TotalCompressedSize
	var d *dictionary
	for values := int64(0); values < c.NumValues; {
		h, n, err := p.header(left)
		if err != nil {
			return place(err)
		}
		if left -= int64(n) + int64(h.CompressedSize); left < 0 {
			return place(errPageCut)
		}
		switch h.Type {
		case format.IndexPage:
			_, err = p.rd.Discard(int(h.CompressedSize))
		case format.DictionaryPage:
			if d != nil {
				return place(errors.New("it is the second dictionary of the row group"))
			}
			d, err = p.readDictionary(h, c.Codec)
		default:
			values += int64(max(h.Data.V.NumValues, h.DataV2.V.NumValues))
			if values > c.NumValues {
				return place(fmt.Errorf("the row group has more than the %d values that the footer declares", c.NumValues))
			}
			err = p.data(h, c.Codec, &page{group: group, offset: offset, dictionary: d})
		}
		if err != nil {
			return place(cut(err))
		}
		offset += int64(n) + int64(h.CompressedSize)
	}
	return nil
}

// cut returns err, or a clearer error if the file ends within a page.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the file ends inside it; the file is truncated, or it shrank")
	}
	return err
}

// header reads the next page header and returns it and its length n. left is the number of bytes
// left in the row group.
func (p *pages) header(left int64) (h *pageHeader, n int, err error) {
	for peek := int64(firstPeek); ; peek *= 4 {
		b, err := p.rd.Peek(int(min(peek, left, maxHeader)))
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		h := new(pageHeader)
		n, err := decode(b, h)
		switch {
		case err == nil:
			p.rd.Discard(n)
			return h, n, h.check()
		case err != errCut:
			return nil, 0, fmt.Errorf("its header is damaged: %w", err)
		case len(b) >= maxHeader:
			return nil, 0, fmt.Errorf("its header exceeds the limit of %d bytes", maxHeader)
		case int64(len(b)) < peek:
			return nil, 0, errors.New("its header is truncated: the row group has fewer values than the footer declares")
		}
	}
}

// data reads a data page and sends it to the column.
func (p *pages) data(h *pageHeader, with format.CompressionCodec, page *page) error {
	b, err := p.take(h)
	if err != nil {
		return err
	}
	if b, err = p.body(h, with, b, page.dictionary.bytes()); err != nil {
		return err
	}
	if err := page.open(h, b, p.leaf); err != nil {
		return err
	}
	if !p.send(result{page: page, buffer: b}) {
		return errStopped
	}
	return nil
}

// readDictionary reads a dictionary page into the older of the two dictionaries. No page uses the
// older dictionary: while readDictionary holds a free buffer, only the last page sent may be in
// use, and that page uses the newer dictionary or none.
func (p *pages) readDictionary(h *pageHeader, with format.CompressionCodec) (*dictionary, error) {
	if h.UncompressedSize > MaxDictionary {
		return nil, fmt.Errorf("the dictionary is %d bytes long, over the limit of %d", h.UncompressedSize, MaxDictionary)
	}
	if e := h.Dictionary.V.Encoding; e != format.Plain && e != plainDictionary {
		return nil, fmt.Errorf("the encoding %v is not valid for dictionaries", e)
	}
	b, err := p.take(h)
	if err != nil {
		return nil, err
	}
	d := &p.dictionaries[p.turn%2]
	p.turn++
	if max(h.UncompressedSize, h.CompressedSize) > small {
		b, p.dictionaries = nil, [2]dictionary{}
		debug.FreeOSMemory()
	}
	p.buffers <- b
	if b, err = p.body(h, with, d.data, 0); err != nil {
		return nil, err
	}
	return d, d.set(b, int(h.Dictionary.V.NumValues))
}

// take returns a free buffer for a page. For a page larger than the constant small, it waits for
// both buffers, returns the larger buffer and frees the other.
func (p *pages) take(h *pageHeader) ([]byte, error) {
	size := max(h.UncompressedSize, h.CompressedSize)
	if size > small && p.large != nil {
		p.large()
	}
	b, err := p.buffer()
	if err != nil || size <= small {
		return b, err
	}
	other, err := p.buffer()
	if err != nil {
		return nil, err
	}
	if cap(other) > cap(b) {
		b = other
	}
	p.buffers <- nil
	return b, nil
}

// body reads a page and decompresses it into b or into a new buffer. held is the size of the page's
// dictionary in bytes.
func (p *pages) body(h *pageHeader, with format.CompressionCodec, b []byte, held int64) ([]byte, error) {
	if size := max(h.UncompressedSize, h.CompressedSize); size > MaxPage {
		return nil, fmt.Errorf("it is %d bytes long, over the limit of %d; write smaller pages", size, MaxPage)
	}
	n, compressed := h.plainBytes()
	compressed = compressed && with != format.Uncompressed
	if !compressed && h.CompressedSize != h.UncompressedSize {
		return nil, errSize
	}
	if compressed {
		held += int64(h.CompressedSize)
	}
	if held += int64(h.UncompressedSize); held > p.most {
		return nil, fmt.Errorf("it needs %d bytes, compressed and decompressed, including its dictionary; "+
			"the limit is %d for each column; write smaller pages", held, p.most)
	}
	b = room(b, int(h.UncompressedSize))
	if !compressed {
		return b, p.read(h, b)
	}
	p.compressed = room(p.compressed, int(h.CompressedSize))
	if err := p.read(h, p.compressed); err != nil {
		return nil, err
	}
	copy(b[:n], p.compressed)
	err := p.codec.decompress(with, b[n:], p.compressed[n:])
	if len(p.compressed) > small {
		p.compressed = nil
	}
	return b, err
}

// read fills b from the file and verifies the checksum if the header contains one.
func (p *pages) read(h *pageHeader, b []byte) error {
	if _, err := io.ReadFull(p.rd, b); err != nil {
		return err
	}
	if h.CRC.Valid && crc32.ChecksumIEEE(b) != uint32(h.CRC.V) {
		return errCRC
	}
	return nil
}

// room returns a buffer of length n, followed by padding bytes of capacity. It reuses b if
// possible, and frees a large b before it allocates.
func room(b []byte, n int) []byte {
	if cap(b) >= n+padding {
		return b[:n]
	}
	if cap(b) > small {
		b = nil
		debug.FreeOSMemory()
	}
	const step = 4 << 10
	return make([]byte, n, (n+n/8+padding+step)/step*step)
}
