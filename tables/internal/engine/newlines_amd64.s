//go:build amd64 && gc && !purego

#include "textflag.h"

// STORE stores the offset after the lowest LF in R8, and clears its bit. Afterwards Z is set if R8
// is 0.
#define STORE(to) \
	TZCNTQ R8, R9      \
	LEAQ   1(CX)(R9*1), R9 \
	MOVQ   R9, to      \
	BLSRQ  R8, R8

// func Newlines(ends *[MaxLines]int, text *byte, from, to int) (n int)
//
// CX: the offset of a block; DX: the end of the blocks; DI: the next element of ends; R8: the LFs
// in a block; R11: the last element with room for 64 more.
TEXT ·Newlines(SB), NOSPLIT, $0-40
	MOVQ ends+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ from+16(FP), CX
	MOVQ to+24(FP), DX
	LEAQ (256-64)*8(DI), R11 // MaxLines-BlockBytes
	MOVL $0x0A0A0A0A, AX
	VMOVD AX, X0
	VPBROADCASTD X0, Y0

// Blocks before the first LF: there are many if lines are long.
first:
	CMPQ CX, DX
	JGE  done
	VPCMPEQB (SI)(CX*1), Y0, Y1
	VPCMPEQB 32(SI)(CX*1), Y0, Y2
	VPOR Y1, Y2, Y1
	ADDQ $64, CX
	VPTEST Y1, Y1
	JZ   first
	SUBQ $64, CX

block:
	CMPQ CX, DX
	JGE  done
	CMPQ DI, R11
	JHI  done
	VPCMPEQB (SI)(CX*1), Y0, Y1
	VPCMPEQB 32(SI)(CX*1), Y0, Y2
	VPMOVMSKB Y1, R8
	VPMOVMSKB Y2, R9
	SHLQ $32, R9
	ORQ  R9, R8
	POPCNTQ R8, AX
	LEAQ (DI)(AX*8), R10
	STORE(0(DI))
	STORE(8(DI))
	STORE(16(DI))
	STORE(24(DI))
	JZ   next

more:
	STORE(32(DI))
	LEAQ 8(DI), DI
	JNZ  more

next:
	MOVQ R10, DI
	ADDQ $64, CX
	JMP  block

done:
	SUBQ ends+0(FP), DI
	SHRQ $3, DI
	MOVQ DI, n+32(FP)
	VZEROUPPER
	RET
