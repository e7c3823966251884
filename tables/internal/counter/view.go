package counter

import (
	"math"

	"github.com/irilex/iri/tables/internal/format"
)

// A view contains the parts of a table that a walk reads.
type view struct {
	table  format.Table
	rows   format.Rows
	first  int     // the first state with cells in the wide table
	accept int     // the offset of the accept section
	enter  int     // the first state of the inside
	inmost int     // the first state of the innermost; 0 if the table is not a subset
	back   int     // the state of the inside after a call; 0 if the inside has no calls
	last   int     // the state that only returns, or 0
	near   nearSet // the accepting states in rows
	most   int64   // the depth of the innermost, or the maximum integer
	ends   bool    // whether back accepts, so that a return may end enclosing calls
}

// open initializes v as the view of a table. It does not return a view, because Go would copy the
// view right after writing it.
func (v *view) open(t format.Table) {
	v.table, v.rows = t, format.NewRows(t)
	v.first, v.accept = int(t[format.AtFirst]), t.Uint32(format.AtAccept)
	start := int(t[format.AtStart])
	v.enter, v.back, v.last = v.step(start, format.Enter), v.step(start, format.Back), v.step(start, format.Last)
	v.ends, v.inmost = v.accepts(v.back), v.step(v.enter, format.Enter)
	if v.most = math.MaxInt64; t[format.AtExactness] == format.Subset {
		v.most = int64(t.Uint32(format.AtDepth))
	}
	if uint(v.accept) > uint(len(t)-256/8) {
		v.first = 0 // machine.Verify rejects this table
		return
	}
	for i := range v.near {
		v.near[i] = uint64(t.Uint32(v.accept+8*i)) | uint64(t.Uint32(v.accept+8*i+4))<<32
	}
}

// step returns the state reached from q on b.
func (v *view) step(q int, b byte) int { return v.on(v.rows.Row(b), q, b) }

// on is like step, but receives the row of b.
func (v *view) on(row *[format.Window]uint8, q int, b byte) int {
	if q < v.first {
		return int(row[uint8(q)])
	}
	return v.wide(q, b)
}

// wide is like step, for any state. It is a separate function so that on can be inlined.
//
//go:noinline
func (v *view) wide(q int, b byte) int { return format.Step(v.table, q, b) }

// accepts reports whether state q accepts, like Table.Accepts.
func (v *view) accepts(q int) bool {
	at := v.accept + q>>3
	return uint(at) < uint(len(v.table)) && v.table[at]>>(q&7)&1 != 0
}

// A nearSet is a set of states in rows, one bit per state.
type nearSet [256 / 64]uint64

// has reports whether the set contains state q.
func (n *nearSet) has(q uint8) bool { return n[q>>6]>>(q&63)&1 != 0 }
