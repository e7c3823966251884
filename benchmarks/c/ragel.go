//go:build ragel && cgo

package c

// #cgo noescape ragel_one
// #cgo nocallback ragel_one
// #cgo noescape ragel_batch
// #cgo nocallback ragel_batch
// #include "ragel.h"
import "C"

import "unsafe"

func ragel() Peer {
	return present("ragel -G2", C.GoString(C.ragel_version()), rfc3987,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.ragel_batch(l, verdicts) },
		func(s string) bool {
			return C.ragel_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
