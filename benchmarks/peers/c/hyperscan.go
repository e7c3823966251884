//go:build hyperscan && cgo

package c

// #cgo LDFLAGS: -lhs
// #cgo noescape hyperscan_one
// #cgo nocallback hyperscan_one
// #cgo noescape hyperscan_batch
// #cgo nocallback hyperscan_batch
// #include "hyperscan.h"
import "C"

import (
	"unsafe"

	"github.com/irilex/iri/benchmarks/measure"
)

func init() { linked["Hyperscan"] = hyperscan }

func hyperscan() *Linked {
	s, err := measure.IsIRI.Expression()
	if err != nil {
		panic(err)
	}
	pattern := C.CString(s)
	defer C.free(unsafe.Pointer(pattern))
	if err := C.hyperscan_compile(pattern); err != nil {
		panic("Hyperscan does not take the expression: " + C.GoString(err))
	}
	return present(C.GoString(C.hyperscan_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.hyperscan_batch(l, verdicts) },
		func(s string) bool {
			return C.hyperscan_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
}
