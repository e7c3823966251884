package automaton

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"unicode"
)

// A codePointReader finds the transitions of an automaton over whole code points, called ways. The
// ways after a byte depend only on the state that the byte leads to and on the number of bytes that
// follow, so each such pair is expanded only once.
//
// Tested against: TestCodePointWays steps code point by code point.
type codePointReader struct {
	d     *DFA
	known map[codePointTail][]codePointWay
}

// A codePointTail is a state inside a code point and the number of bytes that complete the code
// point.
type codePointTail struct {
	q    StateID
	more int
}

// A codePointWay leads to a state on the code points from lo to hi.
type codePointWay struct {
	lo, hi rune
	to     StateID
}

// ways yields the states reachable from q by one code point, in order, each with the class of the
// code points that lead to it.
func (c *codePointReader) ways(q StateID) iter.Seq2[StateID, *unicode.RangeTable] {
	classes := map[StateID]*unicode.RangeTable{}
	for r, to := range c.d.Moves(q) {
		for b := rune(r.Lo); b <= rune(r.Hi); b++ {
			first, more := leadByte(b)
			for _, w := range c.tail(to, more) {
				if classes[w.to] == nil {
					classes[w.to] = &unicode.RangeTable{}
				}
				appendRun(classes[w.to], first+w.lo, first+w.hi)
			}
		}
	}
	return func(yield func(StateID, *unicode.RangeTable) bool) {
		for _, to := range sorted(classes) {
			if !yield(to, Union(classes[to])) {
				return
			}
		}
	}
}

// leadByte returns the first code point whose UTF-8 encoding can start with b, and the number of
// bytes after b.
func leadByte(b rune) (first rune, more int) {
	switch {
	case b < 0x80:
		return b, 0
	case b < 0xE0:
		return b & 0x1F << 6, 1
	case b < 0xF0:
		return b & 0x0F << 12, 2
	}
	return b & 0x07 << 18, 3
}

// tail returns the ways from q over the given number of further bytes. The bounds of a way are the
// bits that these bytes contribute to a code point.
func (c *codePointReader) tail(q StateID, more int) []codePointWay {
	if more == 0 {
		return []codePointWay{{0, 0, q}}
	}
	key := codePointTail{q, more}
	ways, ok := c.known[key]
	if ok {
		return ways
	}
	for r, to := range c.d.Moves(q) {
		for b := rune(r.Lo); b <= rune(r.Hi); b++ {
			first := b & 0x3F << (6 * (more - 1))
			for _, w := range c.tail(to, more-1) {
				ways = append(ways, codePointWay{first + w.lo, first + w.hi, w.to})
			}
		}
	}
	ways = joined(ways)
	c.known[key] = ways
	return ways
}

// joined merges adjacent ways to the same state. Requires: the ways are in order.
func joined(ways []codePointWay) []codePointWay {
	var out []codePointWay
	for _, w := range ways {
		if n := len(out) - 1; n >= 0 && out[n].to == w.to && out[n].hi+1 == w.lo {
			out[n].hi = w.hi
			continue
		}
		out = append(out, w)
	}
	return out
}

// sorted returns the keys of a map in order.
func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
