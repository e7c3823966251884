package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Advance returns the state after q on s. The table must be whole.
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
