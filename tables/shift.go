package tables

import "unsafe"

// This file walks strings on shift rows.
//
// Idea. A row is a word of 64 bits, one for each value of a byte. A state that has a place in the
// rows is a bit offset, 0 to 63; the six bits of a row that begin there are the place of the next
// state. So a step is one shift,
//
//	x = row[b] >> (x & 63)
//
// and the chain of loads of the plain engine becomes a chain of shifts, each of which takes a
// cycle where a load takes four or five (a shift DFA: Vognsen, 2021). Fields of six bits may
// overlap where their bits agree; a search finds places for about a dozen states when the table
// is compiled. The dead state has a place, and one place, the spill, stands for all states that
// have none. Both lead to themselves. A walk reads eight bytes before it tests for the two: a
// test after each byte would cost more than the bytes. A place stands for one state, so a walk
// that spills goes on from the state before the block on plain rows, and returns when it can.
//
// There are two sets of places, walked by the same code: the front has the states met most up to
// the first block that has a byte over 0x7F, the rest has those met most from that block on. The
// walk on the front looks for such a byte before it walks a block.
//
// Requires. A table of any content: offsets are checked, and a place is cut to six bits.
//
// Cost. A third of the time of the naive loop on web URLs (Zen 5); see the page of engines.
//
// Rejected. Rows of pairs of bytes: half the shifts, but they have room for three states fewer,
// need 16 classes by 16 and a cache of places that took minutes to find. A third set of places:
// no gain. A test for death in the loop: the branch mispredicts once a string. A front that spills
// on bytes over 0x7F, and no look before the block: the branch that mispredicts then waits for the
// shifts, and IRIs took a fifth longer (Zen 5).
//
// Twin: TestShiftRows compares each field with the machine, the jury each walk.

// A section of places. The numbers are offsets in it.
const (
	placesAccepts = 0                   // uint64: the bit of a place is set if its state accepts
	placesStops   = 8                   // uint64: the bits of the dead state and of the spill
	placesFirst   = 16                  // uint8, in the front: the place of the start before the first byte
	placesDead    = 17                  // uint8: the place of the dead state
	placesSpill   = 18                  // uint8: the place for all states that have none
	placesRows    = 24                  // 256 × uint64: the rows, by byte
	placesStates  = placesRows + 8*256  // 64 × uint16, by place: its state, 0 where no live state has it
	placesOf      = placesStates + 2*64 // 256 × uint8, by state: its place; the spill if it has none
	placesSize    = placesOf + 256
)

// The front is walked until a block has one of the high bits, the rest to the end.
const (
	highBits = 0x8080808080808080
	noBits   = 0
)

// places returns the set whose offset the header has at section, atFront or atRest; nil when the
// table has none.
func (r Rule) places(section int) unsafe.Pointer {
	if !shifts || len(r) < atRows+fromEnd+placesSize {
		return nil
	}
	at := uint(r.uint32(section))
	if at-1 >= uint(len(r)-placesSize) {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at)
}

// four returns the place after x on four bytes.
func four(rows *[256]uint64, x uint64, b *[4]uint8) uint64 {
	x = rows[b[0]] >> (x & 63)
	x = rows[b[1]] >> (x & 63)
	x = rows[b[2]] >> (x & 63)
	return rows[b[3]] >> (x & 63)
}

// A head is the beginning of a string: eight bytes of which the last are the first 1 to 8 of the
// string, so many that a multiple of eight follows. The others are NULs. The row of NUL leads from
// the first place to itself, so a walk may read them, and no loop over single bytes is needed,
// which would mispredict its end.
type head [16]uint8

// fill takes the beginning of s, which must not be empty, and returns the eight bytes and how many
// of them are of s.
func (h *head) fill(s string) (b *[8]uint8, n int) {
	if len(s) >= 8 {
		*(*[8]uint8)(h[8:]) = *(*[8]uint8)(unsafe.Pointer(unsafe.StringData(s)))
	} else {
		copy(h[8:], s)
	}
	n = (len(s)-1)&7 + 1
	return (*[8]uint8)(unsafe.Add(unsafe.Pointer(h), n)), n
}

// validOnShiftRows is Valid of a string that is not empty nor begins with a NUL.
func (r Rule) validOnShiftRows(set unsafe.Pointer, s string) bool {
	stops, rows := *(*uint64)(unsafe.Add(set, placesStops)), (*[256]uint64)(unsafe.Add(set, placesRows))
	var h head
	b, n := h.fill(s)
	x := uint64(*(*uint8)(unsafe.Add(set, placesFirst)))
	y := four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
	if stops>>(y&63)&1 != 0 {
		return r.validAfter(set, x, y, s, 0)
	}
	for ; n < len(s); n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if load(unsafe.Pointer(b), 0)&highBits != 0 {
			sawPlaces(set, s[:n])
			return r.validOnRest(stateAt(set, y), s[n:])
		}
		x = y
		y = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
		if stops>>(y&63)&1 != 0 {
			return r.validAfter(set, x, y, s, n)
		}
	}
	sawPlaces(set, s)
	return *(*uint64)(set)>>(y&63)&1 != 0
}

// validAfter decides about s after a walk on the front whose place was x after n bytes and that
// came to y, the dead state or the spill.
func (r Rule) validAfter(front unsafe.Pointer, x, y uint64, s string, n int) bool {
	sawPlaces(front, s[:min(n+8, len(s))])
	if y&63 == uint64(*(*uint8)(unsafe.Add(front, placesDead))) || !r.whole() {
		return false
	}
	return r.accepting(r.resume(stateAt(front, x), s[n:], true))
}

// validOnRest decides about a string of which q is the state before s.
func (r Rule) validOnRest(q int, s string) bool {
	rest, spilled := r.places(atRest), false
	if x, ok := placeOf(rest, q); ok {
		x, n := walk(rest, noBits, x, s)
		if n == len(s) {
			return *(*uint64)(rest)>>x&1 != 0
		}
		q, s, spilled = stateAt(rest, x), s[n:], true
	}
	if !r.whole() {
		return false
	}
	q, _ = r.resumeOn(rest, noBits, q, s, spilled)
	return r.accepting(q)
}

// walk walks s from place x. It returns the place after the first n bytes: all of s where n is
// len(s); else the next eight bytes have a bit of until, or the next eight bytes, or all that are
// left, spill.
func walk(set unsafe.Pointer, until, x uint64, s string) (place uint64, n int) {
	stops, rows := *(*uint64)(unsafe.Add(set, placesStops)), (*[256]uint64)(unsafe.Add(set, placesRows))
	y := x
	for ; n <= len(s)-8; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if load(unsafe.Pointer(b), 0)&until != 0 {
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

// stopped returns what walk returns when the place was x after n bytes of s and became y, the dead
// state or the spill.
func stopped(set unsafe.Pointer, x, y uint64, s string, n int) (uint64, int) {
	sawPlaces(set, s[:min(n+8, len(s))])
	if dead := uint64(*(*uint8)(unsafe.Add(set, placesDead))); y&63 == dead {
		return dead, len(s)
	}
	return x & 63, n
}

// stateAt returns the state of a place.
func stateAt(set unsafe.Pointer, x uint64) int {
	return int(*(*uint16)(unsafe.Add(set, placesStates+2*(x&63))))
}

// placeOf returns the place of a state; false when it has none, or set is nil.
func placeOf(set unsafe.Pointer, q int) (x uint64, ok bool) {
	if set == nil || uint(q) >= escape {
		return 0, false
	}
	at := *(*uint8)(unsafe.Add(set, placesOf+q))
	return uint64(at), at != *(*uint8)(unsafe.Add(set, placesSpill))
}

// resume returns the state after q on s. If spilled is set, the first bytes of s do from q on the
// front. The walk stays on the front up to the first block that has a byte over 0x7F.
func (r Rule) resume(q int, s string, spilled bool) int {
	q, s = r.resumeOn(r.places(atFront), highBits, q, s, spilled)
	q, _ = r.resumeOn(r.places(atRest), noBits, q, s, false)
	return q
}

// resumeOn walks s from q on a set of places where it can, else on plain rows. It returns the state
// and what is left of s: nothing, or what begins with eight bytes that have a bit of until, or all
// after the byte that was fatal. If spilled is set, the first bytes of s do from q.
func (r Rule) resumeOn(set unsafe.Pointer, until uint64, q int, s string, spilled bool) (int, string) {
	const stay = 8 // bytes on plain rows after a spill
	for q != 0 && s != "" && !begins(s, until) {
		if x, ok := placeOf(set, q); ok && !spilled {
			x, n := walk(set, until, x, s)
			q, s, spilled = stateAt(set, x), s[n:], true
		} else {
			n := min(stay, len(s))
			q, s, spilled = r.advancePlain(q, s[:n]), s[n:], false
		}
	}
	return q, s
}

// begins reports whether s begins with eight bytes that have one of the bits.
func begins(s string, bits uint64) bool {
	return len(s) >= 8 && load(unsafe.Pointer(unsafe.StringData(s)), 0)&bits != 0
}

// prefix is Prefix of a table that is whole.
//
// Idea. Rows tell where blocks end, so the walk notes the last end that accepts. From there on the
// table is stepped byte by byte, up to the end of the block that stopped the walk.
func (r Rule) prefix(s string) int {
	longest, q, n := -1, int(r[atStart]), 0
	set, until, slow := r.places(atFront), uint64(highBits), 0 // bytes before slow are stepped one by one
	x, ok := uint64(0), false
	if set != nil && s != "" && s[0] != 0 {
		x, ok = uint64(*(*uint8)(unsafe.Add(set, placesFirst))), true
	}
	for {
		if ok {
			last, end, stop := walkMembers(set, until, x, s, n)
			if end == len(s) {
				return end
			}
			if end >= 0 {
				longest, q, n = end, stateAt(set, last), end
			}
			if slow = stop + 8; begins(s[stop:], until) {
				set, until, slow = r.places(atRest), noBits, stop
			}
		}
		if r.accepting(q) {
			longest = n
		}
		if q == 0 || n == len(s) {
			return longest
		}
		if x, ok = placeOf(set, q); !ok || n < slow {
			saw("plain rows", s[n:n+1])
			q, ok = r.step(q, s[n]), false
			n++
		}
	}
}

// walkMembers walks s in blocks, and its last bytes one by one, from place x after n bytes. It
// returns the last place that accepts of those between blocks, and how many bytes are before it, -1
// where none accepts; and how many are before the block that stopped it: one that has a bit of
// until, is fatal or spills.
func walkMembers(set unsafe.Pointer, until, x uint64, s string, n int) (last uint64, end, stop int) {
	accepts, stops := *(*uint64)(unsafe.Add(set, placesAccepts)), *(*uint64)(unsafe.Add(set, placesStops))
	rows, from := (*[256]uint64)(unsafe.Add(set, placesRows)), n
	for end = -1; ; n += 8 {
		if accepts>>(x&63)&1 != 0 {
			last, end = x, n
		}
		if n > len(s)-8 {
			break
		}
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if load(unsafe.Pointer(b), 0)&until != 0 {
			sawPlaces(set, s[from:n])
			return last, end, n
		}
		if x = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:])); stops>>(x&63)&1 != 0 {
			sawPlaces(set, s[from:n+8])
			return last, end, n
		}
	}
	sawPlaces(set, s[from:])
	for stop = n; n < len(s); n++ {
		if x = rows[s[n]] >> (x & 63); accepts>>(x&63)&1 != 0 {
			last, end = x, n+1
		}
	}
	return last, end, stop
}
