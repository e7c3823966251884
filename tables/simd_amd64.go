//go:build amd64 && gc && !purego

package tables

const simd = true

// cpu is what the processor can do, read once: the only variable of this package.
var cpu = features(cpuid, xgetbv)

// The sets of instructions that kernels are written in, each with those before it.
const (
	plainCPU  = iota
	avx2CPU   // AVX2, BMI1, BMI2 and POPCNT
	avx512CPU // AVX-512 F, BW and VBMI
)

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns what registers the operating system saves.
func xgetbv() (low uint32)

// features returns the best set of instructions that the processor has and whose registers the
// operating system saves (Intel's manual, volume 1, sections 14.3 and 15.2 to 15.4). It depends
// on nothing but what the two functions return. XGETBV faults without OSXSAVE, so it comes after it.
func features(cpuid func(leaf, sub uint32) (a, b, c, d uint32), xgetbv func() uint32) uint8 {
	const (
		popcnt, osxsave, avx = 1 << 23, 1 << 27, 1 << 28 // leaf 1, ECX
		bmi1, avx2, bmi2     = 1 << 3, 1 << 5, 1 << 8    // leaf 7, EBX
		avx512f, avx512bw    = 1 << 16, 1 << 30          // leaf 7, EBX
		avx512vbmi           = 1 << 1                    // leaf 7, ECX
		sse, ymm, mask512s   = 1 << 1, 1 << 2, 7 << 5    // XCR0

		want1, wantAVX2, want512 = popcnt | osxsave | avx, bmi1 | avx2 | bmi2, avx512f | avx512bw
		saveAVX2, save512        = sse | ymm, sse | ymm | mask512s
	)
	if leaves, _, _, _ := cpuid(0, 0); leaves < 7 {
		return plainCPU
	}
	if _, _, c, _ := cpuid(1, 0); c&want1 != want1 {
		return plainCPU
	}
	saved := xgetbv()
	_, b, c, _ := cpuid(7, 0)
	switch {
	case saved&saveAVX2 != saveAVX2 || b&wantAVX2 != wantAVX2:
		return plainCPU
	case saved&save512 != save512 || b&want512 != want512 || c&avx512vbmi == 0:
		return avx2CPU
	}
	return avx512CPU
}

// inShape says whether the n bytes at s are of the shape that regions, the section of a
// table, say: inLanguage, which is for sure; notInLanguage, when no member looks like that; or
// that it cannot tell. cpu must not be plainCPU. Unless x is nil it gets the extents of the
// scheme, the authority, the path, the query and the fragment when s is of the shape; of
// strings of more than 64 bytes the first two only, and these also when it is not.
// It cannot tell of strings of less than four bytes, nor of those with an authority that
// goes on behind the first 64; nor, with AVX2, of schemes of more than 32 bytes. It goes on to
// the one or the other kernel. It may read the bytes after s, as many as after says.
//
//go:noescape
func inShape(regions, s *uint8, n int, x *Extents, after int) (verdict uint8)

// inShapes calls inShape for every line of s. It writes to valid whether inShape says that the line
// is in the language, and to the first open elements of picked the lines of which inShape cannot
// tell. It requires n starts in order, and one more, that are at most size, the length of the text.
//
//go:noescape
func inShapes(s *stretch, regions, text *uint8, size int) (open int)

// The kernels of inShape.

//go:noescape
func regions512(regions, s *uint8, n int, x *Extents, after int) (verdict uint8)

//go:noescape
func regions256(regions, s *uint8, n int, x *Extents, after int) (verdict uint8)
