package rdf

import (
	"bytes"
	"io"
)

// This file reads whole lines into a buffer.
//
// Idea. fill moves the begun line to the beginning of the buffer, and reads until the buffer has
// the end of a line. The lexer then reads all whole lines in one walk. A line over the limit is not
// kept: fill sets cut, and skip drops the rest of the line.
//
// Requires and returns. An io.Reader with any sizes of reads. fill returns the error of the input
// after the last whole line.
//
// Cost. Each byte is copied once more when it belongs to a begun line. The buffer grows to the
// longest line. A text in memory (ResetBytes) is not copied: buf is a view of it.
//
// Tested against: twin.document, which splits the whole text (TestDocuments, TestLimit).

// A buffer holds whole lines of an input.
type buffer struct {
	rd    io.Reader
	err   error // of rd, after the bytes in buf
	start int64 // the offset of buf in the input

	buf        []byte
	full, size int // the end of the whole lines, and of all bytes read

	begun bool // whether refill has looked for a byte order mark
	cut   bool // whether buf is the beginning of a line over the limit
}

const (
	firstBuffer = 64 << 10

	// maxEmptyReads is the largest number of reads in a row without bytes and without an error.
	maxEmptyReads = 100

	byteOrderMark = "\uFEFF"
)

// fill drops the whole lines and reads until there are others, or the input ends. It does not read
// a line of more than most bytes to its end, and sets cut.
func (b *buffer) fill(most int) error {
	if b.rd == nil { // buf is the caller's
		b.buf, b.size = b.buf[b.full:], b.size-b.full
	} else {
		b.size = copy(b.buf, b.buf[b.full:b.size])
	}
	b.start, b.full = b.start+int64(b.full), 0
	for from := 0; ; {
		n := lastEnd(b.buf[from:b.size])
		switch {
		case n > 0:
			b.full = from + n
			return nil
		case b.err == io.EOF && b.size > 0, b.err != nil && b.size > 0 && b.buf[b.size-1] == '\r':
			b.full = b.size
			return nil
		case b.size-1 > most:
			b.cut = true
			return nil
		case b.err != nil:
			return b.err
		}
		from = max(b.size-1, 0) // the last byte may be a CR
		b.more(most)
	}
}

// lastEnd returns the end of the last whole line of s, or 0. A CR at the end of s may be half of a
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

// dropMark drops a byte order mark from the beginning of the input, and reports whether the input
// had one.
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

// skip drops the rest of a line over the limit, up to its end.
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
