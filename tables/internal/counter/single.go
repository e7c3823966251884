package counter

import "github.com/irilex/iri/tables/internal/format"

// This file advances a walk as long as it has only one reading, at one depth.
//
// Idea. The state, the site and the depth of a single reading fit into registers, so a byte takes
// the same loads as in a rule without calls, plus a test for a call or a return. Some bytes may
// split the reading in two or end it. The loop ends before such a byte, and Walk.settle or
// Walk.step reads the byte.
//
// Requires and returns. See advance.
//
// Cost. See the package comment.
//
// Rejected. Blocks of four bytes (see the package comment).
//
// Tested against: Walk.step, for any number of readings (TestManyBytesAreOneByOne).

// A soleReading is the only reading of a walk, at one depth.
type soleReading struct {
	state, site int
	depth       int64
}

// advance walks s from offset i as long as r is the only reading. It returns the offset of the
// first byte after which the number of readings may change, or the length of s. On return, r is the
// reading before that byte.
func (v *view) advance(s string, i int, r *soleReading) int {
	for ; i < len(s); i++ {
		if max(r.state, v.enter) < v.first {
			var far bool
			if i, far = v.advanceNear(s, i, r); !far {
				break
			}
		}
		if !v.move(s[i], r) {
			break
		}
	}
	return i
}

// advanceNear is like advance, but only for states in rows; r.state and v.enter must be such
// states. It also stops before a byte that leads to any other state, or that begins a call that may
// enter the innermost. In these two cases it reports true.
func (v *view) advanceNear(s string, i int, r *soleReading) (at int, far bool) {
	rows, calls, enter, limit := v.rows, v.rows.Row(format.Call), uint8(v.enter), uint8(v.first-1)
	q, depth, most := uint8(r.state), r.depth, v.most
	for ; i < len(s); i++ {
		b := s[i]
		row := rows.Row(b)
		to := row[q]
		if into := row[enter]; into != 0 {
			if site := calls[q]; site != 0 {
				if far = to == 0; to != 0 || into > limit || site > limit || v.near.has(into) || b >= format.Last ||
					depth+1 == most {
					break
				}
				if depth == 0 {
					r.site = int(site)
				}
				q, depth = into, depth+1
				continue
			}
		}
		if to-1 >= limit || b >= format.Last { // to may be 0
			far = to != 0
			break
		}
		if depth > 0 && v.near.has(to) {
			back := v.back
			if depth == 1 {
				back = r.site
			}
			if far = back > int(limit); far || int(to) != v.last || v.ends {
				break
			}
			q, depth = uint8(back), depth-1
			continue
		}
		q = to
	}
	r.state, r.depth = int(q), depth
	if depth == 0 {
		r.site = 0
	}
	return i, far && i < len(s)
}

// move walks a byte if exactly one reading remains after it. Otherwise it reports false and leaves
// r unchanged.
func (v *view) move(b byte, r *soleReading) bool {
	if b >= format.Last {
		return false
	}
	to, after := v.step(r.state, b), *r
	if into := v.step(v.enter, b); into != 0 {
		if site := v.step(r.state, format.Call); site != 0 {
			if to != 0 {
				return false
			}
			if to = into; after.depth == 0 {
				after.site = site
			}
			if after.depth++; after.depth == v.most {
				to = v.step(v.inmost, b)
			}
		}
	}
	if after.state = to; to == 0 {
		return false
	}
	if after.depth > 0 && v.accepts(to) {
		if to != v.last || v.ends {
			return false
		}
		if after.depth--; after.depth == 0 {
			after.state, after.site = after.site, 0
		} else {
			after.state = v.back
		}
	}
	*r = after
	return true
}
