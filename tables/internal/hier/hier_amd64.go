//go:build amd64 && gc && !purego

package hier

import "github.com/irilex/iri/internal/cpu"

// SIMD reports whether this build contains kernels.
const SIMD = true

// CPU is the instruction level of the processor, read once. Only tests write to it.
var CPU = cpu.Level()

// InShape compares the n bytes at s with a shape. regions is the section of a table that defines
// the shape. It returns InLanguage for a string that has the shape, and is therefore a member;
// NotInLanguage for a string that cannot be a member; and otherwise Unknown. CPU must not be Plain.
// If the string has the shape and ends is not nil, InShape stores in *ends the offsets at which the
// scheme (including its colon), the authority, the path and the query end. For a string of more
// than 64 bytes it stores only the first two offsets, even if the string does not have the shape.
// The result is always Unknown for a string of fewer than four bytes, for a string whose authority
// extends beyond the first 64 bytes, and, with AVX2, for a string whose scheme is longer than 32
// bytes. The parameter after is the number of bytes beyond the end of s that InShape may read.
//
//go:noescape
func InShape(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

// InShapes calls InShape for every line of s. For each line, it stores in Valid whether the verdict
// is InLanguage. It writes the numbers of the lines whose verdict is Unknown to Picked, and returns
// how many there are. It requires N+1 Starts in ascending order, none greater than size, the length
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
