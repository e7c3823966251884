package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Advance walks s from state q, and returns the state after s, or 0, the dead state, if the walk
// dies. The table must be complete. If it has no places, Advance walks the plain rows
// (advancePlain).
//
// A walk from the start state begins in the front, at the first place. The shift row for NUL maps
// the first place to itself (see head), not to the state after a NUL. So Advance passes a string
// that begins with a NUL to resume, which does not use the first place. It also calls resume for a
// walk from any other state.
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
