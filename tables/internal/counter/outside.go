package counter

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file walks up to the first call, eight bytes at a time.
//
// Idea. Before the first call, a walk works as it does for a rule without calls, except that a byte
// may begin a call. One test after eight bytes finds such a byte, or a state outside the rows. If
// there is one, the state after the block is discarded, and the block is walked byte by byte.
//
// Requires and returns. outside requires that q and enter are below the first state with cells in
// the wide table; limit is the last state below that state. One test after a block suffices,
// because the dead state leads to itself, and so does format.Far.
//
// Cost. See the package comment.
//
// Rejected. Blocks inside calls (see the package comment).
//
// Tested against: Walk.step, byte by byte (TestManyBytesAreOneByOne).

type block [8]uint8

func blockAt(s string, i int) *block {
	return (*block)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
}

// tokens reports whether any byte of the block is a token.
func (b *block) tokens() bool {
	w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	return w&(w<<1)&(w<<2)&(w<<3)&(w<<4)&(w<<5)&0x8080808080808080 != 0 // the upper six bits of format.Last
}

// outside walks s from q, up to a byte that may begin a call, is a token, or leads to a state
// outside 1 to limit. It returns the offset of that byte, and the state before it.
func outside(p format.Rows, s string, q, enter, limit uint8) (int, uint8) {
	i := 0
	for ; i < len(s)-7; i += len(block{}) {
		bytes := blockAt(s, i)
		a, b, c, d := p.Row(bytes[0]), p.Row(bytes[1]), p.Row(bytes[2]), p.Row(bytes[3])
		into := a[enter] | b[enter] | c[enter] | d[enter]
		to := d[c[b[a[q]]]]
		a, b, c, d = p.Row(bytes[4]), p.Row(bytes[5]), p.Row(bytes[6]), p.Row(bytes[7])
		into |= a[enter] | b[enter] | c[enter] | d[enter]
		to = d[c[b[a[to]]]]
		if into != 0 || to-1 >= limit || bytes.tokens() { // to may be 0
			break
		}
		q = to
	}
	for ; i < len(s); i++ {
		row := p.Row(s[i])
		if row[enter] != 0 || row[q]-1 >= limit || s[i] >= format.Last {
			break
		}
		q = row[q]
	}
	return i, q
}
