//go:build amd64 && gc && !purego

package tables

// cpu is what the processor can do, read once: the only variable of this package.
var cpu = features()

// The sets of instructions that kernels are written in, each with those before it.
const (
	plainCPU  = iota
	avx2CPU   // AVX2, BMI1 and BMI2
	avx512CPU // AVX-512 F, BW and VBMI
)

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns what registers the operating system saves.
func xgetbv() (low uint32)

// features asks the processor and the operating system (Intel's manual, volume 1, sections 14.3 and 15.2 to 15.4).
func features() uint8 {
	const (
		osxsave, avx       = 1 << 27, 1 << 28       // leaf 1, ECX
		bmi1, avx2, bmi2   = 1 << 3, 1 << 5, 1 << 8 // leaf 7, EBX
		avx512f, avx512bw  = 1 << 16, 1 << 30       // leaf 7, EBX
		avx512vbmi         = 1 << 1                 // leaf 7, ECX
		sse, ymm, mask512s = 1 << 1, 1 << 2, 7 << 5 // XCR0

		want1, wantAVX2, want512 = osxsave | avx, bmi1 | avx2 | bmi2, avx512f | avx512bw
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

// regions512 and regions256 report whether the n bytes at s are of the shape that regions,
// the section of a table, say; false also when they cannot tell. Unless ends is nil they say
// there where the scheme (with its colon), the authority, the path and the query end; the
// latter two only when n ≤ 64. Least is 4.

//go:noescape
func regions512(regions, s *uint8, n int, ends *[4]int) bool

//go:noescape
func regions256(regions, s *uint8, n int, ends *[4]int) bool
