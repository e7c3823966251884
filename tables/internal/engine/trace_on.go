//go:build trace

package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Traced, when set, is called by every engine with its name and the bytes of a string it reads.
// Only munchFar does not call it. Traced serves the test of the page of engines, in one goroutine.
var Traced func(engine, s string)

// tracing is 1 where the engines are traced.
const tracing = 1

// saw calls Traced for an engine that read s, unless s is empty.
func saw(engine, s string) {
	if Traced != nil && s != "" {
		Traced(engine, s)
	}
}

// sawPlaces is saw for a walk on a set of places. In the rest the first place is the dead one.
func sawPlaces(set unsafe.Pointer, s string) {
	if *(*uint8)(unsafe.Add(set, format.PlacesFirst)) == *(*uint8)(unsafe.Add(set, format.PlacesDead)) {
		saw("rest", s)
	} else {
		saw("front", s)
	}
}
