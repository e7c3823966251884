// Package lines reads the lines of files: of any length, of any bytes, and none is lost.
package lines

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// A reader cuts what it reads into lines. A line ends in a separator, or where the input
// does; what is behind the last separator is a line unless it is empty. So an empty
// input has no lines, and one that is a single separator has one.
type reader struct {
	src       io.Reader
	separator byte
	buf       []byte
	from, to  int  // what is read and not yet returned: buf[from:to]
	inside    bool // a line of which a piece is returned
	noBlock   bool // there is none in what is read
	err       error
}

// BufferSize is large enough for the cost of a read to vanish, and small enough for the cache.
const BufferSize = 128 << 10

// leastBuffer is room for what is never cut: a CRLF, a code point, the longest escape.
const leastBuffer = 16

// newReader returns a reader of lines that end in separator. When that is '\n', a '\r'
// before it belongs to the line end, not to the line.
func newReader(src io.Reader, separator byte) *reader {
	return &reader{src: src, separator: separator, buf: make([]byte, BufferSize)}
}

// next returns the next line without its end. The bytes are good until the next call.
// After the last line the error is io.EOF. When reading fails the error is that of the
// source, and what is read of the line by then is not returned: nobody knows how it goes on.
//
// Unless the line is to be whole the memory is constant: of a line that does not fit the
// buffer it returns what fits, a buffer but for some bytes, and more says that the line goes
// on with the next call. Code points are not cut, and the last piece may be empty.
func (r *reader) next(whole bool) (line []byte, more bool, err error) {
	searched := 0
	for {
		if i := bytes.IndexByte(r.buf[r.from+searched:r.to], r.separator); i >= 0 {
			line := r.buf[r.from : r.from+searched+i]
			r.from += searched + i + 1
			r.inside = false
			return r.trim(line), false, nil
		}
		if r.err != nil {
			line, err := r.last()
			return line, false, err
		}
		searched = r.to - r.from
		if searched == len(r.buf) && !whole {
			return r.cut(), true, nil
		}
		r.fill()
	}
}

// leastBlock is as much as is worth a block, in bytes.
const leastBlock = 16 << 10

// block returns the whole lines that are in the buffer, when they are many and wanted, and otherwise nil.
func (r *reader) block(wanted bool) []byte {
	if !wanted || r.inside || r.noBlock || r.to-r.from < leastBlock {
		return nil
	}
	n := bytes.LastIndexByte(r.buf[r.from:r.to], r.separator) + 1
	if r.noBlock = n < leastBlock; r.noBlock {
		return nil
	}
	block := r.buf[r.from : r.from+n]
	r.from += n
	return block
}

// cut returns what is in the buffer, but for what may belong together with the next byte.
func (r *reader) cut() []byte {
	n := r.to - unfinished(r.buf[r.from:r.to])
	if r.buf[n-1] == '\r' {
		n--
	}
	piece := r.buf[r.from:n]
	r.from = n
	r.inside = true
	return piece
}

// unfinished returns how many bytes at the end of b begin a code point and are not all of it.
func unfinished(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// unread gives the last n bytes of the piece that was returned last back, to be part of the next.
func (r *reader) unread(n int) { r.from -= n }

// trim takes the CR of a CRLF away.
func (r *reader) trim(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' && r.separator == '\n' {
		return line[:n-1]
	}
	return line
}

// last returns what is behind the last separator.
func (r *reader) last() ([]byte, error) {
	if r.err != io.EOF || r.from == r.to && !r.inside {
		return nil, r.err
	}
	line := r.buf[r.from:r.to]
	r.from, r.inside = r.to, false
	return line, nil
}

// maxEmptyReads is how often in a row a source may return nothing, and no error.
const maxEmptyReads = 100

// fill reads once, behind what is there. A full buffer is doubled, so that the cost of a
// long line stays linear in its length.
func (r *reader) fill() {
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
		r.noBlock = false
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}
