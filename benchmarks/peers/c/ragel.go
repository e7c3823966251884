//go:build ragel && cgo

package c

// #cgo noescape ragel_one
// #cgo nocallback ragel_one
// #cgo noescape ragel_batch
// #cgo nocallback ragel_batch
// #include "ragel.h"
import "C"

import "unsafe"

func init() { linked["ragel -G2"] = ragel }

func ragel() *Linked {
	return present(C.GoString(C.ragel_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.ragel_batch(l, verdicts) },
		func(s string) bool {
			return C.ragel_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
