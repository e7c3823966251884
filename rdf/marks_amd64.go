//go:build amd64 && gc && !purego

package rdf

import (
	"unsafe"

	"github.com/irilex/iri/internal/cpu"
)

// level is the level of instructions of the processor, read once. Only tests write to it.
var level = cpu.Level()

// markBlocks writes the offsets of the marks in the stretch of text at from, of size bytes, both
// multiples of blockBytes. It returns their number, and whether the stretch is UTF-8. The kernel
// also reads the 32 bytes before the stretch, because a sequence may begin there. A sequence that
// goes on after the stretch is no mistake. Without AVX2, utf8 is false.
func markBlocks(to *offsets, text []byte, from, size int) (n int, utf8 bool) {
	if level == cpu.Plain {
		return markBytes(to, 0, text[:from+size], from), false
	}
	if size == 0 {
		return 0, true
	}
	return markAVX2(to, unsafe.SliceData(text), from, size)
}

// markAVX2 is markBlocks with AVX2. It requires a size over 0.
//
//go:noescape
func markAVX2(to *offsets, text *byte, from, size int) (n int, utf8 bool)
