// The body of a region kernel, included once for each set of instructions.
//
// When all of the bytes are plain nothing remains but, in the first 64, the shape: three masks
// of classes, the first byte that is not of a scheme, the delimiters after it, and the
// first byte after these that cannot be in an authority. Everything else is said in masks,
// too, and nothing depends on the length or on where a component ends but whether there is
// more than 64 bytes.
//
// AX, BX, R11: for a moment; CX: how many bytes are looked at; DX: how many are left;
// SI: the string; DI: the regions; R8: bytes from 0x80 on; R9: the place of the colon;
// R10: bytes that are not plain; R12: bytes that end the authority; R13: bytes that may not.
//
// What the masks of 64 bytes say is said in 64 bits: bit i is about byte i. R14 tells, in the
// loops, what is known: bit 0, whether the slots on the stack are in use; bit 1, whether the
// first 64 bytes are done; bit 2, whether there was UTF-8; bit 3, whether there was a lead of
// four bytes, before which fourth and wide are not in use. The slots say what a sequence
// that began in the 64 bytes before needs in these.
//
//	escaped  bits 0 and 1: the bytes that must be hexadecimal digits
//	tail     bits 0 to 2: the bytes that must continue a sequence of UTF-8
//	high     bit 0: the byte that must be from A0 to BF
//	low      bit 0: the byte that must be from 80 to 9F
//	ended    how many fragments have begun: one at most
//	fourth   bits 0 to 2: the last byte of a sequence of four. It and the third must not both be BE
//	         or BF; bit 0 is clear if the third is neither
//	wide     bit 0: the byte that must be from 90 to BF; then bit 2 of fourth is set
//	kept     R10, in the lines that are about sequences of four
//	third    AVX2: bit 5 of each byte

	MOVQ regions+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), DX
	CMPQ DX, $4
	JLT reject
	XORL R8, R8
	XORL R14, R14
	MOVL $64, CX
	CMPQ DX, CX
	CMOVQLT DX, CX
	LOAD(masked, loaded)
	JNZ careful

shape:
	TESTB $flagRelative, flags(DI)
	JNZ reference
	inScheme(R9)
	inAuthority(R12)
	inBody(R13)
	ANDNQ R9, R8, R9
	ORQ R8, R12
	NOTQ R9
	TZCNTQ R9, R9
	BEGINS(0x20)
	JZ reject
	LEAQ 3(R9), AX
	CMPQ AX, CX
	JGT short
	CMPB (SI)(R9*1), $0x3A      // ":"
	JNE reject
	CMPW 1(SI)(R9*1), $0x2F2F   // "//"
	JNE opaque
	MOVQ $-8, AX
	SHLXQ R9, AX, AX
	ANDNQ AX, R12, R12
	BLSIQ R12, AX
	TESTQ AX, R13
	JNZ port

server:
	CMPQ DX, $64
	JLE accept
	TESTQ R12, R12 // an authority that goes on and on is not for us
	JNZ long

reject:
	MOVB $0, verdict+40(FP)
	LEAVE
	RET

refuse:
	TESTB $flagRefuse, flags(DI)
	JZ reject

refused:
	MOVB $2, verdict+40(FP)
	LEAVE
	RET

// There may be no scheme, and then no colon before the first segment ends. What a reference has
// is said without a branch, for nothing predicts it. The place of the colon is -1 when there is no scheme.
reference:
	inScheme(R9)
	ANDNQ R9, R8, R9
	NOTQ R9
	TZCNTQ R9, R9
	EQUAL(colon<>(SB), BX)
	BEGINS(0x20)
	MOVQ $-1, AX
	CMOVQEQ AX, R9
	BTQ R9, BX
	CMOVQCC AX, R9
	EQUAL(slash<>(SB), R13)
	endPath(AX)
	ANDNQ AX, R8, AX
	ORQ R13, AX
	ORQ BX, AX
	BLSIQ AX, R12
	ANDQ BX, R12 // the first delimiter, if that is a colon
	MOVQ R9, BX
	SARQ $63, BX
	TESTQ BX, R12
	JNZ reject
	CMPQ DX, $64
	JLE slashes
	TESTQ AX, AX // a first segment that goes on and on is not for us
	JZ reject
	CMPQ R9, $61
	JGT reject

// In BX is whether there is an authority; R12 gets the byte after the scheme or, when there is one, the
// bytes that end it.
slashes:
	MOVL $2, R12
	SHLXQ R9, R12, R12
	ANDL $1, BX
	ORQ BX, R12
	MOVQ R13, AX
	SHRQ $1, AX
	ANDQ AX, R13
	LEAQ 1(R9), AX
	BTQ AX, R13
	SBBQ BX, BX
	ANDNQ R12, BX, R12
	MOVQ $-4, R13
	SHLXQ AX, R13, R13
	ANDQ BX, R13
	inAuthority(AX)
	ORQ R8, AX
	ANDNQ R13, AX, R13
	ORQ R13, R12
	BLSIQ R13, AX
	inBody(R13)
	TESTQ AX, R13
	JZ server

// The first byte that is not of the authority does not end it: if it is a colon then a port
// comes. Its place is inside the string unless the regions are those of a table that is none.
port:
	TZCNTQ AX, AX
	CMPQ AX, CX
	JGE reject
	CMPB (SI)(AX*1), $0x3A
	JNE reject
	inPort(R12)
	ANDNQ R12, R8, R12
	ORQ R8, R13
	MOVQ $-2, R11
	SHLXQ AX, R11, AX
	ANDNQ AX, R12, R12
	BLSIQ R12, AX
	TESTQ AX, R13
	JNZ reject
	JMP server

// There is no room for "//" after the colon, if that is one.
short:
	CMPQ DX, $64
	JGT reject
	CMPQ R9, DX
	JGE reject
	CMPB (SI)(R9*1), $0x3A
	JNE reject

opaque:
	TESTB $1, flags(DI)
	JZ reject
	MOVL $2, R12
	SHLXQ R9, R12, R12
	CMPQ DX, $64
	JGT long

accept:
	MOVQ ends+24(FP), BX
	TESTQ BX, BX
	JNZ split

accepted:
	MOVB $1, verdict+40(FP)
	LEAVE
	RET

// The scheme, the authority, the path and the query end where, by these registers in turn: R9, R12,
// AX, R10.
split:
	endPath(AX)
	INCQ R9
	TZCNTQ R12, R12
	CMPQ R12, DX
	CMOVQGT DX, R12
	ANDNQ AX, R8, AX
	ANDQ AX, R10
	TZCNTQ AX, AX
	CMPQ AX, DX
	CMOVQGT DX, AX
	TZCNTQ R10, R10
	CMPQ R10, DX
	CMOVQGT DX, R10
	MOVQ R9, 0(BX)
	MOVQ R12, 8(BX)
	MOVQ AX, 16(BX)
	MOVQ R10, 24(BX)
	JMP accepted

// What comes after the first 64 bytes is a path, a query and a fragment. Two vectors a
// turn as long as all bytes are plain.
long:
	MOVQ ends+24(FP), AX
	TESTQ AX, AX
	JZ prepare
	INCQ R9
	MOVQ R9, 0(AX)
	TZCNTQ R12, R12
	MOVQ R12, 8(AX)

prepare:
	PREPARE
	ORQ $2, R14
	XORL R8, R8
	MOVL $64, CX

next:
	ADDQ CX, SI
	SUBQ CX, DX
	CMPQ DX, $64
	JLT one
	TESTQ $1, R14
	JZ plain
	MOVQ escaped-8(SP), R9
	TESTQ $4, R14
	JNZ begun
	TESTB $flagEscapes, flags(DI)
	JNZ behind

begun:
	MOVQ tail-16(SP), AX
	ORQ R9, AX
	JNZ one

plain:
	CMPQ DX, $128
	JLT one

two:
	TWO(one)
	SUBQ $-128, SI
	ADDQ $-128, DX
	CMPQ DX, $128
	JGE two

one:
	TESTQ DX, DX
	JZ end
	MOVL $64, CX
	CMPQ DX, CX
	CMOVQLT DX, CX
	LOAD(maskedNext, loadedNext)
	MOVQ R14, AX
	ANDQ $1, AX
	ORQ R10, AX
	JZ next

// Some bytes are not plain, or a sequence has begun: it is one of three bytes, the escape and
// two digits; or one of UTF-8; or the fragment begins. Where some were, and where some were
// of UTF-8, others are expected to follow, which costs less than a branch that nothing predicts.
careful:
	TESTQ $1, R14
	JNZ carried
	XORL AX, AX
	MOVQ AX, escaped-8(SP)
	MOVQ AX, tail-16(SP)
	MOVQ AX, high-24(SP)
	MOVQ AX, low-32(SP)
	MOVQ AX, ended-40(SP)
	ORQ $1, R14

carried:
	NOTASCII(R8)
	ANDNQ R10, R8, R10
	UNESCAPED(unescaped)
	inAuthority(R12)
	endPath(R9)
	hexDigit(BX)
	ANDQ R10, R12 // escapes
	ANDQ R10, R9  // the delimiter of the fragment
	ANDNQ BX, R8, BX
	MOVQ R12, AX
	ORQ R9, AX
	CMPQ AX, R10
	JNE other
	POPCNTQ R9, AX
	ADDQ ended-40(SP), AX
	CMPQ AX, $1
	JHI refuse
	MOVQ AX, ended-40(SP)
	LEAQ (R12)(R12*1), AX
	LEAQ (AX)(AX*1), R11
	ORQ R11, AX
	ORQ escaped-8(SP), AX
	ANDNQ AX, BX, AX
	JNZ refuse
	MOVQ R12, AX
	SHRQ $63, AX
	SHRQ $62, R12
	ORQ AX, R12
	MOVQ R12, escaped-8(SP)

unescaped:
	MOVQ R8, AX
	NEGQ AX
	SBBQ AX, AX
	ANDQ $4, AX
	ORQ AX, R14
	TESTQ $4, R14
	JZ cared

	MOVQ tail-16(SP), R13
	UPPER
	continues(AX)
	leads(BX)
	leadsTwo(R9)
	MOVQ AX, R11
	ORQ BX, R11
	CMPQ R11, R8
	JNE four
	TESTQ $8, R14
	JNZ four
	LEAQ (BX)(BX*1), R11
	ORQ R13, R11
	LEAQ (R9*4), R12
	ORQ R12, R11
	CMPQ R11, AX
	JNE refuse
	SHRQ $63, BX
	SHRQ $62, R9

halves:
	ORQ BX, R9
	MOVQ R9, tail-16(SP)
	leadsHigh(BX)
	leadsLow(R9)
	continuesHigh(AX)
	LEAQ (BX)(BX*1), R11
	ORQ high-24(SP), R11
	ANDNQ R11, AX, R11
	JNZ reject
	LEAQ (R9)(R9*1), R11
	ORQ low-32(SP), R11
	TESTQ AX, R11
	JNZ reject
	SHRQ $63, BX
	SHRQ $63, R9
	MOVQ BX, high-24(SP)
	MOVQ R9, low-32(SP)

cared:
	TESTQ $2, R14
	JNZ next
	CMPQ DX, $64
	JGT shape
	MOVQ escaped-8(SP), AX
	ORQ tail-16(SP), AX
	JZ shape
	JMP refuse

// Some bytes neither lead sequences of two or three bytes nor continue one, or some did not in the
// blocks before. Leads of four are added to those of two (BX) and of three (R9), because one byte
// and another must continue after all of them. AX has the bytes that continue.
four:
	MOVQ R10, kept-64(SP)
	TESTQ $8, R14
	JNZ fours
	XORL R10, R10
	MOVQ R10, fourth-48(SP)
	MOVQ R10, wide-56(SP)
	ORQ $8, R14

fours:
	leadsThree(R12)
	leadsWide(R13)
	ANDNQ R13, AX, R11
	ANDQ AX, R13                // 80 to 8F
	LEAQ (R11)(R11*1), R10
	ORQ wide-56(SP), R10
	SHRQ $63, R11
	MOVQ R11, wide-56(SP)
	TESTQ R10, R13
	JNZ reject
	ANDNQ R12, AX, R11          // leads of four
	ANDQ AX, R12                // BE and BF
	LEAQ (R11*8), R10
	ORQ fourth-48(SP), R10
	ANDQ R12, R10
	LEAQ 1(R12)(R12*1), R13
	TESTQ R10, R13
	JNZ reject
	SHRQ $63, R12
	ORQ $6, R12
	MOVQ R11, R13
	SHRQ $61, R13
	ANDQ R13, R12
	MOVQ R12, fourth-48(SP)
	ORQ R11, BX
	ORQ R11, R9
	MOVQ AX, R12
	ORQ BX, R12
	CMPQ R12, R8
	JNE reject
	SHLQ $3, R11
	LEAQ (R9*4), R12
	ORQ R12, R11
	LEAQ (BX)(BX*1), R12
	ORQ R12, R11
	ORQ tail-16(SP), R11
	CMPQ R11, AX
	JNE refuse
	SHRQ $63, BX
	SHRQ $62, R9
	ORQ R13, BX
	MOVQ kept-64(SP), R10
	JMP halves

// Where there were escapes, and nothing else that is not plain, others are expected to follow, and
// nothing else. Each turn begins two bytes before the last one ended, so that nothing need be carried: an
// escape that begins in these is whole in the next. If one began in the block before, it is read again, too.
//
// What is twelve lines of the cache ahead is asked for, whether it is of the string or not: that touches
// nothing, and where the string is not in the second cache it is a fifth of the time (a Xeon, family 6 model 167). Plain
// bytes gain nothing by it.
behind:
	TESTQ R9, R9
	JZ escapes
	BTQ $1, R9 // it began with the last byte, not with the one before
	SBBQ AX, AX
	ADDQ $2, AX
	SUBQ AX, SI
	ADDQ AX, DX
	XORL AX, AX
	MOVQ AX, escaped-8(SP)

escapes:
	PREFETCHT0 768(SI)
	ESCAPES(one)
	TESTQ R12, R12
	JZ none
	LEAQ (R12)(R12*1), AX
	LEAQ (R12*4), R11
	ORQ R11, AX
	TESTQ AX, BX
	JNZ refuse
	ADDQ $62, SI
	SUBQ $62, DX
	CMPQ DX, $64
	JGE escapes
	JMP one

none:
	ADDQ $64, SI
	SUBQ $64, DX
	JMP plain

end:
	TESTQ $1, R14
	JZ accepted
	MOVQ escaped-8(SP), AX
	ORQ tail-16(SP), AX
	JZ accepted
	JMP refuse

// The first byte that is neither plain nor anything else that is known may stand nowhere.
other:
	ANDNQ R10, AX, R10
	TZCNTQ R10, R10
	MOVBLZX (SI)(R10*1), AX
	CMPB (DI)(AX*1), $0
	JEQ refused
	JMP reject
