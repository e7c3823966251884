package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// Prefix finds the longest member at the start of s.
//
// Idea. walkMembers walks complete blocks using shift rows, and then the remaining bytes one by
// one. It tests the place before each block and after each remaining byte, and records the last
// accepting place. A longer member may end after this place, inside any later block. So Prefix
// continues from the recorded place byte by byte, using the plain rows, up to the end of the block
// that stopped walkMembers. Then Prefix returns to walkMembers if the state has a place.
//
// Requires and returns. Prefix requires a complete table. It returns the length of the member in
// bytes, or -1 if no prefix of s is a member.
//
// Cost. See the section "front" in doc.go.
//
// Rejected. Plain rows only: 4.9 times as long on urls.txt (Zen 5).
//
// Tested against: TestPrefixIsTheLongestValidPrefix.
func Prefix(t format.Table, s string) int {
	longest, q, n := -1, int(t[format.AtStart]), 0
	set, until, slow := t.Places(format.AtFront), uint64(format.HighBits), 0 // bytes before slow are walked one by one
	x, ok := uint64(0), false
	if set != nil && s != "" && s[0] != 0 {
		x, ok = uint64(*(*uint8)(unsafe.Add(set, format.PlacesFirst))), true
	}
	for {
		if ok {
			last, end, stop := walkMembers(set, until, x, s, n)
			if end == len(s) {
				return end
			}
			if end >= 0 {
				longest, q, n = end, format.StateAt(set, last), end
			}
			if slow = stop + 8; begins(s[stop:], until) {
				set, until, slow = t.Places(format.AtRest), noBits, stop
			}
		}
		if t.Accepts(q) {
			longest = n
		}
		if q == 0 || n == len(s) {
			return longest
		}
		if x, ok = format.PlaceOf(set, q); !ok || n < slow {
			saw("plain rows", s[n:n+1])
			q, ok = format.Step(t, q, s[n]), false
			n++
		}
	}
}

// walkMembers walks s using a set of places, from offset n and place x: complete blocks first, then
// the remaining bytes one by one. Before each block, after the last block, and after each remaining
// byte, it records the place if the place accepts. last is the last place recorded, and end its
// offset in s, or -1 if no place was recorded. The walk ends before a block in which a bit of the
// until mask is set, and before a block that leads to the dead state or to the spill. stop is the
// offset of this block. If no block ends the walk, stop is the offset of the remaining bytes.
func walkMembers(set unsafe.Pointer, until, x uint64, s string, n int) (last uint64, end, stop int) {
	accepts, stops := *(*uint64)(unsafe.Add(set, format.PlacesAccepts)), *(*uint64)(unsafe.Add(set, format.PlacesStops))
	rows, from := (*[256]uint64)(unsafe.Add(set, format.PlacesRows)), n
	for end = -1; ; n += 8 {
		if accepts>>(x&63)&1 != 0 {
			last, end = x, n
		}
		if n > len(s)-8 {
			break
		}
		b := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
		if format.Load(unsafe.Pointer(b), 0)&until != 0 {
			sawPlaces(set, s[from:n])
			return last, end, n
		}
		if x = four(rows, four(rows, x, (*[4]uint8)(b[:4])), (*[4]uint8)(b[4:])); stops>>(x&63)&1 != 0 {
			sawPlaces(set, s[from:n+8])
			return last, end, n
		}
	}
	sawPlaces(set, s[from:])
	for stop = n; n < len(s); n++ {
		if x = rows[s[n]] >> (x & 63); accepts>>(x&63)&1 != 0 {
			last, end = x, n+1
		}
	}
	return last, end, stop
}
