//go:build amd64 && gc && !purego

package hier

import "github.com/irilex/iri/internal/cpu"

// SIMD reports whether there are kernels.
const SIMD = true

// CPU is the instruction level of the processor, read once. Only tests write to it.
var CPU = cpu.Level()

// InShape compares the n bytes at s with the shape of regions, the section of a table. It returns
// InLanguage for a string of the shape, which is a member; NotInLanguage for a string whose form no
// member has; else Unknown. CPU must not be Plain. Unless ends is nil, InShape stores there the
// offsets after the scheme with its colon, the authority, the path and the query of a string of the
// shape. For a string of more than 64 bytes it stores only the first two, even when the string is
// not of the shape. Unknown includes strings of less than four bytes, strings whose authority
// extends beyond the first 64 bytes, and, with AVX2, strings with a scheme of more than 32 bytes.
// InShape may read up to after bytes beyond the end of s.
//
//go:noescape
func InShape(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

// InShapes calls InShape for every line of s. It sets an element of Valid if the verdict is
// InLanguage, and writes the numbers of the lines with the verdict Unknown to the first open
// elements of Picked. It requires N+1 Starts in ascending order, none greater than size, the length
// of the text in bytes.
//
//go:noescape
func InShapes(s *Batch, regions, text *uint8, size int) (open int)

// Regions512 is InShape with AVX-512.
//
//go:noescape
func Regions512(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

// Regions256 is InShape with AVX2.
//
//go:noescape
func Regions256(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)
