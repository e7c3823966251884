package tables

import (
	"encoding/binary"
	"unsafe"
)

// This file has the fastest engine that gives a verdict on one string: shift rows for the
// states that are met most.
//
// A row is 64 bits. A state is a place in rows, 0 to 63, and from its place on, a row holds
// six bits: the place of the next state. So a step is one shift,
//
//	q = row >> q
//
// of which the low six bits count, and the chain of loads of the plain engine is a chain of
// shifts, which are five times as fast (a shift DFA: Vognsen, 2021). The six bits of several states may overlap
// where they agree; a search when the table is compiled finds places for about a dozen
// states. One more place is the escape, which leads to itself: the walk has gone where
// shift rows do not know the way, or is dead. Then the block of eight bytes in which that happened is
// done again by the plain engine, and the walk comes back when it can.
//
// Rows are of pairs of bytes: the byte classes of two bytes in a row, at most 16 by 16, name one row.
// That halves the chain, where a shift by a variable costs the most (without BMI2, a
// microinstruction in three), and costs two loads of classes that wait for nothing.
//
// A loop that leaves a string's last bytes to another loop guesses its end wrong twice a
// string, at some 20 cycles each. Here the first block is filled up in front, with NULs, of
// which the class leads from the first place to itself; all other blocks are whole. A
// string that begins with a NUL is dead, and NUL leads all other places to the escape.
//
// A second pair of class maps reads bytes over 0x7F as one step each of the structure of the
// language: that of a whole character. What a character may be, byte by byte, a second and
// smaller automaton checks beside it, in rows of its own, the tails. That the two together
// say what the one says is checked, state by state, when the table is encoded; see [Hot].

// The block of the shift rows, in a fixed place in front of the classes, so that no load of
// an offset stands in front of the walk.
const (
	atHot = 19 // uint8 in the header: 1 when there are shift rows

	hotAccepts    = 0  // uint64: a bit for every place, whether its state accepts
	hotFirst      = 8  // uint8: the place of the start while nothing was read
	hotEscape     = 9  // uint8: the place of the escape
	hotHome       = 10 // uint8: the place, in tails, of the state between two characters
	hotTailEscape = 11 // uint8: the place, in tails, of the escape
	hotTails      = 12 // uint32: where the section of tails begins, 0 when there is none
	hotCounts     = 16 // uint32: where the section of counts begins, 0 when there is none
	hotPlaces     = 20 // uint32: where the section of places begins
	hotLow        = 32 // 256 × uint8: class of the first byte of a pair, none over 0x7F
	hotHigh       = hotLow + 256
	hotRows       = hotHigh + 256 // 256 × uint64, by 16 × class of the second byte + class of the first
	hotSize       = hotRows + 256*8

	tailsLow  = 0    // 256 × uint16: class of the first byte of a pair, over 0x7F too; 256 × its class in tails
	tailsHigh = 512  // 256 × uint16: 16 times those of the second byte
	tailsRows = 1024 // 256 × uint64, by 16 × class in tails of the second byte + that of the first
	tailsSize = tailsRows + 256*8
)

// word returns eight bytes at p as a number of which the first byte is the lowest.
func word(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }

func byteAt(p unsafe.Pointer, i int) uint8 { return *(*uint8)(unsafe.Add(p, i)) }

// pair returns the row of two bytes; classes are low and high, and rows of pairs are in hot.
func pair(classes, hot unsafe.Pointer, a, b uint8) uint64 {
	return word(unsafe.Add(hot, hotRows+8*(uint(byteAt(classes, int(a)))|uint(byteAt(classes, 256+int(b))))))
}

// pairs returns the two classes of two bytes: in its low byte that of structure, above that of tails.
func pairs(tails unsafe.Pointer, a, b uint8) uint {
	low := binary.LittleEndian.Uint16((*[2]byte)(unsafe.Add(tails, tailsLow+2*uint(a)))[:])
	high := binary.LittleEndian.Uint16((*[2]byte)(unsafe.Add(tails, tailsHigh+2*uint(b)))[:])
	return uint(low) | uint(high)
}

// row64 returns the row of a class of pairs.
func row64(rows unsafe.Pointer, class uint) uint64 { return word(unsafe.Add(rows, 8*class)) }

// shiftRows returns the block of the shift rows, nil when there is none.
func (r Rule) shiftRows() unsafe.Pointer {
	if len(r) < atRows+fromEnd+hotSize || r[atHot] == 0 {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), len(r)-fromEnd-hotSize)
}

// shift walks s on the shift rows from its beginning. It returns the place after n bytes: all, or as many
// as there were when a block led to the escape. s must have 8 bytes or more. It calls
// nothing, and has a copy of the loop of blocks, so that all is in registers.
func shift(hot unsafe.Pointer, s string) (q uint64, n int) {
	p := unsafe.Pointer(unsafe.StringData(s))
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	w := *(*uint64)(p)
	if uint8(w) == 0 {
		return uint64(*(*uint8)(unsafe.Add(hot, hotEscape))), 8
	}
	q, n = uint64(*(*uint8)(unsafe.Add(hot, hotFirst))), (len(s)-1)&7+1
	w <<= uint(64-8*n) & 63
	q = rows[uint(low[uint8(w)])|uint(high[uint8(w>>8)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>16)])|uint(high[uint8(w>>24)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>32)])|uint(high[uint8(w>>40)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>48)])|uint(high[w>>56])] >> (q & 63)
	escape := uint64(*(*uint8)(unsafe.Add(hot, hotEscape)))
	for ; n < len(s); n += 8 {
		from, b := q, (*[8]uint8)(unsafe.Add(p, n))
		q = rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
		q = rows[uint(low[b[2]])|uint(high[b[3]])] >> (q & 63)
		if q&63 == escape {
			return from & 63, n
		}
		q = rows[uint(low[b[4]])|uint(high[b[5]])] >> (q & 63)
		q = rows[uint(low[b[6]])|uint(high[b[7]])] >> (q & 63)
		if q&63 == escape {
			return from & 63, n
		}
	}
	return q & 63, n
}

// blocks walks s from n on as shift does, from the place q; what is left is a multiple of 8 bytes.
func blocks(hot unsafe.Pointer, q uint64, s string, n int) (uint64, int) {
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	escape := uint64(*(*uint8)(unsafe.Add(hot, hotEscape)))
	for ; n+8 <= len(s); n += 8 {
		from, b := q, (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		q = rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
		q = rows[uint(low[b[2]])|uint(high[b[3]])] >> (q & 63)
		q = rows[uint(low[b[4]])|uint(high[b[5]])] >> (q & 63)
		q = rows[uint(low[b[6]])|uint(high[b[7]])] >> (q & 63)
		if q&63 == escape {
			return from, n
		}
	}
	return q & 63, n
}

// both walks s from n on as blocks does, with bytes over 0x7F too: u is the place in tails.
// It looks for the escape every four bytes, which keeps what it loads in registers.
func both(hot, tails unsafe.Pointer, q, u uint64, s string, n int) (uint64, uint64, int) {
	escape, tailEscape := uint64(*(*uint8)(unsafe.Add(hot, hotEscape))), uint64(*(*uint8)(unsafe.Add(hot, hotTailEscape)))
	structure, characters := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint64)(unsafe.Add(tails, tailsRows))
	low, high := (*[256]uint16)(unsafe.Add(tails, tailsLow)), (*[256]uint16)(unsafe.Add(tails, tailsHigh))
	for n+8 <= len(s) {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		x, y := q, u
		c := uint(low[b[0]]) | uint(high[b[1]])
		x = structure[uint8(c)] >> (x & 63)
		y = characters[c>>8] >> (y & 63)
		c = uint(low[b[2]]) | uint(high[b[3]])
		x = structure[uint8(c)] >> (x & 63)
		y = characters[c>>8] >> (y & 63)
		if x&63 == escape || y&63 == tailEscape {
			break
		}
		c = uint(low[b[4]]) | uint(high[b[5]])
		x = structure[uint8(c)] >> (x & 63)
		y = characters[c>>8] >> (y & 63)
		c = uint(low[b[6]]) | uint(high[b[7]])
		x = structure[uint8(c)] >> (x & 63)
		y = characters[c>>8] >> (y & 63)
		if x&63 == escape || y&63 == tailEscape {
			break
		}
		q, u = x, y
		n += 8
	}
	return q & 63, u & 63, n
}

// resume decides about s, of which n bytes lead to the place q and the block behind them to the escape.
//
// That block is done on the plain engine, and then it goes on with shift rows, with tails
// once there was a byte over 0x7F. A walk that escapes again and again would be done twice, so each escape
// keeps it on the plain engine for twice as long as the last one.
func (r Rule) resume(hot unsafe.Pointer, q uint64, s string, n int) bool {
	block, base := len(r)-fromEnd-hotSize, unsafe.Pointer(unsafe.StringData(string(r)))
	tails := unsafe.Pointer(nil)
	if at := uint(r.uint32(block + hotTails)); at != 0 && at <= uint(len(r)-tailsSize) {
		tails = unsafe.Add(base, at)
	}
	if uint8(q) == byteAt(hot, hotEscape) { // in the first block
		n = 0
	}
	home := uint64(byteAt(hot, hotHome))
	u, high := home, false
	for stay := 8; ; stay *= 2 {
		if n > 0 && tails != nil && (high || word(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))&overASCII != 0) {
			high = true
			if q, u, n = both(hot, tails, q, u, s, n); n == len(s) {
				return u == home && word(hot)>>(q&63)&1 != 0
			}
		}
		state := int(r[atStart])
		if n > 0 {
			state = r.stateAt(block, uint8(q), uint8(u))
		}
		for placed := false; !placed; {
			end := min(n+stay, len(s))
			if n == 0 {
				end = (len(s)-1)&7 + 1
			}
			state = r.advance(state, s[n:end])
			if n = end; n == len(s) || state == 0 {
				return r.accepting(state)
			}
			var place, tail uint8
			place, tail, placed = r.placeOf(block, state)
			q, u = uint64(place), uint64(tail)
		}
		high = high || u != home
		if !high {
			if q, n = blocks(hot, q, s, n); n == len(s) {
				return word(hot)>>(q&63)&1 != 0
			}
		}
	}
}

// overASCII are the highest bits of eight bytes.
const overASCII = 0x8080808080808080
