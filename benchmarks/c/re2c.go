//go:build re2c && cgo

package c

// #cgo noescape re2c_one
// #cgo nocallback re2c_one
// #cgo noescape re2c_batch
// #cgo nocallback re2c_batch
// #cgo noescape re2cg_one
// #cgo nocallback re2cg_one
// #cgo noescape re2cg_batch
// #cgo nocallback re2cg_batch
// #include "re2c.h"
import "C"

import "unsafe"

// re2c is re2c with bit vectors.
func re2c() Peer {
	return present("re2c -b", C.GoString(C.re2c_version()), rfc3987,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2c_batch(l, verdicts) },
		func(s string) bool {
			return C.re2c_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}

// re2cg is re2c with bit vectors and computed gotos, which are faster on some machines.
func re2cg() Peer {
	return present("re2c -g", C.GoString(C.re2cg_version()), rfc3987,
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2cg_batch(l, verdicts) },
		func(s string) bool {
			return C.re2cg_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
