package tables

import (
	"math/bits"
	"strings"
	"unsafe"
)

// This file decides about one string without SIMD: it walks what it has to, and no more.

const (
	freeFrom, freeMost = 17, 256 // bytes; shorter strings are walked, and longer ones have a function of their own
	freeFixed          = 56      // bytes: those of longer strings are read in a loop
)

// validOnTables is Valid without SIMD.
func (r Rule) validOnTables(s string) bool {
	valid, _ := r.verdict(s)
	return valid
}

// verdict is validOnTables. It also returns the OR of the words of the bytes of s from the ninth
// on, in the low bits, if it knows it; all, if it does not, or not all of s is of ASCII.
//
// The first eight bytes are walked, and if the others are free where they lead, that is all. At the
// dead state and at the escape none are, so that nobody asks for these two before. Six
// blocks of these are read whatever their number, on top of each other when there are fewer in s,
// so that for most strings nothing has to be guessed about the length. A word has eight bits and
// four bytes are read for it, of which the others do not matter: an OR with four bytes of memory
// is one instruction, with one it is two. Two bytes are loaded at a time, for processors with two
// loads a cycle.
//
// On web URLs this is 1.3 times as fast as walking them (Cascade Lake). What it costs the strings
// that are walked after all is the reading: invalid ones of ASCII take 1.1 to 1.4 times as long
// when they would have been dead early. Rejected: to walk sixteen bytes, aligned to the end, so
// that a walk need not begin again, 0.87 of that; to walk six blocks and choose between the places
// before and behind them, seven instructions more a block.
func (r Rule) verdict(s string) (valid bool, seen uint32) {
	hot := r.shiftRows()
	if hot == nil {
		return r.validPlain(s), all
	}
	p := unsafe.Pointer(unsafe.StringData(s))
	if uint(len(s)-freeFrom) > freeMost-freeFrom || *(*uint8)(p) == 0 {
		return r.verdictOfOther(hot, s)
	}
	last, more := len(s)-8, len(s)-freeFixed
	more &^= more >> (bits.UintSize - 1)
	four := (last - 9 - more) &^ 7 // so far is the fifth block behind the first, at most 32 bytes, and the last up to eight behind that
	two, first := four>>1, unsafe.Add(p, more)
	second := unsafe.Add(first, four>>2)
	if (load(p, 0)|load(first, 8)|load(second, 8)|load(first, 8+two)|load(second, 8+two)|load(first, 8+four)|load(p, last))&highBits != 0 {
		return r.walkText(hot, s), all
	}
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	b := (*[8]uint8)(p)
	q := uint64(*(*uint8)(unsafe.Add(hot, hotFirst)))
	q = rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
	q = rows[uint(low[b[2]])|uint(high[b[3]])] >> (q & 63)
	q = rows[uint(low[b[4]])|uint(high[b[5]])] >> (q & 63)
	q = rows[uint(low[b[6]])|uint(high[b[7]])] >> (q & 63)
	free := unsafe.Add(hot, hotFree)
	words := unsafe.Add(free, freeWords) // for a byte over 0x7F, what lies behind them is read, and not used
	var over uint64
	v := (*[4]uint16)(unsafe.Add(p, last))
	seen = 1<<noSet | *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	v = (*[4]uint16)(unsafe.Add(first, 8+four))
	seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	v = (*[4]uint16)(unsafe.Add(second, 8+two))
	seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	v = (*[4]uint16)(unsafe.Add(first, 8+two))
	seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	v = (*[4]uint16)(unsafe.Add(second, 8))
	seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	v = (*[4]uint16)(unsafe.Add(first, 8))
	seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
		*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
	for i := 8; i < 8+more; i += 32 {
		v = (*[4]uint16)(unsafe.Add(p, i))
		seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
			*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
		v = (*[4]uint16)(unsafe.Add(p, i+8))
		seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
			*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
		v = (*[4]uint16)(unsafe.Add(p, i+16))
		seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
			*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
		v = (*[4]uint16)(unsafe.Add(p, i+24))
		seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
			*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
		over |= load(p, i) | load(p, i+8) | load(p, i+16) | load(p, i+24)
	}
	switch {
	case over&highBits != 0:
		return r.walkText(hot, s), all
	case seen>>(*(*uint8)(unsafe.Add(free, freeAt+q&63))&31)&1 == 0:
		return seen&(1<<escapeBit|1<<onceBit) == 0 || settled(free, s, 8, seen), seen
	}
	stops, dead := *(*uint64)(unsafe.Add(hot, hotStops)), uint64(1)<<(*(*uint8)(unsafe.Add(hot, hotDead))&63)
	switch {
	case (uint64(seen)>>neverBit|dead>>(q&63))&1 != 0: // one guess for both
		return false, seen
	case stops>>(q&63)&1 != 0:
		return r.resumeAt(hot, uint64(*(*uint8)(unsafe.Add(hot, hotFirst))), s, 0), seen
	}
	for n := 8; n < last && ^seen&uint32(*(*uint8)(unsafe.Add(free, freeBits))) != 0; n += 8 { // they may be free further on
		b := (*[8]uint8)(unsafe.Add(p, n))
		x := rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
		x = rows[uint(low[b[2]])|uint(high[b[3]])] >> (x & 63)
		x = rows[uint(low[b[4]])|uint(high[b[5]])] >> (x & 63)
		x = rows[uint(low[b[6]])|uint(high[b[7]])] >> (x & 63)
		if stops>>(x&63)&1 != 0 {
			return x&63 != uint64(*(*uint8)(unsafe.Add(hot, hotDead))) && r.resumeAt(hot, q, s, n), seen
		}
		if seen>>(*(*uint8)(unsafe.Add(free, freeAt+x&63))&31)&1 == 0 {
			return seen&(1<<escapeBit|1<<onceBit) == 0 || settled(free, s, n+8, seen), seen
		}
		q = x
	}
	return r.walkRows(hot, s), seen
}

// verdictOfOther is verdict for strings of other lengths, and for those that begin with a NUL.
//
// Long ones without an escape, as the data of a "data:" URI in base64, are read too, which is
// 1.4 to 1.6 times as fast as walking them (Cascade Lake), and twice as fast again where all is plain.
// Where there is one escape there may be a thousand, and to look for digits behind them costs
// more than the walk.
func (r Rule) verdictOfOther(hot unsafe.Pointer, s string) (valid bool, seen uint32) {
	const front = 72 // bytes in front of those that are asked whether they are plain, for "data:image/png;base64," is not
	free := unsafe.Add(hot, hotFree)
	if len(s) <= freeMost || s[0] == 0 || strings.IndexByte(s, *(*uint8)(unsafe.Add(free, freeEscape))) >= 0 {
		return r.walkRows(hot, s), all
	}
	over, seen := read(free, s[8:front])
	back := min(front+inRuns(free, s[front:]), len(s)-16)
	others, more := read(free, s[back:])
	p := unsafe.Pointer(unsafe.StringData(s))
	over, seen = over|others|load(p, 0), seen|more|1<<noSet
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	b, q := (*[8]uint8)(p), uint64(*(*uint8)(unsafe.Add(hot, hotFirst)))
	q = rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
	q = rows[uint(low[b[2]])|uint(high[b[3]])] >> (q & 63)
	q = rows[uint(low[b[4]])|uint(high[b[5]])] >> (q & 63)
	q = rows[uint(low[b[6]])|uint(high[b[7]])] >> (q & 63)
	switch {
	case over&highBits != 0:
		return r.walkRows(hot, s), all
	case seen>>(*(*uint8)(unsafe.Add(free, freeAt+q&63))&31)&1 == 0:
		return settled(free, s, 8, seen), seen
	}
	return r.walkRows(hot, s), seen
}

// read returns the OR of the bytes of s, eight side by side, and that of their words. s has sixteen bytes or more.
func read(free unsafe.Pointer, s string) (over uint64, seen uint32) {
	p, words := unsafe.Pointer(unsafe.StringData(s)), unsafe.Add(free, freeWords)
	var more uint32
	for n := 0; n < len(s); n += 16 {
		at := unsafe.Add(p, clamp(n, len(s)-16))
		over |= load(at, 0) | load(at, 8)
		v := (*[8]uint16)(at)
		seen |= *(*uint32)(unsafe.Add(words, v[0]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[0])>>8)) | *(*uint32)(unsafe.Add(words, v[1]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[1])>>8)) |
			*(*uint32)(unsafe.Add(words, v[2]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[2])>>8)) | *(*uint32)(unsafe.Add(words, v[3]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[3])>>8))
		more |= *(*uint32)(unsafe.Add(words, v[4]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[4])>>8)) | *(*uint32)(unsafe.Add(words, v[5]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[5])>>8)) |
			*(*uint32)(unsafe.Add(words, v[6]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[6])>>8)) | *(*uint32)(unsafe.Add(words, v[7]&0xFF)) | *(*uint32)(unsafe.Add(words, uint32(v[7])>>8))
	}
	return over, seen | more
}

// inRuns returns how many bytes at the beginning of s are in one of the two runs, whole blocks of
// 32: of ASCII, and with a word of which no bit is set. Their words need not be read.
//
// That costs 12 instructions for eight bytes, and one load, where [read] has 21 and 13. To find the end of the
// runs to the byte would cost more than to read the block.
func inRuns(free unsafe.Pointer, s string) (n int) {
	p, runs := unsafe.Pointer(unsafe.StringData(s)), (*[4]uint8)(unsafe.Add(free, freeRuns))
	from, behind, fromLetters, behindLetters := uint64(runs[0])*ones, uint64(runs[1])*ones, uint64(runs[2])*ones, uint64(runs[3])*ones
	for ; len(s)-n >= 32; n += 32 {
		a, b, c, d := load(p, n), load(p, n+8), load(p, n+16), load(p, n+24)
		over := a | b | c | d
		in := (a + from) ^ (a + behind) ^ ((a | eachCase) + fromLetters) ^ ((a | eachCase) + behindLetters)
		in &= (b + from) ^ (b + behind) ^ ((b | eachCase) + fromLetters) ^ ((b | eachCase) + behindLetters)
		in &= (c + from) ^ (c + behind) ^ ((c | eachCase) + fromLetters) ^ ((c | eachCase) + behindLetters)
		in &= (d + from) ^ (d + behind) ^ ((d | eachCase) + fromLetters) ^ ((d | eachCase) + behindLetters)
		if (over|^in)&highBits != 0 {
			break
		}
	}
	return n
}

// settled reports whether what was seen in s, from an offset on, is where it may be: that every
// byte that begins an escape has two digits behind it, and that there is no second one of what
// may be there once. s has at least freeFrom bytes, all of ASCII, and no escape goes on there.
func settled(free unsafe.Pointer, s string, from int, seen uint32) bool {
	if seen>>onceBit&1 != 0 {
		rest, once := s[from:], *(*uint8)(unsafe.Add(free, freeOnce))
		if strings.IndexByte(rest[strings.IndexByte(rest, once)+1:], once) >= 0 {
			return false
		}
	}
	return seen>>escapeBit&1 == 0 || escaped(free, s, from)
}

// escaped reports whether every byte that begins an escape in s, from an offset on, has two digits
// behind it, for settled. A word says of its first six bytes whether they have; the last word says
// it of all eight, for behind these there is nothing, but not of those in front of the offset.
func escaped(free unsafe.Pointer, s string, from int) bool {
	const firstSix = highBits >> 16
	p, last := unsafe.Pointer(unsafe.StringData(s)), len(s)-8
	begins := uint64(*(*uint8)(unsafe.Add(free, freeEscape))) * ones
	bad := ^wholeEscapes(load(p, last), begins) & highBits >> (8 * uint(max(from-last, 0)))
	good := ^(bad | bad>>16) // of its last two bytes too, where firstSix looks
	for n := from; n < last; n += 6 {
		good &= wholeEscapes(load(p, n), begins)
	}
	return ^good&firstSix == 0
}

// wholeEscapes has the high bit of every byte of w but those that begin an escape and have no two digits behind them in w.
func wholeEscapes(w, begins uint64) uint64 {
	digits := hexDigits(w)
	return (w ^ begins + (highBits - ones)) | digits>>8&(digits>>16)
}

// hexDigits has the high bit of every byte that is a hexadecimal digit, and in the other bits
// anything. All bytes must be of ASCII.
func hexDigits(w uint64) uint64 {
	low := w | eachCase
	return (w + (0x80-'0')*ones) ^ (w + (0x7F-'9')*ones) ^ (low + (0x80-'a')*ones) ^ (low + (0x7F-'f')*ones)
}
