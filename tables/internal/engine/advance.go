package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Advance walks s from state q, and returns the state after s: the dead one, 0, if s leads
// nowhere. It walks on places where the table has some, else on plain rows. The table must be
// whole.
//
// A walk from the start begins on the front with the place of the start. That place stays the
// same on a NUL (see head), so a string that begins with a NUL goes to resume, and so does a walk
// from any other state.
func Advance(t format.Table, q int, s string) int {
	front := t.Places(format.AtFront)
	switch {
	case front == nil || s == "":
		return advancePlain(t, q, s)
	case q != int(t[format.AtStart]) || s[0] == 0:
		return resume(t, q, s, false)
	}
	x, n := walk(front, format.HighBits, uint64(*(*uint8)(unsafe.Add(front, format.PlacesFirst))), s)
	if n == len(s) {
		return format.StateAt(front, x)
	}
	return resume(t, format.StateAt(front, x), s[n:], true)
}
