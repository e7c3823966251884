//go:build boosturl && cgo

package c

// #cgo LDFLAGS: -lboost_url
// #cgo noescape boosturl_says
// #cgo nocallback boosturl_says
// #cgo noescape boosturl_one
// #cgo nocallback boosturl_one
// #cgo noescape boosturl_batch
// #cgo nocallback boosturl_batch
// #include "boosturl.h"
import "C"

import "unsafe"

func init() { linked["Boost.URL"] = boosturl }

func boosturl() *Linked {
	p := present(C.GoString(C.boosturl_version()),
		func(l C.struct_lines, verdicts *C.uint8_t) { C.boosturl_batch(l, verdicts) },
		func(s string) bool {
			return C.boosturl_one((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))) != 0
		})
	p.Says = func(s string) Says {
		return says(s, C.boosturl_says((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))))
	}
	return p
}
