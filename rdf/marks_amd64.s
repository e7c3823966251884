//go:build amd64 && gc && !purego

#include "textflag.h"

// The kernel compares a byte with the mark of its low half in this table. The backslash has the low
// half of "<", and is compared by itself. The entry of a low half without a mark is a byte with
// another low half. A byte over 7F selects 0. So both comparisons fail.
DATA marks<>+0(SB)/8, $0xFFFFFFFFFF22FFFF
DATA marks<>+8(SB)/8, $0x003E0D3CFF0AFFFF
GLOBL marks<>(SB), RODATA|NOPTR, $16

// These tables find wrong pairs of bytes (Keiser and Lemire, Validating UTF-8 in less than one
// instruction per byte, 2021). The high half of the first byte selects from high, its
// low half from low, and the high half of the second byte from after. A bit set in all three is a
// mistake:
//
//	01 a lead byte without a continuation byte  10 a surrogate
//	02 a continuation byte after ASCII          20 two bytes for ASCII (C0, C1)
//	04 an overlong form of three bytes          40 F0, or F5 to FF, before 80 to 8F
//	08 F4 to FF before 90 to BF                 80 two continuation bytes
//
// The bit 80 is no mistake at the third and the fourth byte of a sequence.
DATA high<>+0(SB)/8, $0x0202020202020202
DATA high<>+8(SB)/8, $0x4915012180808080
GLOBL high<>(SB), RODATA|NOPTR, $16
DATA low<>+0(SB)/8, $0xCBCBCB8B8383A3E7
DATA low<>+8(SB)/8, $0xCBCBDBCBCBCBCBCB
GLOBL low<>(SB), RODATA|NOPTR, $16
DATA after<>+0(SB)/8, $0x0101010101010101
DATA after<>+8(SB)/8, $0x01010101BABAAEE6
GLOBL after<>(SB), RODATA|NOPTR, $16

// EACH sets all bytes of y to byte. x is the low half of y.
#define EACH(byte, x, y) \
	MOVL $(byte*0x01010101), AX \
	VMOVD AX, x \
	VPBROADCASTD x, y

// CHECK adds the mistakes in the 32 bytes of now to Y15. before has the 32 bytes before them. First
// Y6 gets the mistakes of each byte of now and the byte before it. Then Y5 gets the bit 80 for each
// byte with E0 or more two bytes before it, or F0 or more three bytes before it. There two
// continuation bytes must stand. VPXOR clears the bit 80 where both have it; a bit left is a
// mistake.
#define CHECK(before, now) \
	VPERM2I128 $0x21, now, before, Y4 \
	VPALIGNR $15, Y4, now, Y5 \
	VPSRLW $4, Y5, Y6 \
	VPAND Y11, Y6, Y6 \
	VPSHUFB Y6, Y8, Y6 \
	VPAND Y11, Y5, Y5 \
	VPSHUFB Y5, Y9, Y5 \
	VPAND Y5, Y6, Y6 \
	VPSRLW $4, now, Y5 \
	VPAND Y11, Y5, Y5 \
	VPSHUFB Y5, Y10, Y5 \
	VPAND Y5, Y6, Y6 \
	VPALIGNR $14, Y4, now, Y5 \
	VPSUBUSB Y12, Y5, Y5 \
	VPALIGNR $13, Y4, now, Y4 \
	VPSUBUSB Y13, Y4, Y4 \
	VPOR Y4, Y5, Y5 \
	VPAND Y14, Y5, Y5 \
	VPXOR Y5, Y6, Y6 \
	VPOR Y6, Y15, Y15

// STORE stores the offset of the lowest mark in R8, and clears its bit. If R8 is 0, the stored
// number has no meaning.
#define STORE(to) \
	TZCNTQ R8, R9 \
	ADDL DX, R9 \
	MOVL R9, to \
	BLSRQ R8, R8

// func markAVX2(to *offsets, text *byte, from, size int) (n int, utf8 bool)
//
// DI: the next element of to; SI: the text; DX: the offset of a block; CX: the end of the blocks;
// R8: the marks of a block; R10: the element after the last of them; Y7: the 32 bytes before the
// block; Y15: the mistakes.
//
// Six offsets are stored without a test of their number, and only further ones need a loop. The
// elements before a block are at most its offset in the chunk, so no element after the chunk's
// size is written. If a block and the 32 bytes before it are ASCII, it has no mistake.
TEXT ·markAVX2(SB), NOSPLIT, $0-41
	MOVQ to+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ from+16(FP), DX
	MOVQ size+24(FP), CX
	ADDQ DX, CX
	VBROADCASTI128 marks<>(SB), Y0
	EACH(0x5C, X1, Y1)
	VBROADCASTI128 high<>(SB), Y8
	VBROADCASTI128 low<>(SB), Y9
	VBROADCASTI128 after<>(SB), Y10
	EACH(0x0F, X11, Y11)
	EACH(0x60, X12, Y12)
	EACH(0x70, X13, Y13)
	EACH(0x80, X14, Y14)
	VPXOR Y15, Y15, Y15
	VPXOR Y7, Y7, Y7
	TESTQ DX, DX
	JZ block
	VMOVDQU -32(SI)(DX*1), Y7

block:
	VMOVDQU (SI)(DX*1), Y2
	VMOVDQU 32(SI)(DX*1), Y3
	VPSHUFB Y2, Y0, Y4
	VPCMPEQB Y2, Y4, Y4
	VPCMPEQB Y2, Y1, Y5
	VPOR Y4, Y5, Y4
	VPMOVMSKB Y4, R8
	VPSHUFB Y3, Y0, Y4
	VPCMPEQB Y3, Y4, Y4
	VPCMPEQB Y3, Y1, Y5
	VPOR Y4, Y5, Y4
	VPMOVMSKB Y4, R9
	SHLQ $32, R9
	ORQ R9, R8
	POPCNTQ R8, AX
	LEAQ (DI)(AX*4), R10
	STORE(0(DI))
	STORE(4(DI))
	STORE(8(DI))
	STORE(12(DI))
	STORE(16(DI))
	STORE(20(DI))
	TESTQ R8, R8
	JZ stored

more:
	STORE(24(DI))
	ADDQ $4, DI
	TESTQ R8, R8
	JNZ more

stored:
	MOVQ R10, DI
	VPOR Y2, Y3, Y4
	VPOR Y7, Y4, Y4
	VPTEST Y14, Y4
	JZ next
	CHECK(Y7, Y2)
	CHECK(Y2, Y3)

next:
	VMOVDQA Y3, Y7
	ADDQ $64, DX
	CMPQ DX, CX
	JLT block
	SUBQ to+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, n+32(FP)
	VPTEST Y15, Y15
	SETEQ utf8+40(FP)
	VZEROUPPER
	RET
