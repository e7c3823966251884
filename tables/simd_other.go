//go:build !amd64 || !gc || purego

package tables

// There are no kernels: strings go the way of the tables.
const (
	simd      = false
	cpu       = plainCPU
	plainCPU  = 0
	avx512CPU = 2
)

func inShape(regions, s *uint8, n int, x *Extents, after int) (verdict uint8) { return unknown }

func inShapes(s *stretch, regions, text *uint8, size int) (open int) { return 0 }
