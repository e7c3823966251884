// Package lines reads the lines of files: of any length, of any bytes, and none is lost.
package lines

import (
	"bytes"
	"io"
)

// A Reader cuts what it reads into lines. A line ends in a separator, or where the input
// does; what is behind the last separator is a line unless it is empty. So an empty
// input has no lines, and one that is a single separator has one.
type Reader struct {
	src       io.Reader
	separator byte
	buf       []byte
	from, to  int // what is read and not yet returned: buf[from:to]
	err       error
}

// firstBuffer is large enough for the cost of a read to vanish, and small enough for the cache.
const firstBuffer = 128 << 10

// NewReader returns a reader of lines that end in separator. When that is '\n', a '\r'
// before it belongs to the line end, not to the line.
func NewReader(src io.Reader, separator byte) *Reader {
	return &Reader{src: src, separator: separator, buf: make([]byte, firstBuffer)}
}

// Next returns the next line without its end. The bytes are good until the next call.
// After the last line the error is io.EOF. When reading fails the error is that of the
// source, and what is read of the line by then is not returned: nobody knows how it goes on.
func (r *Reader) Next() ([]byte, error) {
	searched := 0
	for {
		if i := bytes.IndexByte(r.buf[r.from+searched:r.to], r.separator); i >= 0 {
			line := r.buf[r.from : r.from+searched+i]
			r.from += searched + i + 1
			return r.trim(line), nil
		}
		if r.err != nil {
			return r.last()
		}
		searched = r.to - r.from
		r.fill()
	}
}

// trim takes the CR of a CRLF away.
func (r *Reader) trim(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' && r.separator == '\n' {
		return line[:n-1]
	}
	return line
}

// last returns what is behind the last separator.
func (r *Reader) last() ([]byte, error) {
	if r.err != io.EOF || r.from == r.to {
		return nil, r.err
	}
	line := r.buf[r.from:r.to]
	r.from = r.to
	return line, nil
}

// maxEmptyReads is how often in a row a source may return nothing, and no error.
const maxEmptyReads = 100

// fill reads once, behind what is there. A full buffer is doubled, so that the cost of a
// long line stays linear in its length.
func (r *Reader) fill() {
	if r.from > 0 {
		copy(r.buf, r.buf[r.from:r.to])
		r.from, r.to = 0, r.to-r.from
	}
	if r.to == len(r.buf) {
		buf := make([]byte, 2*len(r.buf))
		copy(buf, r.buf)
		r.buf = buf
	}
	for range maxEmptyReads {
		n, err := r.src.Read(r.buf[r.to:])
		r.to += n
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}
