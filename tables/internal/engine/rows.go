package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file has the plain engine, which knows every state of every rule.
//
// Idea. A step is one load, row[q], from the row of the byte's class: its address depends on the
// byte alone, so only the loads form a chain.
//
// Cost. A load a byte: four or five cycles.
//
// The loops have no bounds checks, which would cost a third of that. The mask replaces them (the
// last invariant of package format): no string, however malformed, makes a walk read outside it.
//
// Twin: the naive loop over the Machine.

// row returns the row of the class of b. Entries of classes count from rows, the beginning of the
// table. The compiler makes one load of the two bytes of an entry.
func row(rows unsafe.Pointer, classes *[format.ClassesSize]uint8, mask uint, b uint8) *[format.Window]uint8 {
	at := uint(classes[2*uint(b)]) | uint(classes[2*uint(b)+1])<<8
	return (*[format.Window]uint8)(unsafe.Add(rows, at&mask))
}

// advancePlain is Advance on plain rows, and on the wide table from far states on.
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

// near walks s from state q on rows, eight bytes a turn. After each turn it tests whether the walk
// is over early: dead, so that the rest of s does not matter, or in a far state. Then n is the
// offset where that turn began, else it is len(s).
func near(t format.Table, q uint8, s string) (to uint8, n int) {
	p, i := NewRows(t), 0
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

// Rows are a view of the sections that this engine walks.
type Rows struct {
	classes *[format.ClassesSize]uint8
	rows    unsafe.Pointer // from where entries of classes count: the beginning of the table
	mask    uint
}

// NewRows returns the view. The table must be whole.
func NewRows(t format.Table) Rows {
	base := unsafe.Pointer(unsafe.StringData(string(t)))
	return Rows{
		classes: (*[format.ClassesSize]uint8)(unsafe.Add(base, len(t)-format.FromEnd)),
		rows:    base,
		mask:    uint(t.Uint32(format.AtMask)),
	}
}

// Row returns the row of the class of b.
func (p *Rows) Row(b uint8) *[format.Window]uint8 { return row(p.rows, p.classes, p.mask, b) }

// far walks s on the wide table from state q. It returns how many bytes it took: all, or as many as
// led back to a state that rows know, and at least stay.
func far(t format.Table, q int, s string) (to, n int) {
	// A walk that goes to and fro does a turn twice each time it leaves near, so it stays here long
	// enough for that not to matter.
	const stay = 64
	w := newWide(t)
	for n < len(s) && (n < stay || q >= format.Far) {
		if q = w.next(q, s[n]); q == 0 {
			saw("far table", s[:n+1])
			return 0, len(s)
		}
		n++
	}
	saw("far table", s[:n])
	return q, n
}

// A wide is a view of the wide table, and of rows for the states that it has no cells for.
type wide struct {
	table format.Table
	rows  Rows
	at    int // where the section begins
	first int // the first state that has cells
	size  int // how many states have
}

// newWide returns the view. The table must be whole.
func newWide(t format.Table) wide {
	first, states := int(t[format.AtFirst]), t.Uint32(format.AtStates)
	return wide{table: t, rows: NewRows(t), at: t.Uint32(format.AtWide), first: first, size: states - first}
}

// next returns the state after q on b, and the dead state when the table has no state q.
func (w *wide) next(q int, b uint8) int {
	if q < w.first {
		return int(w.rows.Row(b)[uint8(q)])
	}
	if q -= w.first; q >= w.size {
		return 0
	}
	// The stride of a table with wide cells is 256, and rows begin at an offset below 256, so the high
	// byte of an entry is the class.
	at := w.at + 2*(w.size*int(w.rows.classes[2*uint(b)+1])+q)
	if uint(at) > uint(len(w.table)-2) {
		return 0 // no table that machine.Verify accepts: other sections come after the last cell
	}
	return w.table.Uint16(at)
}

// Step returns the state after q on b. The table must be whole.
func Step(t format.Table, q int, b uint8) int {
	if q < int(t[format.AtFirst]) {
		p := NewRows(t)
		return int(p.Row(b)[uint8(q)])
	}
	w := newWide(t)
	return w.next(q, b)
}
