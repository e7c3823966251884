//go:build amd64 && gc && !purego

package cpu

// Level returns the instruction level of the processor.
func Level() uint8 { return features(cpuid, xgetbv) }

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns the low half of XCR0, a mask of the registers that the operating system saves.
func xgetbv() (low uint32)

// features returns the highest instruction level that the processor supports and whose registers
// the operating system saves (Intel's manual, volume 1, sections 14.3 and 15.2 to 15.4). It tests
// OSXSAVE before it calls xgetbv, because XGETBV faults without OSXSAVE.
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
