//go:build amd64 && gc && !purego

package hier

// SIMD is whether there are kernels.
const SIMD = true

// CPU is the level of instructions of the processor, read once. Only tests write to it.
var CPU = features(cpuid, xgetbv)

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns what registers the operating system saves.
func xgetbv() (low uint32)

// features returns the best set of instructions that the processor has and whose registers the
// operating system saves (Intel's manual, volume 1, sections 14.3 and 15.2 to 15.4). It depends on
// nothing but what the two functions return. XGETBV faults without OSXSAVE, so it comes after it.
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
		return Plain
	}
	if _, _, c, _ := cpuid(1, 0); c&want1 != want1 {
		return Plain
	}
	saved := xgetbv()
	_, b, c, _ := cpuid(7, 0)
	switch {
	case saved&saveAVX2 != saveAVX2 || b&wantAVX2 != wantAVX2:
		return Plain
	case saved&save512 != save512 || b&want512 != want512 || c&avx512vbmi == 0:
		return AVX2
	}
	return AVX512
}

// InShape returns whether the n bytes at s are of the shape that regions, the section of a table,
// describe: InLanguage if they are, so that s is a member; NotInLanguage if no member has their
// form; else Unknown. CPU must not be Plain. Unless ends is nil it gets the offsets
// after the scheme with its colon, the authority, the path and the query of a string of the shape;
// of strings of more than 64 bytes the first two only, and then also if the string is not of the
// shape.
// Unknown are strings of less than four bytes, those with an authority that goes on after the first
// 64 bytes, and, with AVX2, those with a scheme of more than 32 bytes. InShape may read the bytes
// after s, as many as after says.
//
//go:noescape
func InShape(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

// InShapes calls InShape for every line of s. It writes to Valid whether the verdict is InLanguage,
// and to the first open elements of Picked the numbers of the lines whose verdict is Unknown. It
// requires N+1 Starts in order that are at most size, the length of the text in bytes.
//
//go:noescape
func InShapes(s *Stretch, regions, text *uint8, size int) (open int)

// Regions512 is InShape with AVX-512.
//
//go:noescape
func Regions512(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)

// Regions256 is InShape with AVX2.
//
//go:noescape
func Regions256(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)
