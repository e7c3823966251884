package engine

import (
	"bytes"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// This file finds the ends of lines.
//
// Idea. A call of [bytes.IndexByte] for every line costs more than the verdict of a region kernel:
// a call a line, and a branch on its length that mispredicts. The newline kernel compares 64 bytes
// at a time with LF. It stores the offsets of four LFs a block unconditionally and loops for more.
//
// Requires and returns. LineEnds requires AVX2, and at < len(text). It writes to ends the ends of
// the lines from text[at] on, their LFs included, and returns their number, at least 1. Only the
// last line of a text may lack an LF. The kernel reads whole blocks of 64 bytes of
// text[at:][:StretchSize] and writes only elements of ends. IndexByte finds the end of a line when
// the kernel finds no LF.
//
// Cost. 13 instructions for a block and 16 for its first four LFs, together 1.5 ns for a line of 48
// bytes, against 9.5 ns of IndexByte (Zen 5). Blocks before the first LF of a stretch take 8
// instructions. The part of a line after the last LF of a stretch is read again with the next
// stretch.
//
// Rejected. A masked or overlapping read of the last block of a text: IndexByte serves the few
// lines of one block. Words of 8 bytes for processors without AVX2: no faster than IndexByte for
// lines of 48 bytes, and half as fast for lines of 4 KB. Offsets of 16 bits: they save a KB of the
// stack and cost an addition a line.
//
// Twin: TestLineEnds.

// The sizes of the newline kernel.
const (
	BlockBytes  = 64      // a block of the kernel, and the most LFs in it
	StretchSize = 2 << 10 // bytes: a multiple of BlockBytes
)

// LineEnds writes the offsets after the lines from text[at] on to ends, and returns their number
// n; see the head of this file.
func LineEnds(ends *[hier.MaxLines]int, text []byte, at int) (n int) {
	end := at + min(len(text)-at, StretchSize)&^(BlockBytes-1)
	saw("newlines", format.View(text[at:end]))
	if n = Newlines(ends, unsafe.SliceData(text), at, end); n > 0 {
		return n
	}
	ends[0] = EndOfLine(text, end)
	return 1
}

// EndOfLine returns the end of the line with text[at], its LF included.
func EndOfLine(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		saw("IndexByte", format.View(text[at:at+i+1]))
		return at + i + 1
	}
	saw("IndexByte", format.View(text[at:]))
	return len(text)
}
