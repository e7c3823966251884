//go:build amd64 && gc && !purego

package rdf

import (
	"unsafe"

	"github.com/irilex/iri/internal/cpu"
)

// level is the processor's instruction level, which is detected once. Only tests write to it.
var level = cpu.Level()

// markBlocks writes the offsets of the marks in text[from:from+size], where from and size are
// multiples of blockBytes. It returns the number of marks and whether the chunk is UTF-8. The
// kernel also reads the 32 bytes before the chunk, because a sequence may begin there. A sequence
// that continues after the chunk is not an error. Without AVX2, utf8 is false.
func markBlocks(to *offsets, text []byte, from, size int) (n int, utf8 bool) {
	if level == cpu.Plain {
		return markBytes(to, 0, text[:from+size], from), false
	}
	if size == 0 {
		return 0, true
	}
	return markAVX2(to, unsafe.SliceData(text), from, size)
}

// markAVX2 is markBlocks with AVX2. Requires: size > 0.
//
//go:noescape
func markAVX2(to *offsets, text *byte, from, size int) (n int, utf8 bool)
