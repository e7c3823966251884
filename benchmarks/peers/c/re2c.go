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

func init() { linked["re2c -b"], linked["re2c -g"] = re2c, re2cg }

// re2c returns the peer that re2c generates with bit vectors (option -b).
func re2c() *Linked {
	return present(C.GoString(C.re2c_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2c_batch(l, verdicts) },
		func(s string) bool {
			return C.re2c_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}

// re2cg returns the peer that re2c generates with bit vectors and computed gotos (options -b and
// -g). On some machines it is faster than re2c.
func re2cg() *Linked {
	return present(C.GoString(C.re2cg_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2cg_batch(l, verdicts) },
		func(s string) bool {
			return C.re2cg_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
