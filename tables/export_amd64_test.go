//go:build amd64 && gc && !purego

package tables

import "unsafe"

// A RegionKernel says whether s is of the shape, for sure, and where its components end.
type RegionKernel struct {
	Name  string
	Least int // length of s
	Valid func(section, s string) bool
	Split func(section, s string) (ends [4]int, ok bool)
}

// RegionKernels are the kernels that this processor can run.
func RegionKernels() (kernels []RegionKernel) {
	if cpu >= avx512CPU {
		kernels = append(kernels, RegionKernel{"AVX-512", 4, func(section, s string) bool {
			return regions512(unsafe.StringData(section), unsafe.StringData(s), len(s), nil)
		}, func(section, s string) (ends [4]int, ok bool) {
			ok = regions512(unsafe.StringData(section), unsafe.StringData(s), len(s), &ends)
			return ends, ok
		}})
	}
	if cpu >= avx2CPU {
		kernels = append(kernels, RegionKernel{"AVX2", 4, func(section, s string) bool {
			return regions256(unsafe.StringData(section), unsafe.StringData(s), len(s), nil)
		}, func(section, s string) (ends [4]int, ok bool) {
			ok = regions256(unsafe.StringData(section), unsafe.StringData(s), len(s), &ends)
			return ends, ok
		}})
	}
	return kernels
}
