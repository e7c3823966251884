package engine

import (
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// A Life is the result of a walk up to the fatal byte, or to the end of the string.
type Life struct {
	N     int  // the last boundary between two code points: an offset in bytes
	State int  // the state at this boundary
	Last  int  // the state after the whole string, 0 if it is dead
	ASCII bool // whether all bytes read are ASCII, the fatal one included
}

// Live walks s from state q up to the fatal byte, or to the end of s. It returns the last
// boundary between two code points before that byte or end, and the state there. The table must
// be whole.
//
// Idea. Unlike the walk of Valid, this walk on shift rows tests for the dead state and the spill
// after each byte, because it must find the first fatal byte. Before the first byte over 0x7F
// there is a boundary after every byte. After it, the table tells the states inside a UTF-8
// sequence from the others (format.Table.InSequence), and one of the last four states is outside.
// So the walk keeps the last four states, looks for the boundary once at the end, and needs no
// branch a byte for it. In a rule over octets a boundary is after every byte that need not belong
// to a sequence, even in the middle of a code point of s.
//
// Requires and returns. It requires a table whose states are inside a sequence for three bytes at
// most, as in compiled tables. If no byte read has a boundary after it, N is 0 and State is q. At
// most three bytes of a string follow the boundary unless the walk dies.
//
// Cost. A third of the naive loop's time a byte (Zen 5).
//
// Rejected. Blocks of eight bytes, and the block with the fatal byte once more on plain rows: the
// branches after the last block mispredict, and 20 bytes take twice as long (Zen 5).
//
// Twin: the loop over the machine (TestLive).
func Live(t format.Table, q int, s string) Life {
	l := Life{State: q, ASCII: true}
	set, n := t.Places(format.AtFront), 0
	x, ok := format.PlaceOf(set, q)
	if set != nil && q == int(t[format.AtStart]) && s != "" && s[0] != 0 {
		x, ok = uint64(*(*uint8)(unsafe.Add(set, format.PlacesFirst))), true
	}
	for n < len(s) && q != 0 {
		if ok && l.ASCII {
			q, n = l.onFront(set, x, s, n)
		} else if ok {
			q, n = l.onRest(t, set, x, s, n)
		}
		if q == 0 || n == len(s) {
			break
		}
		if l.ASCII && s[n] >= utf8.RuneSelf {
			set, l.ASCII = t.Places(format.AtRest), false
		} else {
			q, n = l.onRows(t, q, s, n)
		}
		x, ok = format.PlaceOf(set, q)
	}
	l.Last = q
	return l
}

// onFront walks s from the offset n on, on the front set from place x, and notes the last
// boundary in N and State. It walks blocks of eight bytes, and single bytes from the first block
// with a byte over 0x7F or with the dead state or the spill after it. It stops before a byte that
// spills, is fatal or is over 0x7F, or at the end. It returns the state q there and the offset
// to. If the byte at to is fatal, q is the dead state.
func (l *Life) onFront(set unsafe.Pointer, x uint64, s string, n int) (q, to int) {
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
		l.N, l.State = n, q
	}
	if dead {
		return 0, n
	}
	return q, n
}

// onRest walks s from the offset n on, on the rest set from place x, over bytes of any value, and
// notes the last boundary in N and State. It walks blocks of eight up to one that spills or is
// fatal. Then it walks single bytes from the block before that one on, for the last boundary. It
// stops before the byte that spills or is fatal, or at the end. It returns the state q there and
// the offset to. If the byte at to is fatal, q is the dead state.
func (l *Life) onRest(t format.Table, set unsafe.Pointer, x uint64, s string, n int) (q, to int) {
	stops, rows := *(*uint64)(unsafe.Add(set, format.PlacesStops)), (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	from, block, y := n, x, x
	for ; n <= len(s)-8; n += 8 {
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if y = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:])); stops>>(y&63)&1 != 0 {
			break
		}
		block, x = x, y
	}
	if n > from { // walk the block before it once more, for the boundaries in it
		x, n = block, n-8
	}
	places := x & 63 // the last four places, a byte each
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
			l.N, l.State = n-k, state
			break
		}
	}
	if n < len(s) && y&63 == uint64(*(*uint8)(unsafe.Add(set, format.PlacesDead))) {
		return 0, n
	}
	return format.StateAt(set, x), n
}

// onRows walks s from state q on the rows and the wide table, over at most eight bytes of any
// value from the offset n on. It notes the last boundary in N and State, and clears ASCII at a
// byte over 0x7F, even a fatal one. It returns the state to and the offset at of the next byte.
// If a byte is fatal, to is the dead state and at has no meaning: the offset of that byte or the
// one after it.
func (l *Life) onRows(t format.Table, q int, s string, n int) (to, at int) {
	p, first, end := format.NewRows(t), int(t[format.AtFirst]), min(n+8, len(s))
	from, states := n, uint32(0) // the last four states, a byte each
	for ; n < end && q < first; n++ {
		l.ASCII = l.ASCII && s[n] < utf8.RuneSelf
		next := p.Row(s[n])[uint8(q)]
		if next == 0 {
			q = 0
			break
		}
		q, states = int(next), states<<8|uint32(next)
	}
	for k := range min(4, n-from) {
		if state := int(uint8(states >> (8 * k))); !t.InSequence(state) {
			l.N, l.State = n-k, state
			break
		}
	}
	for ; n < end && q >= first; n++ {
		l.ASCII = l.ASCII && s[n] < utf8.RuneSelf
		if q = format.Step(t, q, s[n]); q != 0 && !t.InSequence(q) {
			l.N, l.State = n+1, q
		}
	}
	saw("plain rows", s[from:n])
	return q, n
}

// CodePoints returns the number of code points of s, the beginning of a member. In a table with
// HasUTF8 it counts all bytes but those that continue a sequence (0x80 to 0xBF), so a caller may
// add up the counts of pieces of a string.
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
