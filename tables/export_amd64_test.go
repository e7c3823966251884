//go:build amd64 && gc && !purego

package tables

import "unsafe"

// A RegionKernel says whether s is of the shape, for sure, and where its components end when that is asked for.
type RegionKernel struct {
	Name  string
	Least int // length of s
	Valid func(section, s string, ends *[4]int) bool
}

// RegionKernels are the kernels that this processor can run.
func RegionKernels() (kernels []RegionKernel) {
	if cpu >= avx512CPU {
		kernels = append(kernels, RegionKernel{"AVX-512", 1, func(section, s string, ends *[4]int) bool {
			return regions512(unsafe.StringData(section), unsafe.StringData(s), len(s), ends)
		}})
	}
	return kernels
}
