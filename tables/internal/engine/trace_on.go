//go:build trace

package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Traced, when set, is told of every engine that reads bytes of a string, and of these bytes. It is
// for the test of the page of engines and for one goroutine.
var Traced func(engine, s string)

// tracing is 1 where the engines are traced.
const tracing = 1

// saw tells Traced that an engine read s.
func saw(engine, s string) {
	if Traced != nil && s != "" {
		Traced(engine, s)
	}
}

// sawPlaces is saw for a walk on a set of places.
func sawPlaces(set unsafe.Pointer, s string) {
	if *(*uint8)(unsafe.Add(set, format.PlacesFirst)) == *(*uint8)(unsafe.Add(set, format.PlacesDead)) {
		saw("rest", s)
	} else {
		saw("front", s)
	}
}
