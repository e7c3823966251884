//go:build amd64 && gc && !purego

#include "textflag.h"
#include "go_asm.h"

// func InShape(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)
TEXT ·InShape(SB), NOSPLIT, $0-41
	CMPB ·CPU(SB), $2
	JNE  avx2
	JMP  ·Regions512(SB)
avx2:
	JMP  ·Regions256(SB)

// func InShapes(s *Batch, regions, text *uint8, size int) (open int)
//
// BX: the batch; AX: the number of the line; CX, DX: the beginning and the end of the line. The
// kernels do not preserve any register.
TEXT ·InShapes(SB), NOSPLIT, $56-40
	MOVQ regions+8(FP), AX
	MOVQ AX, 0(SP)
	XORL AX, AX
	MOVQ AX, 24(SP)
	MOVQ AX, i-8(SP)
	MOVQ AX, open+32(FP)

line:
	MOVQ s+0(FP), BX
	MOVQ i-8(SP), AX
	CMPQ AX, Batch_N(BX)
	JGE  done
	MOVQ Batch_Starts(BX)(AX*8), CX
	MOVQ (Batch_Starts+8)(BX)(AX*8), DX
	MOVQ text+16(FP), SI
	CMPB -1(SI)(DX*1), $0x0A // LF, except after the last line of a text
	JNE  ended
	DECQ DX
	CMPQ DX, CX
	JEQ  ended
	CMPB -1(SI)(DX*1), $0x0D // CR
	JNE  ended
	DECQ DX

ended:
	MOVQ size+24(FP), AX
	SUBQ DX, AX
	SUBQ CX, DX
	ADDQ CX, SI
	MOVQ SI, 8(SP)
	MOVQ DX, 16(SP)
	MOVQ AX, 32(SP)
	CALL ·InShape(SB)
	MOVQ s+0(FP), BX
	MOVQ i-8(SP), AX
	MOVQ open+32(FP), CX
	CMPB 40(SP), $1
	SETEQ Batch_Valid(BX)(AX*1)
	MOVB AX, Batch_Picked(BX)(CX*1)
	ADCQ $0, CX // the carry is set only for 0 (unknown)
	MOVQ CX, open+32(FP)
	INCQ i-8(SP)
	JMP  line

done:
	RET

// VECTOR defines a vector of 64 equal bytes. There is a vector for each bit of a class.
#define VECTOR(name, word) \
	DATA name<>+0(SB)/8, $word  \
	DATA name<>+8(SB)/8, $word  \
	DATA name<>+16(SB)/8, $word \
	DATA name<>+24(SB)/8, $word \
	DATA name<>+32(SB)/8, $word \
	DATA name<>+40(SB)/8, $word \
	DATA name<>+48(SB)/8, $word \
	DATA name<>+56(SB)/8, $word \
	GLOBL name<>(SB), RODATA|NOPTR, $64

VECTOR(bit0, 0x0101010101010101)
VECTOR(bit1, 0x0202020202020202)
VECTOR(bit2, 0x0404040404040404)
VECTOR(bit3, 0x0808080808080808)
VECTOR(bit4, 0x1010101010101010)
VECTOR(bit5, 0x2020202020202020)
VECTOR(bit6, 0x4040404040404040)
VECTOR(bit7, 0x8080808080808080)

// The delimiters of the shape; see machine.Regions.
VECTOR(slash, 0x2F2F2F2F2F2F2F2F)
VECTOR(colon, 0x3A3A3A3A3A3A3A3A)

// Offsets and flags of the regions section; see package format.
#define flags 256
#define flagRefuse 4
#define flagRelative 8
#define flagEscapes 32
#define escape 257

// Macros for the kernel body (regions_amd64.h) with 64-byte vectors. Z16 holds the bytes. Z17 holds
// the classes of bytes below 0x80, and wrong classes for other bytes, whose classes are in Z19.

// LOAD loads the bytes with a mask, and does not read past the end.
#define LOAD(masked, loaded) \
	MOVQ       $-1, BX         \
	BZHIQ      CX, BX, BX      \
	KMOVQ      BX, K1          \
	VMOVDQU8.Z (SI), K1, Z16   \
	VMOVDQU64  (DI), Z17       \
	VPERMT2B   64(DI), Z16, Z17 \
	VPANDNQ    Z17, Z16, Z18   \
	VPMOVB2M   Z18, K2         \
	KMOVQ      K2, R10         \
	ANDNQ      BX, R10, R10

// MASK computes the mask of the bytes whose class contains a bit; it is wrong for bytes above 0x7F.
// EQUAL computes the mask of the bytes equal to a given byte.
#define MASK(bit, to) \
	VPTESTMB bit, Z17, K3 \
	KMOVQ    K3, to

#define EQUAL(byte, to) \
	VPCMPEQB byte, Z16, K3 \
	KMOVQ    K3, to

// These masks are named after the bits in machine.Regions.
#define inScheme(to) MASK(bit0<>(SB), to)
#define inAuthority(to) MASK(bit1<>(SB), to)
#define inBody(to) MASK(bit2<>(SB), to)
#define inPort(to) MASK(bit3<>(SB), to)
#define hexDigit(to) MASK(bit4<>(SB), to)
#define endPath(to) MASK(bit6<>(SB), to)

// BEGINS clears Z if the class of the first byte contains a bit.
#define BEGINS(bit) \
	VMOVD X17, AX \
	TESTB $bit, AX

// NOTASCII computes the mask of the bytes above 0x7F.
#define NOTASCII(to) \
	VPMOVB2M Z16, K2 \
	KMOVQ    K2, to

// With AVX2, UNESCAPED jumps if all bytes up to 0x7F are plain and no percent-encoding continues.
// The masks that the jump avoids cost more than a misprediction with AVX2, but less with AVX-512.
#define UNESCAPED(to)

// UPPER looks up the classes of the bytes above 0x7F. UPPERMASK computes the mask of those bytes
// whose class contains a bit.
#define UPPER \
	VMOVDQU64 128(DI), Z19 \
	VPERMT2B  192(DI), Z16, Z19

#define UPPERMASK(bit, to) \
	VPTESTMB bit, Z19, K2, K3 \
	KMOVQ    K3, to

#define continues(to) UPPERMASK(bit0<>(SB), to)
#define continuesHigh(to) UPPERMASK(bit1<>(SB), to)
#define leads(to) UPPERMASK(bit2<>(SB), to)
#define leadsTwo(to) UPPERMASK(bit3<>(SB), to)
#define leadsHigh(to) UPPERMASK(bit4<>(SB), to)
#define leadsLow(to) UPPERMASK(bit5<>(SB), to)
#define leadsThree(to) UPPERMASK(bit6<>(SB), to)
#define leadsWide(to) UPPERMASK(bit7<>(SB), to)

// PREPARE loads the constants of ESCAPES and TWO.
#define PREPARE \
	VMOVDQU64    (DI), Z24        \
	VMOVDQU64    64(DI), Z25      \
	VPBROADCASTB escape(DI), Z26

// ESCAPES jumps to other unless each of the 64 bytes at SI is plain or begins a percent-encoding.
// It requires PREPARE. It sets R12 to the bytes that begin a percent-encoding, and BX to the bytes
// that are not hex digits.
#define ESCAPES(other) \
	VMOVDQU64 (SI), Z16            \
	VMOVDQA64 Z24, Z17             \
	VPERMT2B  Z25, Z16, Z17        \
	VPANDNQ   Z17, Z16, Z18        \
	VPMOVB2M  Z18, K1              \
	VPCMPEQB  Z26, Z16, K2         \
	KORTESTQ  K1, K2               \
	JCC       other                \
	VPTESTNMB bit4<>(SB), Z17, K3  \
	KMOVQ     K2, R12              \
	KMOVQ     K3, BX

// TWO jumps to other unless the 128 bytes at SI are plain.
#define TWO(other) \
	VMOVDQU64 (SI), Z16      \
	VMOVDQU64 64(SI), Z20    \
	VMOVDQA64 Z24, Z17       \
	VMOVDQA64 Z24, Z21       \
	VPERMT2B  Z25, Z16, Z17  \
	VPERMT2B  Z25, Z20, Z21  \
	VPANDNQ   Z17, Z16, Z17  \
	VPANDNQ   Z21, Z20, Z21  \
	VPANDQ    Z17, Z21, Z17  \
	VPMOVB2M  Z17, K2        \
	KORTESTQ  K2, K2         \
	JCC       other

// Registers Z16 and above do not need a VZEROUPPER before SSE instructions.
#define LEAVE

// func Regions512(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)
TEXT ·Regions512(SB), NOSPLIT, $64-41
#include "regions_amd64.h"

#undef LOAD
#undef MASK
#undef EQUAL
#undef NOTASCII
#undef BEGINS
#undef UNESCAPED
#undef UPPER
#undef UPPERMASK
#undef PREPARE
#undef ESCAPES
#undef TWO
#undef LEAVE
#undef inScheme
#undef inAuthority
#undef inBody
#undef inPort
#undef hexDigit
#undef endPath
#undef continues
#undef continuesHigh
#undef leads
#undef leadsTwo
#undef leadsHigh
#undef leadsLow
#undef leadsThree
#undef leadsWide

// The same macros for two 32-byte vectors, in Y0 and Y1. A set is a 16-byte table: the lower four
// bits of a byte select an entry, which has a bit for each value of the upper four bits. Y2 and Y3
// hold, for each byte, the bit that its upper four bits select.

// Sliding masks: window is 16 double words of ones followed by 16 of zeros; double is one double
// word of ones between zeros.
DATA window<>+0(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+8(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+16(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+24(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+32(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+40(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+48(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+56(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA window<>+64(SB)/8, $0
DATA window<>+72(SB)/8, $0
DATA window<>+80(SB)/8, $0
DATA window<>+88(SB)/8, $0
DATA window<>+96(SB)/8, $0
DATA window<>+104(SB)/8, $0
DATA window<>+112(SB)/8, $0
DATA window<>+120(SB)/8, $0
GLOBL window<>(SB), RODATA|NOPTR, $128
DATA double<>+0(SB)/8, $0
DATA double<>+8(SB)/8, $0
DATA double<>+16(SB)/8, $0
DATA double<>+24(SB)/8, $0
DATA double<>+32(SB)/8, $0
DATA double<>+40(SB)/8, $0
DATA double<>+48(SB)/8, $0
DATA double<>+56(SB)/8, $0
DATA double<>+64(SB)/8, $0x00000000FFFFFFFF
DATA double<>+72(SB)/8, $0
DATA double<>+80(SB)/8, $0
DATA double<>+88(SB)/8, $0
DATA double<>+96(SB)/8, $0
DATA double<>+104(SB)/8, $0
DATA double<>+112(SB)/8, $0
DATA double<>+120(SB)/8, $0
GLOBL double<>(SB), RODATA|NOPTR, $128

VECTOR(nibble, 0x0F0F0F0F0F0F0F0F)
VECTOR(bitOf, 0x8040201008040201)

// At least one byte of the string remains. So if 63 bytes after the string may be read, LOAD reads
// 64 bytes at SI and zeroes the bytes after the end. Otherwise it loads the complete double words
// with a mask, and the remaining bytes, at most three, from the last four bytes, so it does not
// read outside the string.
#define LOAD(masked, loaded) \
	CMPQ         after+32(FP), $63     \
	JLT          masked                \
	LEAQ         window<>+64(SB), R11  \
	SUBQ         CX, R11               \
	VMOVDQU      (SI), Y0              \
	VMOVDQU      32(SI), Y1            \
	VPAND        (R11), Y0, Y0         \
	VPAND        32(R11), Y1, Y1       \
	JMP          loaded                \
masked: \
	MOVQ         CX, AX                \
	ANDQ         $-4, AX               \
	LEAQ         window<>+64(SB), R11  \
	LEAQ         double<>+64(SB), BX   \
	SUBQ         AX, R11               \
	SUBQ         AX, BX                \
	VMOVDQU      (R11), Y4             \
	VMOVDQU      32(R11), Y5           \
	VPMASKMOVD   (SI), Y4, Y0          \
	VPMASKMOVD   32(SI), Y5, Y1        \
	MOVL         -4(SI)(CX*1), AX      \
	MOVL         CX, R11               \
	NOTL         R11                   \
	ANDL         $3, R11               \
	SHLL         $3, R11               \
	SHRL         $8, AX                \
	SHRXL        R11, AX, AX           \
	VMOVD        AX, X6                \
	VPBROADCASTD X6, Y6                \
	VPAND        (BX), Y6, Y7          \
	VPAND        32(BX), Y6, Y6        \
	VPOR         Y7, Y0, Y0            \
	VPOR         Y6, Y1, Y1            \
loaded: \
	VMOVDQU      bitOf<>(SB), Y6       \
	VPSRLW       $4, Y0, Y2            \
	VPSRLW       $4, Y1, Y3            \
	VPAND        nibble<>(SB), Y2, Y2  \
	VPAND        nibble<>(SB), Y3, Y3  \
	VPSHUFB      Y2, Y6, Y2            \
	VPSHUFB      Y3, Y6, Y3            \
	MASK(384, R10)                     \
	MOVQ         $-1, BX               \
	BZHIQ        CX, BX, BX            \
	ANDNQ        BX, R10, R10

// SETMASK computes the mask of the bytes in the set at an offset of the regions. a and b hold the
// bytes; their lower four bits select an entry, and a byte with bit 7 set is not in any set.
#define SETMASK(set, a, b, to) \
	VBROADCASTI128 set(DI), Y8 \
	VPSHUFB        a, Y8, Y9   \
	VPSHUFB        b, Y8, Y10  \
	VPAND          Y2, Y9, Y9  \
	VPAND          Y3, Y10, Y10 \
	VPCMPEQB       Y2, Y9, Y9  \
	VPCMPEQB       Y3, Y10, Y10 \
	VPMOVMSKB      Y9, to      \
	VPMOVMSKB      Y10, R11    \
	SHLQ           $32, R11    \
	ORQ            R11, to

#define MASK(set, to) SETMASK(set, Y0, Y1, to)
#define EQUAL(byte, to) \
	VMOVDQU   byte, Y8     \
	VPCMPEQB  Y8, Y0, Y9   \
	VPCMPEQB  Y8, Y1, Y10  \
	VPMOVMSKB Y9, to       \
	VPMOVMSKB Y10, R11     \
	SHLQ      $32, R11     \
	ORQ       R11, to


// This mask is 32 bits wide, so a string with a longer scheme is unknown.
#define inScheme(to) \
	VBROADCASTI128 272(DI), Y8 \
	VPSHUFB        Y0, Y8, Y9  \
	VPAND          Y2, Y9, Y9  \
	VPCMPEQB       Y2, Y9, Y9  \
	VPMOVMSKB      Y9, to
#define inAuthority(to) MASK(288, to)
#define inBody(to) MASK(304, to)
#define inPort(to) MASK(320, to)
#define hexDigit(to) MASK(336, to)
#define endPath(to) MASK(368, to)

#define BEGINS(bit) \
	MOVBLZX (SI), AX  \
	ANDL    $0x7F, AX \
	TESTB   $bit, (DI)(AX*1)

#define NOTASCII(to) \
	VPMOVMSKB Y0, to  \
	VPMOVMSKB Y1, R11 \
	SHLQ      $32, R11 \
	ORQ       R11, to

#define UNESCAPED(to) \
	MOVQ escaped-8(SP), AX \
	ORQ  R10, AX           \
	JZ   to

#define UPPER \
	VPXOR bit7<>(SB), Y0, Y14 \
	VPXOR bit7<>(SB), Y1, Y15

#define UPPERMASK(set, to) SETMASK(set, Y14, Y15, to)

// SHIFTED computes the mask of one bit in each byte, the given number of bits below the highest.
#define SHIFTED(bits, low, to) \
	VPSLLW    $bits, Y0, Y9  \
	VPSLLW    $bits, Y1, Y10 \
	VPMOVMSKB Y9, low        \
	VPMOVMSKB Y10, to        \
	SHLQ      $32, to        \
	ORQ       low, to

// Continuation bytes are 10xxxxxx; the high ones are 101xxxxx. In BX, leads of three-byte sequences
// are 1110xxxx and the others are 110xxxxx. The operand of continuesHigh is the mask of continues.
#define continues(to) \
	SHIFTED(1, R11, to) \
	ANDNQ R8, to, to
#define leadsTwo(to) \
	SHIFTED(2, R11, to)   \
	MOVQ to, third-72(SP) \
	ANDQ BX, to
#define continuesHigh(to) ANDQ third-72(SP), to
#define leads(to) UPPERMASK(432, to)
#define leadsHigh(to) UPPERMASK(464, to)
#define leadsLow(to) UPPERMASK(480, to)
#define leadsThree(to) UPPERMASK(496, to)
#define leadsWide(to) UPPERMASK(512, to)

#define PREPARE \
	VBROADCASTI128 384(DI), Y11     \
	VMOVDQU        bitOf<>(SB), Y12 \
	VMOVDQU        nibble<>(SB), Y13

#define ESCAPES(other) \
	VMOVDQU      (SI), Y0       \
	VMOVDQU      32(SI), Y1     \
	VPSRLW       $4, Y0, Y2     \
	VPSRLW       $4, Y1, Y3     \
	VPAND        Y13, Y2, Y2    \
	VPAND        Y13, Y3, Y3    \
	VPSHUFB      Y2, Y12, Y2    \
	VPSHUFB      Y3, Y12, Y3    \
	MASK(384, R10)              \
	VPBROADCASTB escape(DI), Y8 \
	VPCMPEQB     Y8, Y0, Y9     \
	VPCMPEQB     Y8, Y1, Y10    \
	VPMOVMSKB    Y9, R12        \
	VPMOVMSKB    Y10, R11       \
	SHLQ         $32, R11       \
	ORQ          R11, R12       \
	ORQ          R12, R10       \
	CMPQ         R10, $-1       \
	JNE          other          \
	hexDigit(BX)                \
	NOTQ         BX

// LOOKUP leaves a zero in z for every byte that is not plain.
#define LOOKUP(at, y, z) \
	VMOVDQU at(SI), y    \
	VPSRLW  $4, y, z     \
	VPAND   Y13, z, z    \
	VPSHUFB y, Y11, y    \
	VPSHUFB z, Y12, z    \
	VPAND   y, z, z

#define TWO(other) \
	LOOKUP(0, Y0, Y4)      \
	LOOKUP(32, Y1, Y5)     \
	LOOKUP(64, Y2, Y6)     \
	LOOKUP(96, Y3, Y7)     \
	VPXOR    Y0, Y0, Y0    \
	VPMINUB  Y4, Y5, Y4    \
	VPMINUB  Y6, Y7, Y6    \
	VPMINUB  Y4, Y6, Y4    \
	VPCMPEQB Y0, Y4, Y4    \
	VPTEST   Y4, Y4        \
	JNZ      other

#define LEAVE VZEROUPPER

// func Regions256(regions, s *uint8, n int, ends *[4]int, after int) (verdict uint8)
TEXT ·Regions256(SB), NOSPLIT, $72-41
#include "regions_amd64.h"
