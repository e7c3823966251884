//go:build ported && cgo

package c

// #cgo noescape ported_one
// #cgo nocallback ported_one
// #cgo noescape ported_batch
// #cgo nocallback ported_batch
// #cgo noescape plain_one
// #cgo nocallback plain_one
// #cgo noescape plain_batch
// #cgo nocallback plain_batch
// #include "ported.h"
import "C"

import "unsafe"

func init() { linked["abnf gen --lang c"], linked["abnf gen --lang c, without SIMD"] = ported, plain }

// ported returns the peer that "abnf gen" generates, with the region kernel for the processor.
func ported() *Linked {
	return present(thisVersion,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.ported_batch(l, verdicts) },
		func(s string) bool {
			return C.ported_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}

// plain returns the same peer without region kernels, as on processors without one.
func plain() *Linked {
	return present(thisVersion,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.plain_batch(l, verdicts) },
		func(s string) bool {
			return C.plain_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}

// thisVersion is the version of peers from this repository.
const thisVersion = "this one"
