//go:build trace

package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// If Traced is not nil, every engine except farMatch calls it with its name and with the bytes
// passed to it. Only TestPageOfEngines sets Traced, and it uses only one goroutine.
var Traced func(engine, s string)

// tracing is 1 in this build and 0 in others. A loop that only calls saw multiplies its number of
// iterations by tracing.
const tracing = 1

// saw calls Traced with the name of an engine and with s, the bytes passed to it, unless s is
// empty.
func saw(engine, s string) {
	if Traced != nil && s != "" {
		Traced(engine, s)
	}
}

// sawPlaces calls saw with the name "front" or "rest" for a walk on a set of places. In the rest,
// the field of the first place holds the place of the dead state, which distinguishes the sets.
func sawPlaces(set unsafe.Pointer, s string) {
	if *(*uint8)(unsafe.Add(set, format.PlacesFirst)) == *(*uint8)(unsafe.Add(set, format.PlacesDead)) {
		saw("rest", s)
	} else {
		saw("front", s)
	}
}
