//go:build amd64 && gc && !purego

package tables

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/hier"
)

// A RegionKernel decides whether s is certain to have the shape, and finds the ends of its
// components.
type RegionKernel struct {
	Name   string
	Least  int // minimum length of s in bytes
	Scheme int // maximum length of a scheme and its colon in bytes
	Valid  func(section, s string) uint8
	Split  func(section, s string) (x Extents, verdict uint8)
	After  func(section, s string, after int) (x Extents, verdict uint8) // like Split, with readable bytes after s
}

type kernel func(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

func newRegionKernel(name string, scheme int, f kernel) RegionKernel {
	after := func(section, s string, after int) (x Extents, verdict uint8) {
		var ends [4]int
		verdict = f(unsafe.StringData(section), unsafe.StringData(s), len(s), &ends, after)
		x[0], x[1] = ends[0], ends[1]-ends[0]
		if len(s) <= 64 && verdict == hier.InLanguage {
			x[2], x[3], x[4] = ends[2]-ends[1], ends[3]-ends[2], len(s)-ends[3]
		}
		return x, verdict
	}
	return RegionKernel{name, 4, scheme, func(section, s string) uint8 {
		return f(unsafe.StringData(section), unsafe.StringData(s), len(s), nil, 0)
	}, func(section, s string) (x Extents, verdict uint8) { return after(section, s, 0) }, after}
}

// RegionKernels returns the kernels for this processor.
func RegionKernels() (kernels []RegionKernel) {
	if hier.CPU >= hier.AVX512 {
		kernels = append(kernels, newRegionKernel("AVX-512", 64, hier.Regions512))
	}
	if hier.CPU >= hier.AVX2 {
		kernels = append(kernels, newRegionKernel("AVX2", 33, hier.Regions256))
	}
	return kernels
}

// Newlines is the newline kernel, or nil if the processor cannot run it.
func Newlines() func(ends *[hier.MaxLines]int, text *byte, from, to int) (n int) {
	if hier.CPU < hier.AVX2 {
		return nil
	}
	return engine.Newlines
}

// OnEveryCPU calls f once for each instruction level that this processor supports, as if it were
// the highest. No other goroutine may use rules during the calls.
func OnEveryCPU(f func(name string)) {
	have := hier.CPU
	defer func() { hier.CPU = have }()
	for hier.CPU = have; ; hier.CPU-- {
		f([]string{"tables", "AVX2", "AVX-512"}[hier.CPU])
		if hier.CPU == hier.Plain {
			return
		}
	}
}
