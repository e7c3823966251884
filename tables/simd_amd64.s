//go:build amd64 && gc && !purego

#include "textflag.h"

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (low uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, low+0(FP)
	RET

// A vector of 64 times the same byte, for each bit of a class.
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

// The bits of a class, see regions.go.
#define inScheme bit0<>(SB)
#define inAuthority bit1<>(SB)
#define inBody bit2<>(SB)
#define inPort bit3<>(SB)
#define hexDigit bit4<>(SB)
#define beginScheme 0x20
#define endPath bit6<>(SB)
#define continues bit0<>(SB)
#define continuesHigh bit1<>(SB)
#define leads bit2<>(SB)
#define leadsTwo bit3<>(SB)
#define leadsHigh bit4<>(SB)
#define leadsLow bit5<>(SB)
#define flags 256

// What the masks of 64 bytes say is said in 64 bits: bit i is about byte i. R14 tells, in the
// loops, what the stack knows: bit 0, whether the slots are in use; bit 1, whether the first
// 64 bytes are behind us. The slots say what a sequence that began in the 64 bytes before
// needs in these.
//
//	escaped  bits 0 and 1: the bytes that must be hexadecimal digits
//	tail     bits 0 and 1: the bytes that must continue a sequence of UTF-8
//	high     bit 0: the byte that must be from A0 to BF
//	low      bit 0: the byte that must be from 80 to 9F
//	ended    whether the fragment has begun

// func regions512(regions, s *uint8, n int, ends *[4]int) bool
//
// Every 64 bytes are loaded with a mask, so that no byte behind the end is touched. Their
// classes come from one table of 128 bytes. When all are plain nothing remains but, in the
// first 64 bytes, the shape: three masks of classes, the first byte that is not of a scheme,
// the delimiters behind it, and the first byte behind these that cannot be in an authority.
// The registers from Z16 on have no part in the switch between AVX and SSE, so there is no VZEROUPPER.
//
// AX, BX, R11: for a moment; CX: how many bytes are looked at; DX: how many are left;
// SI: the string; DI: the regions; R8: bytes from 0x80 on; R9: the place of the colon;
// R10: bytes that are not plain; R12: bytes that end the authority; R13: bytes that may not.
TEXT ·regions512(SB), NOSPLIT, $40-33
	MOVQ       regions+0(FP), DI
	MOVQ       s+8(FP), SI
	MOVQ       n+16(FP), DX
	XORL       R8, R8
	XORL       R14, R14
	MOVL       $64, CX
	CMPQ       DX, CX
	CMOVQLT    DX, CX
	MOVQ       $-1, BX
	BZHIQ      CX, BX, BX
	KMOVQ      BX, K1
	VMOVDQU8.Z (SI), K1, Z16
	VMOVDQU64  (DI), Z17
	VPERMT2B   64(DI), Z16, Z17
	VPANDNQ    Z17, Z16, Z18
	VPMOVB2M   Z18, K2
	KMOVQ      K2, R10
	ANDNQ      BX, R10, R10
	JNZ        careful

shape:
	VPTESTNMB inScheme, Z17, K3
	VPTESTNMB inAuthority, Z17, K4
	VPTESTMB  inBody, Z17, K5
	KMOVQ     K3, R9
	KMOVQ     K4, R12
	KMOVQ     K5, R13
	ORQ       R8, R9
	ANDNQ     R12, R8, R12
	TZCNTQ    R9, R9
	VMOVD     X17, AX
	TESTB     $beginScheme, AX
	JZ        reject
	LEAQ      3(R9), AX
	CMPQ      AX, CX
	JGT       short
	CMPB      (SI)(R9*1), $0x3A      // ":"
	JNE       reject
	CMPW      1(SI)(R9*1), $0x2F2F   // "//"
	JNE       opaque
	MOVQ      $-8, AX
	SHLXQ     R9, AX, AX
	ANDQ      AX, R12
	BLSIQ     R12, AX
	TESTQ     AX, R13
	JNZ       port

server:
	CMPQ  DX, $64
	JLE   accept
	TESTQ R12, R12 // an authority that goes on and on is not for us
	JNZ   long

reject:
	MOVB $0, ret+32(FP)
	RET

// The first byte that is not of the authority does not end it: if it is a colon then a port
// comes. Its place is inside the string unless the regions are those of a table that is none.
port:
	TZCNTQ    AX, AX
	CMPQ      AX, CX
	JGE       reject
	CMPB      (SI)(AX*1), $0x3A
	JNE       reject
	VPTESTNMB inPort, Z17, K3
	KMOVQ     K3, R12
	ORQ       R8, R12
	ORQ       R8, R13
	MOVQ      $-2, R11
	SHLXQ     AX, R11, AX
	ANDQ      AX, R12
	BLSIQ     R12, AX
	TESTQ     AX, R13
	JNZ       reject
	JMP       server

// There is no room for "//" behind the colon, if that is one.
short:
	CMPQ DX, $64
	JGT  reject
	CMPQ R9, DX
	JGE  reject
	CMPB (SI)(R9*1), $0x3A
	JNE  reject

opaque:
	TESTB $1, flags(DI)
	JZ    reject
	MOVL  $2, R12
	SHLXQ R9, R12, R12
	CMPQ  DX, $64
	JGT   long

accept:
	MOVQ  ends+24(FP), DI
	TESTQ DI, DI
	JNZ   split

accepted:
	MOVB $1, ret+32(FP)
	RET

// The ends of the scheme, the authority, the path and the query.
split:
	VPTESTMB endPath, Z17, K3
	KMOVQ    K3, AX
	INCQ     R9
	MOVQ     R9, 0(DI)
	TZCNTQ   R12, R12
	CMPQ     R12, DX
	CMOVQGT  DX, R12
	MOVQ     R12, 8(DI)
	ANDNQ    AX, R8, AX
	ANDQ     AX, R10
	TZCNTQ   AX, AX
	CMPQ     AX, DX
	CMOVQGT  DX, AX
	MOVQ     AX, 16(DI)
	TZCNTQ   R10, R10
	CMPQ     R10, DX
	CMOVQGT  DX, R10
	MOVQ     R10, 24(DI)
	JMP      accepted

// What comes behind the first 64 bytes is a path, a query and a fragment. Two vectors a
// turn as long as all bytes are plain.
long:
	MOVQ  ends+24(FP), AX
	TESTQ AX, AX
	JZ    ends
	INCQ  R9
	MOVQ  R9, 0(AX)
	TZCNTQ R12, R12
	MOVQ  R12, 8(AX)
ends:
	VMOVDQU64 (DI), Z24
	VMOVDQU64 64(DI), Z25
	ORQ       $2, R14
	XORL      R8, R8
	MOVL      $64, CX

next:
	ADDQ CX, SI
	SUBQ CX, DX
	TESTQ $1, R14
	JZ   plain
	MOVQ escaped-8(SP), AX
	ORQ  tail-16(SP), AX
	JNZ  one

plain:
	CMPQ DX, $128
	JLT  one

two:
	VMOVDQU64 (SI), Z16
	VMOVDQU64 64(SI), Z20
	VMOVDQA64 Z24, Z17
	VMOVDQA64 Z24, Z21
	VPERMT2B  Z25, Z16, Z17
	VPERMT2B  Z25, Z20, Z21
	VPANDNQ   Z17, Z16, Z17
	VPANDNQ   Z21, Z20, Z21
	VPANDQ    Z17, Z21, Z17
	VPMOVB2M  Z17, K2
	KORTESTQ  K2, K2
	JCC       one
	SUBQ      $-128, SI
	ADDQ      $-128, DX
	CMPQ      DX, $128
	JGE       two

one:
	TESTQ      DX, DX
	JZ         end
	MOVL       $64, CX
	CMPQ       DX, CX
	CMOVQLT    DX, CX
	MOVQ       $-1, BX
	BZHIQ      CX, BX, BX
	KMOVQ      BX, K1
	VMOVDQU8.Z (SI), K1, Z16
	VMOVDQA64  Z24, Z17
	VPERMT2B   Z25, Z16, Z17
	VPANDNQ    Z17, Z16, Z18
	VPMOVB2M   Z18, K2
	KMOVQ      K2, R10
	ANDNQ      BX, R10, R10
	JNZ        careful
	TESTQ      $1, R14
	JZ         next
	MOVQ       escaped-8(SP), AX
	ORQ        tail-16(SP), AX
	JZ         next

// Some bytes are not plain, or a sequence has begun: it is one of three bytes, the escape and
// two digits; or one of UTF-8; or the fragment begins.
careful:
	TESTQ    $1, R14
	JNZ      carried
	XORL     AX, AX
	MOVQ     AX, escaped-8(SP)
	MOVQ     AX, tail-16(SP)
	MOVQ     AX, high-24(SP)
	MOVQ     AX, low-32(SP)
	MOVQ     AX, ended-40(SP)
	ORQ      $1, R14

carried:
	VPMOVB2M Z16, K2
	VPTESTMB inAuthority, Z17, K3
	VPTESTMB endPath, Z17, K4
	VPTESTMB hexDigit, Z17, K5
	KMOVQ    K2, R8
	KMOVQ    K3, R12
	KMOVQ    K4, R9
	KMOVQ    K5, BX
	ANDNQ    R10, R8, R10
	ANDQ     R10, R12 // escapes
	ANDQ     R10, R9  // the delimiter of the fragment
	ANDNQ    BX, R8, BX
	MOVQ     R12, AX
	ORQ      R9, AX
	CMPQ     AX, R10
	JNE      reject
	BLSRQ    R9, AX
	JNZ      reject
	TESTQ    R9, R9
	JZ       same
	CMPQ     ended-40(SP), $0
	JNE      reject
	MOVQ     R9, ended-40(SP)

same:
	LEAQ  (R12)(R12*1), AX
	LEAQ  (AX)(AX*1), R11
	ORQ   R11, AX
	ORQ   escaped-8(SP), AX
	ANDNQ AX, BX, AX
	JNZ   reject
	MOVQ  R12, AX
	SHRQ  $63, AX
	SHRQ  $62, R12
	ORQ   AX, R12
	MOVQ  R12, escaped-8(SP)
	MOVQ  tail-16(SP), R13
	MOVQ  R8, AX
	ORQ   R13, AX
	JZ    cared

	VMOVDQU64 128(DI), Z19
	VPERMT2B  192(DI), Z16, Z19
	VPTESTMB  continues, Z19, K2, K3
	VPTESTMB  leads, Z19, K2, K4
	VPTESTMB  leadsTwo, Z19, K2, K5
	KMOVQ     K3, AX
	KMOVQ     K4, BX
	KMOVQ     K5, R9
	MOVQ      AX, R11
	ORQ       BX, R11
	CMPQ      R11, R8
	JNE       reject
	LEAQ      (BX)(BX*1), R11
	ORQ       R13, R11
	LEAQ      (R9*4), R12
	ORQ       R12, R11
	CMPQ      R11, AX
	JNE       reject
	SHRQ      $63, BX
	SHRQ      $62, R9
	ORQ       BX, R9
	MOVQ      R9, tail-16(SP)
	VPTESTMB  leadsHigh, Z19, K2, K3
	VPTESTMB  leadsLow, Z19, K2, K4
	VPTESTMB  continuesHigh, Z19, K2, K5
	KMOVQ     K3, BX
	KMOVQ     K4, R9
	KMOVQ     K5, AX
	LEAQ      (BX)(BX*1), R11
	ORQ       high-24(SP), R11
	ANDNQ     R11, AX, R11
	JNZ       reject
	LEAQ      (R9)(R9*1), R11
	ORQ       low-32(SP), R11
	TESTQ     AX, R11
	JNZ       reject
	SHRQ      $63, BX
	SHRQ      $63, R9
	MOVQ      BX, high-24(SP)
	MOVQ      R9, low-32(SP)

cared:
	TESTQ $2, R14
	JNZ   next
	CMPQ  DX, $64
	JGT   shape
	MOVQ  escaped-8(SP), AX
	ORQ   tail-16(SP), AX
	JZ    shape
	JMP   reject

end:
	TESTQ $1, R14
	JZ    accepted
	MOVQ  escaped-8(SP), AX
	ORQ   tail-16(SP), AX
	JZ    accepted
	JMP   reject
