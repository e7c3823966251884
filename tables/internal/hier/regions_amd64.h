// The body of a region kernel, included once for each instruction level.
//
// Idea. A mask has 64 bits; bit i represents byte i of a block. If all bytes are plain, only the
// shape of the first 64 bytes remains to be checked. This takes three class masks, the first byte
// that cannot be in a scheme, the delimiters after it, and the first byte after these that cannot
// be in an authority. All other checks also work on masks. The only branch that depends on the
// length and on the ends of components tests for more than 64 bytes.
//
// Requires and returns: see InShape. Cost, Tested against: see package hier.
//
// AX, BX, R11: temporary; CX: the number of bytes in the block; DX: the number of bytes left;
// SI: the string; DI: the regions; R8: bytes above 0x7F; R9: the offset of the colon;
// R10: bytes that are not plain; R12: bytes that end the authority; R13: bytes that may not end it.
//
// R14 contains loop flags. Bit 0: the slots on the stack are in use. Bit 1: the first 64 bytes are
// done. Bit 2: there was UTF-8. Bit 3: there was a lead of a four-byte sequence; until then, fourth
// and wide are unused. The slots carry what an unfinished sequence in the previous 64 bytes
// requires of the current ones:
//
//	escaped  bits 0 and 1: bytes that must be hex digits
//	tail     bits 0 to 2: bytes that must continue a UTF-8 sequence
//	high     bit 0: a byte that must be from A0 to BF
//	low      bit 0: a byte that must be from 80 to 9F
//	ended    the number of fragments begun: at most one
//	fourth   bits 0 to 2: the last byte of a sequence of four. It and the third must not both be BE
//	         or BF; bit 0 is clear if the third is neither
//	wide     bit 0: a byte that must be from 90 to BF; then bit 2 of fourth is set
//	kept     R10, during the lines for sequences of four
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

// The first 64 bytes are all plain, or their sequences have been checked. R9 becomes the offset of
// the first byte that a scheme cannot contain, R12 the bytes that an authority can contain, R13 the
// bytes that do not end an authority.
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

// The authority, or the path of a reference, is valid.
server:
	CMPQ DX, $64
	JLE accept
	TESTQ R12, R12 // 0: the authority continues after 64 bytes, so the answer is unknown
	JNZ long

// reject answers unknown; refuse answers no if the rule is strict, and otherwise unknown; refused
// answers no.
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

// A reference may lack a scheme; then no colon may precede the end of the first segment. The code
// does not branch on the parts of a reference, because such a branch would mispredict. Without a
// scheme, the offset of the colon is -1.
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
	TESTQ AX, AX // 0: the segment continues after 64 bytes, so the answer is unknown
	JZ reject
	CMPQ R9, $61
	JGT reject

// BX is all ones if there is an authority, else 0. R12 becomes the bytes that end the authority or,
// without an authority, the byte after the scheme.
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

// The first byte that is not allowed in the authority does not end it: if it is a colon, a port
// follows. Its offset is inside the string unless the regions section is malformed.
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

// The byte at R9 (a colon in every member) leaves no room for "//" after it.
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

// The whole string has the shape. Without ends only the verdict is needed.
accept:
	MOVQ ends+24(FP), BX
	TESTQ BX, BX
	JNZ split

accepted:
	MOVB $1, verdict+40(FP)
	LEAVE
	RET

// R9, R12, AX and R10 become the ends of the scheme, the authority, the path and the query.
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

// The bytes after the first 64 belong to a path, a query and a fragment. As long as all bytes are
// plain, a turn reads 128.
long:
	MOVQ ends+24(FP), AX
	TESTQ AX, AX
	JZ prepare
	INCQ R9
	MOVQ R9, 0(AX)
	TZCNTQ R12, R12
	MOVQ R12, 8(AX)

// The rest of the string. R14 records that the first 64 bytes are done.
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

// 128 plain bytes per turn.
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

// Some bytes are not plain, or a sequence (a percent-encoding or a UTF-8 sequence) continues, or
// the fragment begins. After the first such byte, and after the first byte of UTF-8, every later
// block takes the same path, which costs less than a mispredicted branch.
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

// R8: bytes above 0x7F; R12: bytes that begin a percent-encoding; R9: fragment delimiters; BX: hex
// digits. Any other byte that is not plain is handled at other.
carried:
	NOTASCII(R8)
	ANDNQ R10, R8, R10
	UNESCAPED(unescaped)
	inAuthority(R12)
	endPath(R9)
	hexDigit(BX)
	ANDQ R10, R12 // pct-encodings
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

// The second byte of a sequence must be in the half that its lead requires: A0 to BF after
// leadsHigh, 80 to 9F after leadsLow.
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

// After the first 64 bytes, the shape remains to be checked. The end of the string must not cut off
// a sequence.
cared:
	TESTQ $2, R14
	JNZ next
	CMPQ DX, $64
	JGT shape
	MOVQ escaped-8(SP), AX
	ORQ tail-16(SP), AX
	JZ shape
	JMP refuse

// Some bytes above 0x7F, in this block or in an earlier one, neither lead a sequence of two or
// three bytes nor continue a sequence. Leads of four-byte sequences are added to the leads in BX,
// and to the leads of three-byte sequences in R9, because at least two continuing bytes follow
// them. AX holds the continuing bytes.
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
	ANDNQ R12, AX, R11          // leads of four-byte sequences
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

// If all bytes so far are plain or in percent-encodings, this loop reads blocks that contain only
// plain bytes and percent-encodings. Each turn begins two bytes before the end of the previous
// turn, so the slots are not needed: a percent-encoding that the end of a block cuts off is
// complete in the next block. The loop also rereads a percent-encoding that began in the block
// before it.
//
// The loop prefetches 768 bytes ahead, twelve cache lines, even outside the string: a prefetch
// cannot fault, and saves a fifth of the time if the string is not in the L2 cache (a Xeon, family
// 6 model 167). It does not speed up plain bytes.
behind:
	TESTQ R9, R9
	JZ escapes
	BTQ $1, R9 // set: it began with the last byte; clear: with the byte before that
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

// The end of a long string must not cut off a sequence.
end:
	TESTQ $1, R14
	JZ accepted
	MOVQ escaped-8(SP), AX
	ORQ tail-16(SP), AX
	JZ accepted
	JMP refuse

// The first byte of unknown kind decides: if its class is 0, no member contains it.
other:
	ANDNQ R10, AX, R10
	TZCNTQ R10, R10
	MOVBLZX (SI)(R10*1), AX
	CMPB (DI)(AX*1), $0
	JEQ refused
	JMP reject
