//go:build !amd64 || !gc || purego

package hier

// SIMD reports whether this build contains kernels.
const SIMD = false

// CPU is the instruction level.
const CPU = Plain

// InShape returns Unknown for every string.
func InShape(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8) { return Unknown }

// InShapes is never called.
func InShapes(s *Batch, regions, text *uint8, size int) (open int) { return 0 }
