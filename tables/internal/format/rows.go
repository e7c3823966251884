package format

import "unsafe"

// This file reads one transition of a table.
//
// Rows are read without bounds checks, which would account for a third of a walk's time. The mask
// replaces them (the last invariant): however malformed the table, a walk never reads outside the
// table's string.

// RowAt returns the row of b's class. Entries of classes are offsets from base, the beginning of
// the table. The compiler merges the loads of an entry's two bytes into one.
func RowAt(base unsafe.Pointer, classes *[ClassesSize]uint8, mask uint, b uint8) *[Window]uint8 {
	at := uint(classes[2*uint(b)]) | uint(classes[2*uint(b)+1])<<8
	return (*[Window]uint8)(unsafe.Add(base, at&mask))
}

// Rows is a view of the sections that the plain engine reads.
type Rows struct {
	Classes *[ClassesSize]uint8
	Base    unsafe.Pointer // the beginning of the table; entries of classes are offsets from it
	Mask    uint
}

// NewRows returns a view of the rows of t, which must be whole.
func NewRows(t Table) Rows {
	base := unsafe.Pointer(unsafe.StringData(string(t)))
	return Rows{
		Classes: (*[ClassesSize]uint8)(unsafe.Add(base, len(t)-FromEnd)),
		Base:    base,
		Mask:    uint(t.Uint32(AtMask)),
	}
}

// Row returns the row of b's class.
func (p *Rows) Row(b uint8) *[Window]uint8 { return RowAt(p.Base, p.Classes, p.Mask, b) }

// A Wide is a view of the wide table, and of the rows for the states without cells in the wide
// table.
type Wide struct {
	table Table
	rows  Rows
	at    int // the offset of the section
	first int // the first state with cells
	size  int // the number of states with cells
}

// NewWide returns a view of the wide table of t, which must be whole.
func NewWide(t Table) Wide {
	first, states := int(t[AtFirst]), t.Uint32(AtStates)
	return Wide{table: t, rows: NewRows(t), at: t.Uint32(AtWide), first: first, size: states - first}
}

// Next returns the state reached from state q on byte b, or the dead state if the table has no
// state q.
func (w *Wide) Next(q int, b uint8) int {
	if q < w.first {
		return int(w.rows.Row(b)[uint8(q)])
	}
	if q -= w.first; q >= w.size {
		return 0
	}
	// The stride of a table with wide cells is 256, and rows begin at an offset below 256, so the
	// high byte of an entry is the class.
	at := w.at + 2*(w.size*int(w.rows.Classes[2*uint(b)+1])+q)
	if uint(at) > uint(len(w.table)-2) {
		return 0 // machine.Verify rejects this table: other sections follow the last cell
	}
	return w.table.Uint16(at)
}

// Step returns the state reached from state q on byte b. The table must be whole.
func Step(t Table, q int, b uint8) int {
	if q < int(t[AtFirst]) {
		p := NewRows(t)
		return int(p.Row(b)[uint8(q)])
	}
	w := NewWide(t)
	return w.Next(q, b)
}
