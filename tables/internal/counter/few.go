package counter

import (
	"math"

	"github.com/irilex/iri/tables/internal/format"
)

// This file advances a few readings at once, as long as no byte begins a call.
//
// Idea. Most bytes neither begin nor end a call. Such a byte moves each reading from one state to
// another with one load, and does not change sites or depths. So the loops for two readings (the
// usual number) and for three or four only update the states, in registers (pair, four). A byte
// that ends calls moves all returning readings to one state. Their depths are usually adjacent, so
// they become one reading (settle).
//
// Requires and returns. See fewNear.
//
// Cost. See the package comment.
//
// Rejected. Blocks of eight bytes that neither begin nor end a call (see the package comment).
//
// Tested against: Walk.step, byte by byte (TestManyBytesAreOneByOne).

// inRows reports whether the first state of the inside, its state after a call, and the states of f
// are below v.first. The rows of these states do not contain far states.
func (v *view) inRows(f *readings) bool {
	most := max(v.enter, v.back)
	for k := range f.n {
		most = max(most, f.at[k&(few-1)].state())
	}
	return most < v.first
}

// fewNear walks s from offset i as long as there are several readings, or one reading that covers
// several depths. It requires inRows, at least one reading, and no more readings than the constant
// few. It returns the offset of the first byte not consumed, or the length of s.
func (w *Walk) fewNear(s string, i int) int {
	for {
		now := w.now()
		if now.n == 1 && now.lo[0] == now.hi[0] {
			return i
		}
		if i < len(s) && (i == 0 || s[i] != s[i-1]) { // a repeated byte often ends several calls
			switch now.n {
			case 2:
				i = w.pair(s, i, now)
			case 3, 4:
				i = w.four(s, i, now)
			}
		}
		if i == len(s) || !w.settle(s[i]) {
			return i
		}
		i++
	}
}

// pair walks s from offset i with two readings. It requires inRows. It stops before a byte that may
// begin or end a call, ends a reading, leads to a state that is not below v.first, or takes both
// readings to the same state. It returns the offset of that byte, or the length of s.
func (v *view) pair(s string, i int, f *readings) int {
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
	f.at[0], f.at[1] = f.at[0].moved(int(p)), f.at[1].moved(int(q))
	return i
}

// four is like pair, but for three or four readings. It does not stop where readings merge.
func (v *view) four(s string, i int, f *readings) int {
	if f.n == 3 {
		f.at[3], f.lo[3] = f.at[0], f.lo[0] // a copy of the first
	}
	rows, enter, limit := v.rows, uint8(v.enter), uint8(v.first-1)
	a, b, c, d := uint8(f.at[0]), uint8(f.at[1]), uint8(f.at[2]), uint8(f.at[3])
	for ; i < len(s); i++ {
		row := rows.Row(s[i])
		toA, toB, toC, toD := row[a], row[b], row[c], row[d]
		if row[enter] != 0 || toA-1 >= limit || toB-1 >= limit || toC-1 >= limit || toD-1 >= limit || s[i] >= format.Last ||
			v.near.has(toA) && f.lo[0] > 0 || v.near.has(toB) && f.lo[1] > 0 ||
			v.near.has(toC) && f.lo[2] > 0 || v.near.has(toD) && f.lo[3] > 0 {
			break
		}
		a, b, c, d = toA, toB, toC, toD
	}
	old := *f
	f.n = 0
	states := [...]uint8{a, b, c, d}
	for k := range old.n {
		k &= len(states) - 1
		f.add(old.at[k].moved(int(states[k])), old.lo[k], old.hi[k])
	}
	return i
}

// settle does the work of step for a byte that does not begin a call. It requires inRows, at least
// one reading, and no more readings than the constant few. It returns false, without changing the
// readings, if the byte begins a call or ends the walk. It also returns false in rare cases: if a
// state is not below v.first, if two readings merge, if readings return to several sites or to
// depths with a gap, if a reading is already at the place that a return leads to, or if there are
// more than few-2 readings.
func (w *Walk) settle(b byte) bool {
	now, then, row, limit := &w.lists[w.turn&1], &w.lists[w.turn&1^1], w.rows.Row(b), uint8(w.first-1)
	if row[uint8(w.enter)] != 0 || b >= format.Last || now.n > few-2 {
		return false
	}
	n := 0
	site, lo, hi := 0, int64(math.MaxInt64), int64(-1) // the site and the depths after returns
	for k := range now.n {
		k &= few - 1
		to := row[uint8(now.at[k])]
		if to == 0 {
			continue
		}
		if to > limit {
			return false
		}
		at, from, most := now.at[k].moved(int(to)), now.lo[k], now.hi[k]
		if from > 0 && w.near.has(to) {
			if hi >= 0 && (site != at.site() || from > hi+2 || lo > most) {
				return false
			}
			site, lo, hi = at.site(), min(lo, from-1), max(hi, most-1)
			if int(to) == w.last {
				continue
			}
		}
		for j := range n {
			if j &= few - 1; then.at[j] == at && from <= then.hi[j]+1 && then.lo[j] <= most+1 {
				return false
			}
		}
		n = then.set(n, at, from, most)
	}
	if hi >= 0 {
		if w.ends {
			lo = 0
		}
		back, out := placeOf(w.back, site), placeOf(site, 0)
		for j := range n {
			if at := then.at[j&(few-1)]; at == back || at == out {
				return false
			}
		}
		if site >= w.first {
			return false
		}
		if hi > 0 {
			n = then.set(n, back, max(lo, 1), hi)
		}
		if lo == 0 {
			n = then.set(n, out, 0, 0)
		}
	}
	if n == 0 {
		return false
	}
	then.n = n
	w.turn ^= 1
	return true
}
