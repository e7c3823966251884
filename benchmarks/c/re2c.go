//go:build re2c && cgo

package c

// #cgo noescape re2c_one
// #cgo nocallback re2c_one
// #cgo noescape re2c_batch
// #cgo nocallback re2c_batch
// #include "re2c.h"
import "C"

import "unsafe"

func re2c() Peer {
	return present("re2c", C.GoString(C.re2c_version()), rfc3987,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2c_batch(l, verdicts) },
		func(s string) bool {
			return C.re2c_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
