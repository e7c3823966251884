package tables

import "unsafe"

// This file has the fastest engine that walks a string for a verdict: shift rows for the
// states that are met most.
//
// A row is 64 bits. A state is a place in rows, 0 to 63, and from its place on, a row holds
// six bits: the place of the next state. So a step is one shift,
//
//	q = row >> q
//
// of which the low six bits count, and the chain of loads of the plain engine is a chain of
// shifts, which are five times as fast (a shift DFA: Vognsen, 2021). The six bits of several
// states may overlap where they agree; a search when the table is compiled finds places for
// about a dozen. One is that of the dead state, and one is the escape, for all states that have
// none. Both lead to themselves. When a walk is at the escape, the bytes that led there are done
// again by the plain engine, and the walk comes back when it can.
//
// Rows are of pairs of bytes: the byte classes of two bytes in a row, at most 16 by 16, name one row.
// That halves the chain, where a shift by a variable costs the most (without BMI2, a
// microinstruction in three), and costs two loads of classes that wait for nothing.
//
// A loop that leaves a string's last bytes to another loop guesses its end wrong twice a
// string, at some 20 cycles each. Here the first block is filled up in front, with NULs, of
// which the class leads from the first place to itself; all other blocks are whole. Nothing else
// leads to the first place, and a string that begins with a NUL goes the other way.
//
// A second pair of class maps reads bytes over 0x7F as one step each of the structure of the
// language: that of a whole character. What a character may be, byte by byte, a second and
// smaller automaton checks beside it, in rows of its own, the tails. That the two together
// say what the one says is checked, state by state, when the table is encoded; see [Hot]. From
// the first such byte on, most text needs neither: text.go.
//
// On web URLs this is 3.3 to 3.6 times the naive loop on one machine with SHR by CL in two
// microinstructions (Emerald Rapids), 4 times with BMI2 (GOAMD64=v3). Rejected: rows of single
// bytes, 3.0 times there, 4.1 with BMI2; rows of the automaton read backwards beside these, as the
// plain engine has, 2.9 times: the shifts contend for two ports. A call of an inlined
// function in a loop here costs a slot for its mark, so there are none.

// The block of the shift rows, in a fixed place in front of the classes, so that no load of
// an offset stands in front of the walk.
const (
	atHot = 19 // uint8 in the header: which blocks there are in front of the classes

	hasHot      = 1 // that of the shift rows
	hasRegions  = 2 // in front of it, that of the regions: regions.go
	hasCuts     = 4 // delimiters cut members: cuts.go
	hasRelative = 8 // and these may have no scheme

	hotAccepts   = 0                                    // uint64: a bit for every place, whether its state accepts
	hotStops     = 8                                    // uint64: a bit for the place of the dead state, and for that of the escape
	hotTailStops = 16                                   // uint64: the same of tails
	hotFirst     = 24                                   // uint8: the place of the start while nothing was read
	hotDead      = 25                                   // uint8: the place of the dead state
	hotHome      = 26                                   // uint8: the place, in tails, of the state between two characters
	hotTailDead  = 27                                   // uint8: the place, in tails, of bytes that are nowhere part of a character
	hotCounts    = 28                                   // uint32: where the section of counts begins, 0 when there is none
	hotPlaces    = 32                                   // uint32: where the section of places begins
	hotText      = 36                                   // uint32: where the section of text begins, 0 when there is none
	hotTells     = 40                                   // uint8: a byte that tells apart the states that share a place and a tail, noByte if none does, 0 if there are none
	hotEscape    = 41                                   // uint8: the place that stands for all other states
	hotTails     = 48                                   // 256 × uint64, by 16 × class in tails of the second byte + that of the first
	hotRows      = hotTails + 8*tailClasses*tailClasses // 256 × uint64, by 16 × class of the second byte + class of the first
	hotLow       = hotRows + 8*pairClasses*pairClasses  // 256 × uint8: class of the first byte of a pair, none over 0x7F
	hotHigh      = hotLow + 256                         // 16 times that of the second
	hotBothLow   = hotHigh + 256                        // 256 × uint16: class of the first byte of a pair, over 0x7F too; 256 × its class in tails
	hotBothHigh  = hotBothLow + 512                     // 16 times those of the second byte
	hotFree      = hotBothHigh + 512                    // the section of free sets: free.go
	hotSize      = hotFree + freeSize
)

// shiftRows returns the block of the shift rows, nil when there is none.
func (r Rule) shiftRows() unsafe.Pointer {
	if !shifts || len(r) < atRows+fromEnd+hotSize || r[atHot]&^(hasRegions|hasCuts|hasRelative) != hasHot {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), len(r)-fromEnd-hotSize)
}

// walkRows decides about s. It walks s from its beginning, and calls nothing until eight bytes
// lead to the escape, so that all is in registers.
func (r Rule) walkRows(hot unsafe.Pointer, s string) bool {
	p := unsafe.Pointer(unsafe.StringData(s))
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	var w uint64 // the first block, 1 to 8 bytes with NULs in front of them, if there is one
	n := (len(s)-1)&7 + 1
	switch {
	case len(s) >= 8:
		w = *(*uint64)(p) << (-uint(8*len(s)) & 63)
	case len(s) >= 4:
		w = uint64(*(*uint32)(p))<<(uint(64-8*n)&63) | uint64(*(*uint32)(unsafe.Add(p, n-4)))<<32
	case len(s) > 0:
		middle, last := *(*uint8)(unsafe.Add(p, n/2)), *(*uint8)(unsafe.Add(p, n-1))
		w = uint64(*(*uint8)(p))<<(uint(64-8*n)&63) | uint64(middle)<<(uint(64-8*n+n/2*8)&63) | uint64(last)<<56
	default:
		return *(*uint64)(hot)>>(*(*uint8)(unsafe.Add(hot, hotFirst))&63)&1 != 0
	}
	q := uint64(*(*uint8)(unsafe.Add(hot, hotFirst)))
	stops := *(*uint64)(unsafe.Add(hot, hotStops))
	if *(*uint8)(p) == 0 {
		return r.resumeAt(hot, q, s, 0)
	}
	q = rows[uint(low[uint8(w)])|uint(high[uint8(w>>8)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>16)])|uint(high[uint8(w>>24)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>32)])|uint(high[uint8(w>>40)])] >> (q & 63)
	q = rows[uint(low[uint8(w>>48)])|uint(high[w>>56])] >> (q & 63)
	if stops>>(q&63)&1 != 0 {
		return q&63 != uint64(*(*uint8)(unsafe.Add(hot, hotDead))) && r.resumeAt(hot, uint64(*(*uint8)(unsafe.Add(hot, hotFirst))), s, 0)
	}
	for ; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(p, n))
		x := rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
		x = rows[uint(low[b[2]])|uint(high[b[3]])] >> (x & 63)
		x = rows[uint(low[b[4]])|uint(high[b[5]])] >> (x & 63)
		x = rows[uint(low[b[6]])|uint(high[b[7]])] >> (x & 63)
		if stops>>(x&63)&1 != 0 {
			return x&63 != uint64(*(*uint8)(unsafe.Add(hot, hotDead))) && r.goOn(hot, q&63, s, n)
		}
		q = x
	}
	return *(*uint64)(hot)>>(q&63)&1 != 0
}

// both walks s from n on as walkRows does, from the place q, with bytes over 0x7F too: u is the
// place in tails. There must be a multiple of eight bytes left. What is dead is at the place of the dead state in the end.
func both(hot unsafe.Pointer, q, u uint64, s string, n int) (uint64, uint64, int) {
	stops, tailStops := *(*uint64)(unsafe.Add(hot, hotStops)), *(*uint64)(unsafe.Add(hot, hotTailStops))
	const _ = uint(hotSize - hotTails - 8*(2*0xFFFF>>8+1)) // all that two classes may add up to is in the block
	structure, tails := (*[256]uint64)(unsafe.Add(hot, hotRows)), unsafe.Add(hot, hotTails)
	low, high := (*[256]uint16)(unsafe.Add(hot, hotBothLow)), (*[256]uint16)(unsafe.Add(hot, hotBothHigh))
	for ; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		c := uint(low[b[0]]) + uint(high[b[1]])
		x := structure[uint8(c)] >> (q & 63)
		y := *(*uint64)(unsafe.Add(tails, 8*(c>>8))) >> (u & 63)
		c = uint(low[b[2]]) + uint(high[b[3]])
		x = structure[uint8(c)] >> (x & 63)
		y = *(*uint64)(unsafe.Add(tails, 8*(c>>8))) >> (y & 63)
		c = uint(low[b[4]]) + uint(high[b[5]])
		x = structure[uint8(c)] >> (x & 63)
		y = *(*uint64)(unsafe.Add(tails, 8*(c>>8))) >> (y & 63)
		c = uint(low[b[6]]) + uint(high[b[7]])
		x = structure[uint8(c)] >> (x & 63)
		y = *(*uint64)(unsafe.Add(tails, 8*(c>>8))) >> (y & 63)
		if stops>>(x&63)&1 != 0 || tailStops>>(y&63)&1 != 0 {
			return stopped(hot, q, u, x, y), u & 63, n
		}
		q, u = x, y
	}
	return q & 63, u & 63, n
}

// stopped returns the place of the dead state, if the walk that leads from the places q and u
// to x and y is dead, otherwise q. What escapes in one of the two is no verdict in the other.
//
//go:noinline
func stopped(hot unsafe.Pointer, q, u, x, y uint64) uint64 {
	stops, tailStops := *(*uint64)(unsafe.Add(hot, hotStops)), *(*uint64)(unsafe.Add(hot, hotTailStops))
	dead, tailDead := uint64(*(*uint8)(unsafe.Add(hot, hotDead))), uint64(*(*uint8)(unsafe.Add(hot, hotTailDead)))
	if (x&63 == dead || stops>>(x&63)&1 == 0) && (y&63 == tailDead || tailStops>>(y&63)&1 == 0) {
		return dead
	}
	return q & 63
}

// goOn decides about s, of which n bytes lead to the place q, and the eight behind them to the
// escape: over 0x7F, and then whole blocks are left, or to a state that has no place. With n = 0
// it is the first block that does, and q does not matter.
func (r Rule) goOn(hot unsafe.Pointer, q uint64, s string, n int) bool {
	switch {
	case n == 0:
		q = uint64(*(*uint8)(unsafe.Add(hot, hotFirst)))
	case load(unsafe.Pointer(unsafe.StringData(s)), n)&highBits != 0:
		return r.goOnText(hot, q, s, n)
	}
	return r.resumeAt(hot, q, s, n)
}

// resumeAt is [Rule.resume] from the place q, between two characters.
func (r Rule) resumeAt(hot unsafe.Pointer, q uint64, s string, n int) bool {
	return r.resume(hot, r.statesAt(hot, q, uint64(*(*uint8)(unsafe.Add(hot, hotHome)))), s, n)
}

// walkText is walkRows for freeFrom to freeMost bytes, with one over 0x7F among them. It takes two
// blocks for the scheme and the beginning of a host, and the rest on the rows of text: to leave
// the rows of ASCII where the first such byte is would be a guess for each string. What is dead is
// walked to the end, for that is a guess as well, and a wrong one costs as much as three blocks. The loop
// is otherwise that of goOnText, for a call between the two is a twentieth of the time of an IRI.
func (r Rule) walkText(hot unsafe.Pointer, s string) bool {
	p, n := unsafe.Pointer(unsafe.StringData(s)), (len(s)-1)&7+1
	rows, low, high := (*[256]uint64)(unsafe.Add(hot, hotRows)), (*[256]uint8)(unsafe.Add(hot, hotLow)), (*[256]uint8)(unsafe.Add(hot, hotHigh))
	front := [2]uint64{0, load(p, 0)} // NULs, and the first block behind them
	a, b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(&front), n)), (*[8]uint8)(unsafe.Add(p, n))
	q := uint64(*(*uint8)(unsafe.Add(hot, hotFirst)))
	q = rows[uint(low[a[0]])|uint(high[a[1]])] >> (q & 63)
	q = rows[uint(low[a[2]])|uint(high[a[3]])] >> (q & 63)
	q = rows[uint(low[a[4]])|uint(high[a[5]])] >> (q & 63)
	q = rows[uint(low[a[6]])|uint(high[a[7]])] >> (q & 63)
	x := rows[uint(low[b[0]])|uint(high[b[1]])] >> (q & 63)
	x = rows[uint(low[b[2]])|uint(high[b[3]])] >> (x & 63)
	x = rows[uint(low[b[4]])|uint(high[b[5]])] >> (x & 63)
	x = rows[uint(low[b[6]])|uint(high[b[7]])] >> (x & 63)
	text, y := r.textOf(hot, x)
	if y == noPlace {
		return r.goOnEarly(hot, q&63, x&63, s, n)
	}
	x = y
	rows, low, high = (*[256]uint64)(unsafe.Add(text, textRows)), (*[256]uint8)(unsafe.Add(text, textLow)), (*[256]uint8)(unsafe.Add(text, textHigh))
	escapes := *(*uint64)(unsafe.Add(text, textEscapes))
	for n += 8; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(p, n))
		y := rows[uint(low[b[0]])|uint(high[b[1]])] >> (x & 63)
		y = rows[uint(low[b[2]])|uint(high[b[3]])] >> (y & 63)
		y = rows[uint(low[b[4]])|uint(high[b[5]])] >> (y & 63)
		y = rows[uint(low[b[6]])|uint(high[b[7]])] >> (y & 63)
		if escapes>>(y&63)&1 != 0 {
			return r.resume(hot, (*[maxStates]uint16)(unsafe.Add(text, textStates+2*maxStates*(x&63))), s, n)
		}
		x = y
	}
	return *(*uint64)(text)>>(x&63)&1 != 0
}

// goOnEarly is what walkText does when n bytes lead to the place q, and eight more to x, which has no place in text.
func (r Rule) goOnEarly(hot unsafe.Pointer, q, x uint64, s string, n int) bool {
	switch uint64(*(*uint8)(unsafe.Add(hot, hotEscape))) {
	case q:
		return r.goOn(hot, q, s, 0)
	case x:
		return r.goOn(hot, q, s, n)
	}
	return r.goOnBoth(hot, x, s, n+8)
}

// goOnText decides about s, of which n bytes lead to the place q, on the rows of text.
func (r Rule) goOnText(hot unsafe.Pointer, q uint64, s string, n int) bool {
	p := unsafe.Pointer(unsafe.StringData(s))
	text, x := r.textOf(hot, q)
	if x == noPlace {
		return r.goOnBoth(hot, q, s, n)
	}
	rows, low, high := (*[256]uint64)(unsafe.Add(text, textRows)), (*[256]uint8)(unsafe.Add(text, textLow)), (*[256]uint8)(unsafe.Add(text, textHigh))
	stops := *(*uint64)(unsafe.Add(text, textStops))
	for ; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(p, n))
		y := rows[uint(low[b[0]])|uint(high[b[1]])] >> (x & 63)
		y = rows[uint(low[b[2]])|uint(high[b[3]])] >> (y & 63)
		y = rows[uint(low[b[4]])|uint(high[b[5]])] >> (y & 63)
		y = rows[uint(low[b[6]])|uint(high[b[7]])] >> (y & 63)
		if stops>>(y&63)&1 != 0 {
			return y&63 != uint64(*(*uint8)(unsafe.Add(text, textDead))) && r.resume(hot, (*[maxStates]uint16)(unsafe.Add(text, textStates+2*maxStates*(x&63))), s, n)
		}
		x = y
	}
	return *(*uint64)(text)>>(x&63)&1 != 0
}

// goOnBoth is goOnText without the rows of text.
//
//go:noinline
func (r Rule) goOnBoth(hot unsafe.Pointer, q uint64, s string, n int) bool {
	home := uint64(*(*uint8)(unsafe.Add(hot, hotHome)))
	q, u, n := both(hot, q, home, s, n)
	if n == len(s) {
		return u == home && *(*uint64)(hot)>>(q&63)&1 != 0
	}
	return q != uint64(*(*uint8)(unsafe.Add(hot, hotDead))) && r.resume(hot, r.statesAt(hot, q, u), s, n)
}

// resume decides about s, of which n bytes lead to one of the states, and some of the eight behind them to the escape.
//
// Most of what escapes is dead soon, and whatever it came from. So twelve bytes, as far as there are so many, are done on
// the plain engine from both states, before all of s that was walked is searched for what tells them
// apart: that search ends who knows where, which is a guess. To walk only eight leaves a quarter of what is dead to a
// second walk.
//
// What lives goes on there with eight bytes more, which a
// character may reach into, and as many as leave whole blocks. Then it goes on with shift rows. A walk
// that escapes again and again would be done twice, so each escape keeps it on the plain engine for
// twice as long as the last one.
func (r Rule) resume(hot unsafe.Pointer, states *[maxStates]uint16, s string, n int) bool {
	p := r.plain()
	if states == nil || p.mask > uint(len(r)-window) {
		return false
	}
	q, u, end := uint8(states[0]), uint8(states[1]), n
	if len(s)-n >= 8 && max(states[0], states[1]) < escape {
		t := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		a, b, c, d := p.row(t[0]), p.row(t[1]), p.row(t[2]), p.row(t[3])
		q, u = d[c[b[a[q]]]], d[c[b[a[u]]]]
		a, b, c, d = p.row(t[4]), p.row(t[5]), p.row(t[6]), p.row(t[7])
		q, u, end = d[c[b[a[q]]]], d[c[b[a[u]]]], n+8
		if len(s)-end >= 4 {
			t := (*[4]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), end))
			a, b, c, d = p.row(t[0]), p.row(t[1]), p.row(t[2]), p.row(t[3])
			q, u, end = d[c[b[a[q]]]], d[c[b[a[u]]]], end+4
		}
		if q|u == 0 {
			return false
		}
	}
	if !r.whole() {
		return false
	}
	state := r.told(hot, states, s[:n])
	if state == int(states[1]) {
		q = u
	}
	if end > n && q < escape { // else once more, on the wide table
		state, n = int(q), end
	}
	for stay := 8; ; stay *= 2 {
		var place, tail uint8
		for placed := false; !placed; place, tail, placed = r.placeOf(hot, state) {
			end := min(n+stay+(len(s)-n)&7, len(s))
			if state = r.advance(state, s[n:end]); state == 0 {
				return false
			}
			if n = end; n == len(s) {
				return r.accepting(state)
			}
		}
		q, u, end := both(hot, uint64(place), uint64(tail), s, n)
		switch {
		case end == len(s):
			return u == uint64(*(*uint8)(unsafe.Add(hot, hotHome))) && *(*uint64)(hot)>>(q&63)&1 != 0
		case q == uint64(*(*uint8)(unsafe.Add(hot, hotDead))):
			return false
		case *(*uint8)(unsafe.Add(hot, hotTells)) == noByte: // once more from where the state is known, and not from the start
			state = r.advance(state, s[n:end])
		default:
			state = r.told(hot, r.statesAt(hot, q, u), s[:end])
		}
		n = end
	}
}
