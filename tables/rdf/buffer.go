package rdf

import (
	"bytes"
	"io"
)

// A buffer holds whole lines of an input.
type buffer struct {
	rd    io.Reader
	err   error // of rd, after the bytes that are there
	start int64 // of the buffer in the input

	buf        []byte
	full, size int // the end of the whole lines, and of all bytes that were read

	begun bool // whether the byte order mark was looked for
	cut   bool // whether the buffer is the beginning of a line over the limit
}

const (
	firstBuffer = 64 << 10

	// maxEmptyReads is how often in a row an input may return no bytes and no error.
	maxEmptyReads = 100

	byteOrderMark = "\uFEFF"
)

// fill drops the whole lines and reads until there are others, or the input ends. A line of more than
// most bytes is not read to its end: cut says so.
func (b *buffer) fill(most int) error {
	b.size = copy(b.buf, b.buf[b.full:b.size])
	b.start, b.full = b.start+int64(b.full), 0
	for from := 0; ; {
		n := lastEnd(b.buf[from:b.size])
		switch {
		case n > 0:
			b.full = from + n
			return nil
		case b.err == io.EOF && b.size > 0:
			b.full = b.size
			return nil
		case b.err != nil:
			return b.err
		case b.size-1 > most:
			b.cut = true
			return nil
		}
		from = max(b.size-1, 0) // the last byte may be a CR
		b.more(most)
	}
}

// lastEnd returns the end of the last whole line of s, or 0. A CR that is the last byte may be half of a
// line end.
func lastEnd(s []byte) int {
	if i := bytes.LastIndexByte(s, '\n'); i >= 0 || len(s) == 0 {
		return i + 1
	}
	return bytes.LastIndexByte(s[:len(s)-1], '\r') + 1
}

// more reads once. A full buffer doubles, and near the limit grows by a little.
func (b *buffer) more(most int) {
	if b.rd == nil {
		b.err = io.EOF
		return
	}
	if b.size == len(b.buf) {
		n := len(b.buf)
		n += max(firstBuffer, min(n, most-n))
		b.buf = append(make([]byte, 0, n), b.buf...)[:n]
	}
	for range maxEmptyReads {
		n, err := b.rd.Read(b.buf[b.size:])
		b.size += n
		if b.err = err; n > 0 || err != nil {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// dropMark drops a byte order mark from the beginning of the input, and reports whether there was one.
func (b *buffer) dropMark(most int) bool {
	for b.size < len(byteOrderMark) && b.err == nil {
		b.more(most)
	}
	if !bytes.HasPrefix(b.buf[:b.size], []byte(byteOrderMark)) {
		return false
	}
	b.full = len(byteOrderMark)
	return true
}

// skip drops the rest of a line that is over the limit, up to its end.
func (b *buffer) skip(most int) error {
	for b.cut = false; ; {
		if b.full = bytes.IndexAny(b.buf[:b.size], "\r\n"); b.full >= 0 {
			return nil
		}
		b.start, b.full, b.size = b.start+int64(b.size), 0, 0
		if b.err != nil {
			return b.err
		}
		b.more(most)
	}
}
