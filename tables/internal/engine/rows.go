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

// advancePlain is Advance without places: it walks on plain rows, and on the wide table after a
// far state.
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

// near walks s from state q, which is not far, on plain rows, eight bytes a turn; the last turn
// has the bytes left. A row has format.Far for every far state, and the row of format.Far leads
// to format.Far, as that of the dead state to the dead state. So near tests once a turn. If s
// leads to the dead state, near returns 0 and len(s). If a turn leads to a far state, near
// returns the state to before that turn, and n, the offset of that turn. Else to is the state
// after s, and n is len(s).
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

// far walks s from state q on the wide table up to the first state that is not far, but over at
// least stay bytes. It returns the state to there, and the offset n in s. If s ends or leads to
// the dead state before, n is len(s).
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
