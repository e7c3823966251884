//go:build re2 && cgo

package c

// #cgo LDFLAGS: -lre2
// #cgo noescape re2_one
// #cgo nocallback re2_one
// #cgo noescape re2_batch
// #cgo nocallback re2_batch
// #include "re2.h"
import "C"

import (
	"unsafe"

	"github.com/irilex/iri/benchmarks/measure"
)

func init() { linked["RE2"] = re2 }

func re2() *Linked {
	s, err := measure.IsIRI.Expression()
	if err != nil {
		panic(err)
	}
	if err := C.re2_compile((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))); err != nil {
		panic("RE2 does not take the expression: " + C.GoString(err))
	}
	return present(C.GoString(C.re2_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.re2_batch(l, verdicts) },
		func(s string) bool {
			return C.re2_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
