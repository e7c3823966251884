package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file walks strings using shift rows.
//
// Idea. Each of the 256 bytes has a row, a 64-bit number. The place of a state is a bit offset in
// rows, from 0 to 63. The six bits at this offset in a byte's row are the place of the state after
// the byte. So a step from place x on byte b is one shift,
//
//	x = row[b] >> (x & 63)
//
// and the chain of loads in a plain-row walk (rows.go) becomes a chain of shifts. A shift takes one
// cycle, a load four or five (a shift DFA: Vognsen, 2021). The six-bit fields may overlap where
// their bits agree. When the table is compiled, a search finds places for about a dozen states. The
// dead state has a place. One more place, the spill, represents all states without a separate
// place. Both lead to themselves on every byte, so a walk reads eight bytes before it tests for
// them. A test after each byte would cost more than the walk itself. After a spill the state is
// unknown. So the walk returns to the beginning of the block, where its place represents one state,
// and continues from this state in the plain rows. It returns to the places as soon as it can.
//
// There are two sets of places, walked by the same code. The front has places for the most frequent
// states up to the first block with a byte over 0x7F. The rest has places for the most frequent
// states from that block on. A walk that uses the front looks for such a byte before it walks a
// block.
//
// Requires. Nothing: a table may have any content, because offsets are checked and places are
// masked to six bits.
//
// Cost. A third of the naive loop's time on web URLs (Zen 5); see doc.go.
//
// Rejected. A row for each pair of bytes: half the shifts, but a row has room for three fewer
// states, bytes must fall into at most 16 classes, and the search for places takes minutes, so its
// results would have to be stored in a file. A third set of places: no gain. A test for the dead
// place in the loop: the branch mispredicts once per string. A front that spills on bytes over
// 0x7F, without checking the block first: the mispredicted branch then waits for the shifts, and
// IRIs took a fifth longer (Zen 5).
//
// Tested against: TestShiftRows compares each field of the rows with the machine's transition. The
// jury (jury_test.go of package tables) compares each walk with the machine's.

// noBits is the until mask for a walk that uses the rest. The functions below end a walk before a
// block in which a bit of the until mask is set. For the front the mask is format.HighBits, so the
// walk ends before a block with a byte over 0x7F. For the rest it is noBits, so this test never
// ends the walk.
const noBits = 0

// four returns the place after the four bytes of b, from place x. Only the low six bits of the
// result matter.
func four(rows *[256]uint64, x uint64, b *[4]uint8) uint64 {
	x = rows[b[0]] >> (x & 63)
	x = rows[b[1]] >> (x & 63)
	x = rows[b[2]] >> (x & 63)
	return rows[b[3]] >> (x & 63)
}

// A head has room for the first block of a string. This block contains NULs, followed by the first
// 1 to 8 bytes of the string, so that a multiple of eight bytes remains. For an 11-byte string, it
// contains five NULs and three bytes. The row for NUL maps the first place to itself, so the NULs
// do not change the walk. This avoids a loop over single bytes, whose last branch would mispredict.
type head [16]uint8

// fill returns the first block of s as b, and the number of its bytes that come from s as n. It
// requires a zero head and a nonempty s.
func (h *head) fill(s string) (b *[8]uint8, n int) {
	if len(s) >= 8 {
		*(*[8]uint8)(h[8:]) = *(*[8]uint8)(unsafe.Pointer(unsafe.StringData(s)))
	} else {
		copy(h[8:], s)
	}
	n = (len(s)-1)&7 + 1
	return (*[8]uint8)(unsafe.Add(unsafe.Pointer(h), n)), n
}

// validOnShiftRows reports whether s is a member. It requires a nonempty s that does not begin with
// a NUL. set must be the front. The walk begins with the first block, as filled in a head.
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

// validAfter continues validOnShiftRows when a block leads to place y, the dead place or the spill,
// and reports whether s is a member. x is the place before this block, and n the number of bytes of
// s before it. If y is the dead place, s is not a member. After a spill resume walks s[n:] from the
// state of x.
func validAfter(t format.Table, front unsafe.Pointer, x, y uint64, s string, n int) bool {
	sawPlaces(front, s[:len(s)-(len(s)-n-1)&^7]) // to the end of the block: complete blocks follow
	if y&63 == uint64(*(*uint8)(unsafe.Add(front, format.PlacesDead))) || !t.Whole() {
		return false
	}
	return t.Accepts(resume(t, format.StateAt(front, x), s[n:], true))
}

// validOnRest reports whether s leads from state q to an accepting state. It uses the rest, or the
// plain rows from a state without a place in the rest.
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

// walk walks s from place x using a set of places: complete blocks first, then the remaining bytes,
// fewer than eight. If it reaches the end of s, it returns the place there and len(s). If it
// reaches the dead place, it returns this place and len(s). A block in which a bit of the until
// mask is set ends the walk, and so does a block that leads to the spill. In both cases place is
// the place before this block, and n is the block's offset in s. The remaining bytes count as a
// block, but are not compared with until.
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

// stopped returns the results of walk when the block at the offset n leads from place x to place y,
// the dead place or the spill. For the dead place it returns this place and len(s); for the spill
// it returns x and n.
func stopped(set unsafe.Pointer, x, y uint64, s string, n int) (uint64, int) {
	sawPlaces(set, s[:min(n+8, len(s))])
	if dead := uint64(*(*uint8)(unsafe.Add(set, format.PlacesDead))); y&63 == dead {
		return dead, len(s)
	}
	return x & 63, n
}

// resume walks s from state q and returns the state after s. Up to the first block with a byte over
// 0x7F it uses the front, and from this block on it uses the rest. From states without a place it
// uses the plain rows. If spilled is true, a walk in the front has just spilled in the first eight
// bytes of s, so resume uses the plain rows for them.
func resume(t format.Table, q int, s string, spilled bool) int {
	q, s = resumeOn(t, t.Places(format.AtFront), format.HighBits, q, s, spilled)
	q, _ = resumeOn(t, t.Places(format.AtRest), noBits, q, s, false)
	return q
}

// resumeOn walks s from state q using a set of places. From a state without a place in the set it
// walks eight bytes using the plain rows and tries again. It stops at the end of s, before a block
// in which a bit of the until mask is set, or at the dead state. It returns the state where it
// stops, and the remaining bytes of s. If spilled is true, the first eight bytes of s are known to
// spill from q, so resumeOn uses the plain rows for them.
func resumeOn(t format.Table, set unsafe.Pointer, until uint64, q int, s string, spilled bool) (int, string) {
	const stay = 8 // bytes walked using the plain rows after a spill
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

// begins reports whether the first eight bytes of s contain a bit of the mask. It returns false for
// a string of fewer than eight bytes.
func begins(s string, bits uint64) bool {
	return len(s) >= 8 && format.Load(unsafe.Pointer(unsafe.StringData(s)), 0)&bits != 0
}
