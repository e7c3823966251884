package engine

import (
	"bytes"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// This file finds the ends of lines.
//
// Idea. Calling [bytes.IndexByte] for every line costs more than the verdict of a region kernel: in
// addition to the call, a branch on the line's length mispredicts. The newline kernel (Newlines)
// compares a block of 64 bytes with LF at once. For each block it stores four LF offsets without
// testing how many LFs there are; only further LFs need a loop.
//
// Requires and returns. LineEnds requires AVX2 and at < len(text). The first line begins at
// text[at]. LineEnds fills ends with the offset in text after the LF of each line. It returns the
// number of these lines, at least 1. Only the last line of the text may lack an LF. The kernel
// finds the lines that end in the complete blocks of text[at:][:CallBytes], and writes only to
// ends. If these blocks contain no LF, IndexByte finds the end of one line.
//
// Cost. 16 instructions for a block and 16 for its first four LFs, together 1.5 ns for a 48-byte
// line, compared with 9.5 ns for IndexByte (Zen 5). Blocks before the first LF of a batch take 8
// instructions. The next call rereads the bytes after the last LF found, because its first line
// begins there.
//
// Rejected. A masked or overlapping read of the last block of a text: IndexByte is fast enough for
// the few lines in one block. 8-byte words for processors without AVX2: no faster than IndexByte
// for 48-byte lines, and half as fast for 4 KB lines. 16-bit offsets: they save 1 KB of stack but
// cost an addition per line.
//
// Tested against: TestLineEnds.

// Sizes of the newline kernel.
const (
	BlockBytes = 64      // bytes in a block, and the maximum number of LFs in it
	CallBytes  = 2 << 10 // the maximum number of bytes that a call to the kernel reads; a multiple of BlockBytes
)

// LineEnds finds the ends of the lines in text from offset at on. It writes the offset after each
// line to ends, and returns the number n of lines, at least 1. It reads at most CallBytes bytes,
// unless the first line is longer. See the top of this file for details.
func LineEnds(ends *[hier.MaxLines]int, text []byte, at int) (n int) {
	end := at + min(len(text)-at, CallBytes)&^(BlockBytes-1)
	saw("newlines", format.View(text[at:end]))
	if n = Newlines(ends, unsafe.SliceData(text), at, end); n > 0 {
		return n
	}
	ends[0] = EndOfLine(text, end)
	return 1
}

// EndOfLine returns the offset after the LF of the line that contains text[at], or len(text) if no
// LF follows.
func EndOfLine(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		saw("IndexByte", format.View(text[at:at+i+1]))
		return at + i + 1
	}
	saw("IndexByte", format.View(text[at:]))
	return len(text)
}
