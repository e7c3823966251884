package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file contains the plain engine: plain rows and, from far states, the far table. It can walk
// from any state of any table without calls.
//
// Idea. A step is one load: the state after q is row[q], in the row of the byte's class. The row's
// address depends only on the byte, so it is known early, and a step waits only for the previous
// step to load q.
//
// Requires a complete table. The loops have no bounds checks; see [format.Rows].
//
// Cost. One load per byte: four or five cycles.
//
// Rejected. The state as the outer index of rows: a step would cost a multiplication, an addition
// and a load on the critical path (see package format).
//
// Tested against: the naive loop over the Machine.

// advancePlain does the work of Advance without using places. It walks the plain rows (near) and,
// from a far state, the wide table (far).
func advancePlain(t format.Table, q int, s string) int {
	for {
		if q < format.Far {
			to, n := near(t, uint8(q), s)
			if n == len(s) {
				return int(to)
			}
			q, s = int(to), s[n:]
		}
		to, n := far(t, q, s)
		if n == len(s) {
			return to
		}
		q, s = to, s[n:]
	}
}

// near walks s from state q using the plain rows; q must not be far. It reads eight bytes per turn,
// and in the last turn the remaining bytes. In rows, the number format.Far represents every far
// state. Like 0, the dead state, it leads to itself on every byte. So near tests for both only once
// per turn. If s leads to the dead state, near returns 0 and len(s). If a turn leads to a far
// state, near returns the state before this turn, and the offset of the turn as n. Otherwise to is
// the state after s, and n is len(s).
func near(t format.Table, q uint8, s string) (to uint8, n int) {
	p, i := format.NewRows(t), 0
	for ; i < len(s)-7; i += 8 {
		block := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
		a, b, c, d := p.Row(block[0]), p.Row(block[1]), p.Row(block[2]), p.Row(block[3])
		to := d[c[b[a[q]]]]
		a, b, c, d = p.Row(block[4]), p.Row(block[5]), p.Row(block[6]), p.Row(block[7])
		to = d[c[b[a[to]]]]
		if to+1 <= 1 { // dead (0), or far (255, because 255+1 is 0 in a uint8)
			saw("plain rows", s[:i+8])
			if to == 0 {
				return 0, len(s)
			}
			return q, i
		}
		q = to
	}
	saw("plain rows", s)
	from := q
	for j := i; j < len(s); j++ {
		q = p.Row(s[j])[q]
	}
	if q == format.Far {
		return from, i
	}
	return q, len(s)
}

// far walks s from state q using the wide table. After at least stay bytes, it stops at the first
// state that is not far. n is the offset in s where it stops, and to is the state there. If s ends
// earlier, n is len(s). If s leads to the dead state, to is 0 and n is len(s).
func far(t format.Table, q int, s string) (to, n int) {
	// If a turn of near leads to a far state, far walks the bytes of this turn again. To make this
	// rare, far walks at least stay bytes, including these, before it returns.
	const stay = 64
	w := format.NewWide(t)
	for n < len(s) && (n < stay || q >= format.Far) {
		if q = w.Next(q, s[n]); q == 0 {
			saw("far table", s[:n+1])
			return 0, len(s)
		}
		n++
	}
	saw("far table", s[:n])
	return q, n
}
