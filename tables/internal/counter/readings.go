package counter

// This file manages a walk's list of readings.
//
// Idea. The walk itself contains arrays for up to eight readings, so most walks do not allocate. A
// comparison with all of these readings loads four bytes for each.
//
// Requires and returns. See add.
//
// Cost. See the package comment.
//
// Rejected. A bit for each depth, and the minimum and maximum depth of a state (see the package
// comment).
//
// Tested against: recursive descent, for complete walks (TestCallsTwin in package build).
// TestInvariants checks each list.

// few is the number of readings that a Walk has room for. It is a power of two, so that a mask
// keeps an index in bounds.
const few = 8

// A place is a state, in its lower 16 bits, and a site.
type place uint32

func placeOf(state, site int) place { return place(state) | place(site)<<16 }
func (p place) state() int          { return int(uint16(p)) }
func (p place) site() int           { return int(p >> 16) }

// moved returns the place with another state and the same site.
func (p place) moved(state int) place { return p&^0xFFFF | place(state) }

// A reading is a possible place of a walk, with the range of depths from lo to hi.
type reading struct {
	at     place
	lo, hi int64
}

// readings is a list of readings. The walk itself contains the first few; the others are in
// separate memory.
type readings struct {
	n      int
	lost   bool // whether there were too many
	at     [few]place
	lo, hi [few]int64
	more   []reading
}

func (r *readings) get(i int) reading {
	if uint(i) < few {
		return reading{r.at[i], r.lo[i], r.hi[i]}
	}
	return r.more[i-few]
}

func (r *readings) put(i int, x reading) {
	switch {
	case uint(i) < few:
		r.at[i], r.lo[i], r.hi[i] = x.at, x.lo, x.hi
	case i-few < len(r.more):
		r.more[i-few] = x
	default:
		r.more = append(r.more, x)
	}
}

// set stores a reading at index n, which must be below few, and returns n+1.
func (r *readings) set(n int, at place, lo, hi int64) int {
	k := n & (few - 1)
	r.at[k], r.lo[k], r.hi[k] = at, lo, hi
	return n + 1
}

// add adds a reading, or extends the range of an existing reading. It merges adjacent ranges. If
// the list already contains MaxReadings readings, add sets lost instead.
func (r *readings) add(at place, lo, hi int64) {
	for i := 0; i < r.n; i++ {
		if i < few && r.at[i&(few-1)] != at { // the usual case, without the copy
			continue
		}
		x := r.get(i)
		if x.at != at || lo > x.hi+1 || x.lo > hi+1 {
			continue
		}
		lo, hi = min(lo, x.lo), max(hi, x.hi)
		r.n--
		r.put(i, r.get(r.n))
		i-- // the last reading has moved here
	}
	if r.n == MaxReadings {
		r.lost = true // permanently: a reading that merges two ranges may still follow
		return
	}
	r.put(r.n, reading{at, lo, hi})
	r.n++
}
