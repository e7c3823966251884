package counter

import "github.com/irilex/iri/tables/internal/format"

// This file walks with a few readings at once.
//
// Idea. Most bytes neither begin nor end a call. Such a byte moves each reading from a state to
// another by one load, and the sites and depths stay. So a loop over such bytes changes the states
// alone. Any other byte makes a new list of readings. A list is small and has its states in rows,
// so making one takes some nanoseconds a reading.
//
// Requires and returns. See follow.
//
// Cost. See the page of the package.
//
// Twin: Walk.step, byte by byte (TestInvariants, TestCheck).

// near is the largest number of readings of a few.
const near = 6

// A few is a list of at most near readings. While turnover writes one it may have more, because
// readings that touch become one.
type few struct {
	n      int
	over   bool // whether there was no room for a reading
	at     [8]place
	lo, hi [8]int64
}

// A place is a state, in its lower 16 bits, and a site.
type place uint32

func placeOf(state, site uint16) place { return place(state) | place(site)<<16 }
func (p place) state() int             { return int(uint16(p)) }
func (p place) site() int              { return int(p >> 16) }

// moved returns the place with another state, and the same site.
func (p place) moved(state uint8) place { return p&^0xFFFF | place(state) }

// be makes r the only reading.
func (f *few) be(r lone) {
	f.n, f.at[0], f.lo[0], f.hi[0] = 1, placeOf(uint16(r.state), uint16(r.site)), r.depth, r.depth
}

// follow walks s from offset i on, as long as the readings are few and in rows. It returns the
// offset of the first byte that it has not walked, or the length of s. Then f has the readings
// before that byte. If f has no reading, that byte ended the walk.
func (v *view) follow(s string, i int, f *few) int {
	var other few
	from, to := f, &other
	for {
		switch {
		case from.n == 1 && from.lo[0] == from.hi[0]:
			r := lone{from.at[0].state(), from.at[0].site(), from.lo[0]}
			i = v.advance(s, i, &r)
			from.be(r)
		case from.n == 2:
			i = v.pair(s, i, from)
		default:
			i = v.several(s, i, from)
		}
		if i == len(s) || !v.turnover(s[i], from, to) {
			break
		}
		if from, to = to, from; from.n == 0 {
			break
		}
		i++
	}
	if from != f {
		*f = *from
	}
	return i
}

// inRows reports whether the first state of the inside and those of f are in rows.
func (v *view) inRows(f *few) bool {
	most := v.enter
	for k := range f.n {
		most = max(most, f.at[k&7].state())
	}
	return most < v.first
}

// pair walks s from offset i on with two readings. It stops before a byte that may begin or end a
// call, ends a reading, leads outside the rows, or leads both readings to one state.
func (v *view) pair(s string, i int, f *few) int {
	if !v.inRows(f) {
		return i
	}
	rows, enter, limit := v.rows, uint8(v.enter), uint8(v.first-1)
	p, q := uint8(f.at[0]), uint8(f.at[1])
	insideP, insideQ := f.lo[0] > 0, f.lo[1] > 0
	for ; i < len(s); i++ {
		row := rows.Row(s[i])
		toP, toQ := row[p], row[q]
		if row[enter] != 0 || toP-1 >= limit || toQ-1 >= limit || toP == toQ && p != q ||
			insideP && v.near.has(toP) || insideQ && v.near.has(toQ) || s[i] >= format.Last {
			break
		}
		p, q = toP, toQ
	}
	f.at[0], f.at[1] = f.at[0].moved(p), f.at[1].moved(q)
	return i
}

// several is pair for any number of readings.
func (v *view) several(s string, i int, f *few) int {
	if !v.inRows(f) {
		return i
	}
	rows, enter, limit := v.rows, uint8(v.enter), uint8(v.first-1)
	for ; i < len(s); i++ {
		row, at := rows.Row(s[i]), f.at
		if row[enter] != 0 || s[i] >= format.Last {
			break
		}
		for k := range f.n {
			k &= 7
			to := row[uint8(f.at[k])]
			if to-1 >= limit || f.lo[k] > 0 && v.near.has(to) {
				return i
			}
			at[k] = f.at[k].moved(to)
			for j := range k {
				if at[j&7] == at[k] && f.at[j&7] != f.at[k] {
					return i
				}
			}
		}
		f.at = at
	}
	return i
}

// turnover writes the readings after b to another list. It reports false, and the list is of no
// use, if they are not few or not in rows.
func (v *view) turnover(b byte, from, to *few) bool {
	if !v.inRows(from) || b >= format.Last {
		return false
	}
	row, calls := v.rows.Row(b), v.rows.Row(format.Call)
	into := row[uint8(v.enter)]
	if v.near.has(into) {
		return false
	}
	to.n, to.over = 0, false
	for k := range from.n {
		p, lo, hi := from.at[k&7], from.lo[k&7], from.hi[k&7]
		if into != 0 && lo < v.most {
			switch site := calls[uint8(p)]; {
			case site == 0:
			case lo == 0:
				to.add(placeOf(uint16(into), uint16(site)), 1, 1)
			default:
				to.add(p.moved(into), lo+1, min(hi, v.most-1)+1)
			}
		}
		after := row[uint8(p)]
		switch {
		case after == 0:
		case lo == 0 || !v.near.has(after):
			to.add(p.moved(after), lo, hi)
		default:
			if int(after) != v.last {
				to.add(p.moved(after), lo, hi)
			}
			v.goBack(p, lo, hi, to)
		}
	}
	return to.n <= near && !to.over
}

// goBack adds the readings after the return of a call, as Walk.arrive does.
func (v *view) goBack(p place, lo, hi int64, to *few) {
	if hi > 1 {
		lowest := max(lo-1, 1)
		if v.ends {
			lowest = 1
		}
		to.add(placeOf(uint16(v.back), uint16(p.site())), lowest, hi-1)
	}
	if lo == 1 || v.ends {
		to.add(placeOf(uint16(p.site()), 0), 0, 0)
	}
}

// add adds a reading, or extends the range of one, as readings.add does. Without room for a
// reading it sets over.
func (f *few) add(p place, lo, hi int64) {
	for k := 0; k < f.n; k++ {
		if f.at[k&7] != p || lo > f.hi[k&7]+1 || f.lo[k&7] > hi+1 {
			continue
		}
		lo, hi = min(lo, f.lo[k&7]), max(hi, f.hi[k&7])
		f.n--
		f.at[k&7], f.lo[k&7], f.hi[k&7] = f.at[f.n&7], f.lo[f.n&7], f.hi[f.n&7]
		k--
	}
	if f.n == len(f.at) {
		f.over = true
		return
	}
	f.at[f.n&7], f.lo[f.n&7], f.hi[f.n&7] = p, lo, hi
	f.n++
}

// accepting reports whether a reading accepts outside of calls.
func (f *few) accepting(v *view) bool {
	for k := range f.n {
		if f.lo[k&7] == 0 && v.accepts(f.at[k&7].state()) {
			return true
		}
	}
	return false
}
