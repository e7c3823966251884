package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file walks strings on shift rows.
//
// Idea. A row is a word of 64 bits, one row for each value of a byte. The place of a state is a bit
// offset, 0 to 63; the six bits of a row from this offset on are the place of the next state. So a
// step is one shift,
//
//	x = row[b] >> (x & 63)
//
// and the chain of loads of a walk on plain rows (rows.go) becomes a chain of shifts. A shift takes
// one cycle, a load four or five (a shift DFA: Vognsen, 2021). Fields of six bits may overlap where
// their bits agree; a search finds places for about a dozen states when the table is compiled. The
// dead state has a place, and one place, the spill, stands for all states without a place. Both
// lead to themselves. A walk reads eight bytes before it tests for the two: a test after each byte
// would cost more than the bytes. Any other place stands for one state, so a walk that spills goes
// on from the state before the block on plain rows, and returns to the places when it can.
//
// There are two sets of places, walked by the same code. The front has the states met most up to
// the first block with a byte over 0x7F, the rest has those met most from that block on. The walk
// on the front looks for such a byte before it walks a block.
//
// Requires. A table of any content: offsets are checked, and a place is cut to six bits.
//
// Cost. A third of the time of the naive loop on web URLs (Zen 5); see the page of engines.
//
// Rejected. A row for each pair of bytes: half the shifts, but a row has room for three states
// fewer, bytes must fall into at most 16 classes, and the search for places takes minutes, so its
// results had to be kept in a file. A third set of places: no gain. A test for death in the loop:
// the branch mispredicts once a string. A front that spills on bytes over 0x7F, and no look before
// the block: the branch that mispredicts then waits for the shifts, and IRIs took a fifth longer
// (Zen 5).
//
// Twin: TestShiftRows compares each field of the rows with the machine's transition. The jury
// (jury_test.go of package tables) compares each walk with the machine's.

// A walk ends before a block of eight bytes that has a bit of its mask until. On the front until is
// format.HighBits, so a byte over 0x7F ends the walk. On the rest until is noBits: no byte does.
const noBits = 0

// four returns the place after four bytes, from place x on.
func four(rows *[256]uint64, x uint64, b *[4]uint8) uint64 {
	x = rows[b[0]] >> (x & 63)
	x = rows[b[1]] >> (x & 63)
	x = rows[b[2]] >> (x & 63)
	return rows[b[3]] >> (x & 63)
}

// A head is the beginning of a string in eight bytes: NULs, and after them the first 1 to 8 bytes
// of the string, so many that a multiple of eight bytes remains. The row of NUL leads from the
// first place to itself, so a walk may read the NULs. A loop over single bytes would mispredict its
// end.
type head [16]uint8

// fill returns eight bytes: NULs, and after them the first n bytes of s. n is 1 to 8, and the rest
// of s is a multiple of eight bytes. fill requires a zero head, and s must not be empty.
func (h *head) fill(s string) (b *[8]uint8, n int) {
	if len(s) >= 8 {
		*(*[8]uint8)(h[8:]) = *(*[8]uint8)(unsafe.Pointer(unsafe.StringData(s)))
	} else {
		copy(h[8:], s)
	}
	n = (len(s)-1)&7 + 1
	return (*[8]uint8)(unsafe.Add(unsafe.Pointer(h), n)), n
}

// validOnShiftRows reports whether s is a member. s is not empty and does not begin with a NUL,
// and set is the front.
func validOnShiftRows(t format.Table, set unsafe.Pointer, s string) bool {
	stops, rows := *(*uint64)(unsafe.Add(set, format.PlacesStops)), (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	var h head
	b, n := h.fill(s)
	x := uint64(*(*uint8)(unsafe.Add(set, format.PlacesFirst)))
	y := four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
	if stops>>(y&63)&1 != 0 {
		return validAfter(t, set, x, y, s, 0)
	}
	for ; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if format.Load(unsafe.Pointer(b), 0)&format.HighBits != 0 {
			sawPlaces(set, s[:n])
			return validOnRest(t, format.StateAt(set, y), s[n:])
		}
		x = y
		y = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
		if stops>>(y&63)&1 != 0 {
			return validAfter(t, set, x, y, s, n)
		}
	}
	sawPlaces(set, s)
	return *(*uint64)(set)>>(y&63)&1 != 0
}

// validAfter reports whether s is a member, after a walk on the front: from place x, reached
// after n bytes of s, the next block led to place y, the dead state or the spill.
func validAfter(t format.Table, front unsafe.Pointer, x, y uint64, s string, n int) bool {
	sawPlaces(front, s[:min(n+8, len(s))])
	if y&63 == uint64(*(*uint8)(unsafe.Add(front, format.PlacesDead))) || !t.Whole() {
		return false
	}
	return t.Accepts(resume(t, format.StateAt(front, x), s[n:], true))
}

// validOnRest reports whether s leads from state q to an accepting state. It walks on the rest, and
// on plain rows from a state without a place.
func validOnRest(t format.Table, q int, s string) bool {
	rest, spilled := t.Places(format.AtRest), false
	if x, ok := format.PlaceOf(rest, q); ok {
		x, n := walk(rest, noBits, x, s)
		if n == len(s) {
			return *(*uint64)(rest)>>x&1 != 0
		}
		q, s, spilled = format.StateAt(rest, x), s[n:], true
	}
	if !t.Whole() {
		return false
	}
	q, _ = resumeOn(t, rest, noBits, q, s, spilled)
	return t.Accepts(q)
}

// walk walks s from place x on a set of places, in blocks of eight bytes, and then over the bytes
// left. It returns the place after the first n bytes. If the walk comes to the end or to the dead
// state, n is len(s). Otherwise n is the offset of the block that ends the walk, because this
// block has a bit of the mask until or leads to the spill. The bytes left are not compared with
// until.
func walk(set unsafe.Pointer, until, x uint64, s string) (place uint64, n int) {
	stops, rows := *(*uint64)(unsafe.Add(set, format.PlacesStops)), (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	y := x
	for ; n <= len(s)-8; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if format.Load(unsafe.Pointer(b), 0)&until != 0 {
			sawPlaces(set, s[:n])
			return x & 63, n
		}
		y = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
		if stops>>(y&63)&1 != 0 {
			return stopped(set, x, y, s, n)
		}
		x = y
	}
	for _, b := range []byte(s[n:]) {
		y = rows[b] >> (y & 63)
	}
	if stops>>(y&63)&1 != 0 {
		return stopped(set, x, y, s, n)
	}
	sawPlaces(set, s)
	return y & 63, len(s)
}

// stopped returns the results of walk when the block from the offset n on leads from place x to
// place y, the dead state or the spill: the dead place and len(s), or x and n.
func stopped(set unsafe.Pointer, x, y uint64, s string, n int) (uint64, int) {
	sawPlaces(set, s[:min(n+8, len(s))])
	if dead := uint64(*(*uint8)(unsafe.Add(set, format.PlacesDead))); y&63 == dead {
		return dead, len(s)
	}
	return x & 63, n
}

// resume walks s from state q on places where it can, and returns the state after s. The walk
// stays on the front up to the first block with a byte over 0x7F. spilled reports that a walk on
// the front has just spilled in the first eight bytes of s, so that they go to plain rows.
func resume(t format.Table, q int, s string, spilled bool) int {
	q, s = resumeOn(t, t.Places(format.AtFront), format.HighBits, q, s, spilled)
	q, _ = resumeOn(t, t.Places(format.AtRest), noBits, q, s, false)
	return q
}

// resumeOn walks s from state q on a set of places where it can, else on plain rows. It returns
// the state where it ends, and the bytes of s after it. Those are: no bytes; or bytes that begin
// with a block with a bit of until; or, at the dead state, all bytes not walked. spilled reports
// that the first eight bytes of s spill from q.
func resumeOn(t format.Table, set unsafe.Pointer, until uint64, q int, s string, spilled bool) (int, string) {
	const stay = 8 // bytes on plain rows after a spill
	for q != 0 && s != "" && !begins(s, until) {
		if x, ok := format.PlaceOf(set, q); ok && !spilled {
			x, n := walk(set, until, x, s)
			q, s, spilled = format.StateAt(set, x), s[n:], true
		} else {
			n := min(stay, len(s))
			q, s, spilled = advancePlain(t, q, s[:n]), s[n:], false
		}
	}
	return q, s
}

// begins reports whether s has eight bytes or more, and the first eight have one of the bits.
func begins(s string, bits uint64) bool {
	return len(s) >= 8 && format.Load(unsafe.Pointer(unsafe.StringData(s)), 0)&bits != 0
}
