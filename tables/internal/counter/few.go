package counter

import "github.com/irilex/iri/tables/internal/format"

// This file walks with a few readings at once, as long as a byte only moves them.
//
// Idea. Most bytes neither begin nor end a call. Such a byte moves each reading from a state to
// another by one load, and the sites and depths stay. So a loop over such bytes changes the states
// alone. A loop for two readings, the usual number, has them in registers.
//
// Requires and returns. See pair.
//
// Cost. See the page of the package.
//
// Twin: Walk.step, byte by byte (TestManyBytesAreOneByOne).

// inRows reports whether the first state of the inside and the states of f are below v.first. The
// rows of these states have no far state.
func (v *view) inRows(f *readings) bool {
	most := v.enter
	for k := range f.n {
		most = max(most, f.at[k&(few-1)].state())
	}
	return most < v.first
}

// pair walks s from offset i on with two readings. It requires inRows. It stops before a byte that
// may begin or end a call, ends a reading, leads to a state from v.first on, or leads two states to
// one. It returns the offset of that byte, or the length of s.
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

// several is pair for 1 to few readings. Two states may become one at different sites.
func (v *view) several(s string, i int, f *readings) int {
	rows, enter, limit := v.rows, uint8(v.enter), uint8(v.first-1)
	for ; i < len(s); i++ {
		row, at := rows.Row(s[i]), f.at
		if row[enter] != 0 || s[i] >= format.Last {
			break
		}
		for k := range f.n {
			k &= few - 1
			to := row[uint8(f.at[k])]
			if to-1 >= limit || f.lo[k] > 0 && v.near.has(to) {
				return i
			}
			at[k] = f.at[k].moved(int(to))
			for j := range k {
				if at[j&(few-1)] == at[k] && f.at[j&(few-1)] != f.at[k] {
					return i
				}
			}
		}
		f.at = at
	}
	return i
}
