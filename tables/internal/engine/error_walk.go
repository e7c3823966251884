package engine

import (
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// An ErrorWalk is the result of a walk to the fatal byte, or to the end of the string.
type ErrorWalk struct {
	N     int  // byte offset of the last boundary before the fatal byte or the end
	State int  // the state after the first N bytes
	Last  int  // the state after the complete string; 0, the dead state, if there is a fatal byte
	ASCII bool // whether all bytes read are ASCII, including the fatal one
}

// WalkToError walks s from state q to the fatal byte, or to the end of s. It returns the last
// boundary before this point, and the state there. The table must be complete.
//
// Idea. Valid needs only the verdict, but WalkToError needs the offset of the fatal byte. So if a
// block dies or spills, WalkToError walks it again byte by byte, testing for both after each byte.
// Before the first byte over 0x7F, every byte is followed by a boundary. From that byte on, the
// table distinguishes the states inside a UTF-8 sequence from the others (format.Table.InSequence).
// A sequence is at most four bytes long, so one of the last four states is outside a sequence. The
// walk keeps the last four states and looks for the boundary only once, at its end, which avoids a
// branch per byte. In a rule over octets, a single byte may be a unit. WalkToError then treats
// every offset at which a unit may end as a boundary, even in the middle of a code point of s.
//
// Requires and returns. WalkToError requires a table on which no walk is inside a sequence for more
// than three bytes; this holds for compiled tables. If no boundary follows a byte read, N is 0 and
// State is q. At most three bytes separate the boundary from the fatal byte or the end of s.
//
// Cost. A third of the naive loop's time per byte (Zen 5).
//
// Rejected. Walking blocks of eight bytes, and then the block with the fatal byte using the plain
// rows: the branches after the last block mispredict, and 20 bytes take twice as long (Zen 5).
//
// Tested against: the loop over the machine (TestWalkToError).
func WalkToError(t format.Table, q int, s string) ErrorWalk {
	w := ErrorWalk{State: q, ASCII: true}
	set, n := t.Places(format.AtFront), 0
	x, ok := format.PlaceOf(set, q)
	if set != nil && q == int(t[format.AtStart]) && s != "" && s[0] != 0 {
		x, ok = uint64(*(*uint8)(unsafe.Add(set, format.PlacesFirst))), true
	}
	for n < len(s) && q != 0 {
		if ok && w.ASCII {
			q, n = w.onFront(set, x, s, n)
		} else if ok {
			q, n = w.onRest(t, set, x, s, n)
		}
		if q == 0 || n == len(s) {
			break
		}
		if w.ASCII && s[n] >= utf8.RuneSelf {
			set, w.ASCII = t.Places(format.AtRest), false
		} else {
			q, n = w.onRows(t, q, s, n)
		}
		x, ok = format.PlaceOf(set, q)
	}
	w.Last = q
	return w
}

// onFront walks s using the front, from offset n and place x, and records the last boundary in N
// and State. It walks complete blocks, up to a block that contains a byte over 0x7F or leads to the
// dead state or to the spill. From this block it walks byte by byte. It stops before a byte that
// spills, is fatal or is over 0x7F, or at the end of s. to is the offset where it stops, and q is
// the state there, or the dead state if the byte at to is fatal.
func (w *ErrorWalk) onFront(set unsafe.Pointer, x uint64, s string, n int) (q, to int) {
	stops, rows := *(*uint64)(unsafe.Add(set, format.PlacesStops)), (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	from, dead := n, false
	for ; n <= len(s)-8; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		y := four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:]))
		if stops>>(y&63)&1 != 0 || format.Load(unsafe.Pointer(b), 0)&format.HighBits != 0 {
			break
		}
		x = y
	}
	for ; n < len(s) && s[n] < utf8.RuneSelf; n++ {
		y := rows[s[n]] >> (x & 63)
		if stops>>(y&63)&1 != 0 {
			dead = y&63 == uint64(*(*uint8)(unsafe.Add(set, format.PlacesDead)))
			break
		}
		x = y
	}
	sawPlaces(set, s[from:n])
	q = format.StateAt(set, x)
	if n > from {
		w.N, w.State = n, q
	}
	if dead {
		return 0, n
	}
	return q, n
}

// onRest walks s using the rest, from offset n and place x, over bytes of any value, and records
// the last boundary in N and State. It walks complete blocks. It stops at a block that leads to the
// dead state or to the spill, or when fewer than eight bytes remain. If it has walked any block, it
// returns to the beginning of the last block walked, which may contain the last boundary. From
// there it walks byte by byte. It stops before a byte that spills or is fatal, or at the end of s.
// to is the offset where it stops, and q is the state there, or the dead state if the byte at to is
// fatal.
func (w *ErrorWalk) onRest(t format.Table, set unsafe.Pointer, x uint64, s string, n int) (q, to int) {
	stops, rows := *(*uint64)(unsafe.Add(set, format.PlacesStops)), (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	from, block, y := n, x, x
	for ; n <= len(s)-8; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if y = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:])); stops>>(y&63)&1 != 0 {
			break
		}
		block, x = x, y
	}
	if n > from { // walk the last good block again to find its boundaries
		x, n = block, n-8
	}
	places := x & 63 // the last four places, one byte each
	at := n
	for ; n < len(s); n++ {
		if y = rows[s[n]] >> (x & 63); stops>>(y&63)&1 != 0 {
			break
		}
		places, x = places<<8|y&63, y
	}
	sawPlaces(set, s[from:n])
	for k := range min(4, n-at) {
		if state := format.StateAt(set, places>>(8*k)); !t.InSequence(state) {
			w.N, w.State = n-k, state
			break
		}
	}
	if n < len(s) && y&63 == uint64(*(*uint8)(unsafe.Add(set, format.PlacesDead))) {
		return 0, n
	}
	return format.StateAt(set, x), n
}

// onRows walks at most eight bytes of s, of any value, using the rows and the wide table, from
// offset n and state q. It records the last boundary in N and State. It sets ASCII to false at a
// byte over 0x7F, even a fatal one. at is the offset after the bytes walked, and to is the state
// there. If a byte is fatal, to is the dead state. In this case at is the offset of the fatal byte
// or of the byte after it.
func (w *ErrorWalk) onRows(t format.Table, q int, s string, n int) (to, at int) {
	p, first, end := format.NewRows(t), int(t[format.AtFirst]), min(n+8, len(s))
	from, states := n, uint32(0) // the last four states, one byte each
	for ; n < end && q < first; n++ {
		w.ASCII = w.ASCII && s[n] < utf8.RuneSelf
		next := p.Row(s[n])[uint8(q)]
		if next == 0 {
			q = 0
			break
		}
		q, states = int(next), states<<8|uint32(next)
	}
	for k := range min(4, n-from) {
		if state := int(uint8(states >> (8 * k))); !t.InSequence(state) {
			w.N, w.State = n-k, state
			break
		}
	}
	for ; n < end && q >= first; n++ {
		w.ASCII = w.ASCII && s[n] < utf8.RuneSelf
		if q = format.Step(t, q, s[n]); q != 0 && !t.InSequence(q) {
			w.N, w.State = n+1, q
		}
	}
	saw("plain rows", s[from:n])
	return q, n
}

// CodePoints returns the number of code points of s, a prefix of a member. For a table with HasUTF8
// this is the number of bytes that do not continue a sequence (all but 0x80 to 0xBF). So a caller
// may split a string anywhere and add up the counts of its pieces. For other tables it is the
// result of [utf8.RuneCountInString].
func CodePoints(t format.Table, s string) int {
	if t[format.AtFlags]&format.HasUTF8 == 0 {
		return utf8.RuneCountInString(s)
	}
	n, i := len(s), 0
	for ; format.Shifts && i <= len(s)-8; i += 8 {
		w := format.Load(unsafe.Pointer(unsafe.StringData(s)), i)
		n -= int((w >> 7 &^ (w >> 6) & format.Ones) * format.Ones >> 56)
	}
	for ; i < len(s); i++ {
		if !utf8.RuneStart(s[i]) {
			n--
		}
	}
	return n
}
