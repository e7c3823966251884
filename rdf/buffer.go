package rdf

import (
	"bytes"
	"io"
)

// This file reads complete lines into a buffer.
//
// Idea. fill moves the incomplete line to the beginning of the buffer, then reads until the buffer
// contains a line ending. The lexer then reads all complete lines in one walk. If a line exceeds
// the limit, fill sets cut, and skip drops the rest of the line.
//
// Requires and returns. The input is an io.Reader whose reads may be of any size. fill returns the
// input's error after the last complete line.
//
// Cost. Each byte of an incomplete line is copied one more time. The buffer grows to the length of
// the longest line. Text in memory (ResetBytes) is not copied: buf aliases it.
//
// Tested against: twin.document, which splits the entire text (TestDocuments, TestLimit).

// A buffer holds the complete lines read from an input.
type buffer struct {
	rd    io.Reader
	err   error // the error that rd returned after the bytes in buf
	start int64 // offset of buf in the input

	buf        []byte
	full, size int // the end of the complete lines, and the end of all bytes read

	begun bool // whether refill has checked for a byte order mark
	cut   bool // whether buf is the beginning of a line that exceeds the limit
}

const (
	firstBuffer = 64 << 10

	// maxEmptyReads is the maximum number of consecutive reads that return neither bytes nor an error.
	maxEmptyReads = 100

	byteOrderMark = "\uFEFF"
)

// fill drops the complete lines and reads until there are more or the input ends. If a line exceeds
// limit bytes, it stops reading and sets cut.
func (b *buffer) fill(limit int) error {
	if b.rd == nil { // buf belongs to the caller
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
		case b.size-1 > limit:
			b.cut = true
			return nil
		case b.err != nil:
			return b.err
		}
		from = max(b.size-1, 0) // the last byte may be a CR
		b.more(limit)
	}
}

// lastEnd returns the end of the last complete line of s, or 0. A CR at the end of s may be the
// first half of a line ending.
func lastEnd(s []byte) int {
	if i := bytes.LastIndexByte(s, '\n'); i >= 0 || len(s) == 0 {
		return i + 1
	}
	return bytes.LastIndexByte(s[:len(s)-1], '\r') + 1
}

// more reads once. If the buffer is full, it first grows the buffer: it doubles the size, or adds
// less near the limit.
func (b *buffer) more(limit int) {
	if b.rd == nil {
		b.err = io.EOF
		return
	}
	if b.size == len(b.buf) {
		n := len(b.buf)
		n += max(firstBuffer, min(n, limit-n))
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

// dropMark drops a byte order mark at the beginning of the input, and reports whether there was
// one.
func (b *buffer) dropMark(limit int) bool {
	for b.size < len(byteOrderMark) && b.err == nil {
		b.more(limit)
	}
	if !bytes.HasPrefix(b.buf[:b.size], []byte(byteOrderMark)) {
		return false
	}
	b.full = len(byteOrderMark)
	return true
}

// skip drops the rest of a line that exceeds the limit, up to the line ending.
func (b *buffer) skip(limit int) error {
	for b.cut = false; ; {
		if b.full = bytes.IndexAny(b.buf[:b.size], "\r\n"); b.full >= 0 {
			return nil
		}
		b.start, b.full, b.size = b.start+int64(b.size), 0, 0
		if b.err != nil {
			return b.err
		}
		b.more(limit)
	}
}
