//go:build uriparser && cgo

package c

// #cgo LDFLAGS: -luriparser
// #cgo noescape uriparser_says
// #cgo nocallback uriparser_says
// #cgo noescape uriparser_one
// #cgo nocallback uriparser_one
// #cgo noescape uriparser_batch
// #cgo nocallback uriparser_batch
// #include "uriparser.h"
import "C"

import "unsafe"

func init() { linked["uriparser"] = uriparser }

func uriparser() *Linked {
	p := present(C.GoString(C.uriparser_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.uriparser_batch(l, verdicts) },
		func(s string) bool {
			return C.uriparser_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
	p.Says = func(s string) Says {
		return says(s, C.uriparser_says((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))))
	}
	return p
}
