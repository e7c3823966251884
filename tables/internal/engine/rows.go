package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file has the plain engine, for every state of every rule.
//
// Idea. A step is one load, row[q], from the row of the byte's class. The row's address depends on
// the byte alone, so each load waits only for the load before it.
//
// Requires a whole table. The loops have no bounds checks, see [format.Rows].
//
// Cost. A load a byte: four or five cycles.
//
// Rejected. The state as the outer index of rows: a step costs a multiplication, an addition and a
// load on the critical path (see package format).
//
// Twin: the naive loop over the Machine.

// advancePlain is Advance on plain rows, and on the wide table after a far state.
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

// near walks s from state q on rows, eight bytes a turn. After each turn it tests for an early end
// of the walk: the dead state, so that the rest of s does not matter, or a far state. At a far
// state n is the offset where that turn began, and to the state there; else n is len(s).
func near(t format.Table, q uint8, s string) (to uint8, n int) {
	p, i := format.NewRows(t), 0
	for ; i < len(s)-7; i += 8 {
		block := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
		a, b, c, d := p.Row(block[0]), p.Row(block[1]), p.Row(block[2]), p.Row(block[3])
		to := d[c[b[a[q]]]]
		a, b, c, d = p.Row(block[4]), p.Row(block[5]), p.Row(block[6]), p.Row(block[7])
		to = d[c[b[a[to]]]]
		if to+1 <= 1 { // dead, or far
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

// far walks s on the wide table from state q. It returns the number n of bytes walked, and the
// state to after them: all bytes, or at least stay, up to the first state that is not far.
func far(t format.Table, q int, s string) (to, n int) {
	// Each time near meets a far state, far walks the bytes of its last turn once more. A walk stays
	// here for at least this number of bytes, so that the cost is negligible.
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
