package format

import "unsafe"

// Offsets in a places section.
const (
	PlacesAccepts = 0                   // uint64: the bit of a place is set if its state accepts
	PlacesStops   = 8                   // uint64: the bits of the dead place and the spill
	PlacesFirst   = 16                  // uint8, in the front: the place of the start before the first byte
	PlacesDead    = 17                  // uint8: the place of the dead state
	PlacesSpill   = 18                  // uint8: the place of the spill
	PlacesRows    = 24                  // 256 × uint64: the rows, by byte
	PlacesStates  = PlacesRows + 8*256  // 64 × uint16, by place: its state, or 0 if none is live
	PlacesOf      = PlacesStates + 2*64 // 256 × uint8, by state: its place, or the spill
	PlacesSize    = PlacesOf + 256
)

// Places returns a set of places, or nil if there is none. section is AtFront or AtRest, where the
// header contains the offset of the set.
func (t Table) Places(section int) unsafe.Pointer {
	if !Shifts || len(t) < AtRows+FromEnd+PlacesSize {
		return nil
	}
	at := uint(t.Uint32(section))
	if at-1 >= uint(len(t)-PlacesSize) {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(t))), at)
}

// StateAt returns the state of place x in a set of places, or 0 for the dead place and the spill.
func StateAt(set unsafe.Pointer, x uint64) int {
	return int(*(*uint16)(unsafe.Add(set, PlacesStates+2*(x&63))))
}

// PlaceOf returns the place of state q in a set. ok is false if q has no place, or if set is nil.
func PlaceOf(set unsafe.Pointer, q int) (x uint64, ok bool) {
	if set == nil || uint(q) >= Far {
		return 0, false
	}
	at := *(*uint8)(unsafe.Add(set, PlacesOf+q))
	return uint64(at), at != *(*uint8)(unsafe.Add(set, PlacesSpill))
}
