//go:build cgo && (ported || re2c || ragel || uriparser || re2 || boosturl || hyperscan)

package c

// #cgo CFLAGS: -O3 -DNDEBUG
// #cgo CXXFLAGS: -O3 -DNDEBUG
// #include "lines.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// padding is the number of zero bytes after the last line, for peers that read ahead.
const padding = 64

// load copies lines to C memory, each followed by a NUL: line i is text[ends[i-1]:ends[i]]. The
// function free releases this memory.
func load(text []byte, ends []int32) (l C.struct_lines) {
	size := len(text) + len(ends) + padding
	l.text = (*C.uchar)(C.calloc(C.size_t(size), 1))
	l.ends = (*C.uint32_t)(C.calloc(C.size_t(len(ends)+1), 4))
	if l.text == nil || l.ends == nil {
		panic(fmt.Sprintf("no memory for %d bytes of lines", size))
	}
	l.count = C.size_t(len(ends))
	texts, lineEnds := unsafe.Slice((*byte)(l.text), size), unsafe.Slice((*uint32)(l.ends), len(ends))
	begin, at := int32(0), 0
	for i, end := range ends {
		at += copy(texts[at:], text[begin:end])
		lineEnds[i] = uint32(at)
		at++ // the NUL
		begin = end
	}
	return l
}

func free(l C.struct_lines) {
	C.free(unsafe.Pointer(l.text))
	C.free(unsafe.Pointer(l.ends))
}

// present returns a linked peer. batch writes the verdicts for all lines in C memory, and one
// reports whether the peer accepts a single string.
func present(version string, batch func(C.struct_lines, *C.uint8_t), one func(string) bool) *Linked {
	var l C.struct_lines
	return &Linked{
		Version: version,
		One:     one,
		Load: func(text []byte, ends []int32) {
			free(l)
			l = load(text, ends)
		},
		Run: func(verdicts []byte) {
			if len(verdicts) != int(l.count) {
				panic(fmt.Sprintf("%d verdicts for %d lines: there must be as many", len(verdicts), l.count))
			}
			batch(l, (*C.uint8_t)(unsafe.SliceData(verdicts)))
		},
	}
}

func says(s string, c C.struct_says) Says {
	return Says{Accepted: c.accepted != 0, HasHost: c.has_host != 0, Host: s[c.start : c.start+c.length]}
}
