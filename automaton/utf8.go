package automaton

import (
	"iter"
	"unicode/utf8"
)

// A ByteRange is the range of bytes from Lo to Hi, inclusive.
type ByteRange struct{ Lo, Hi byte }

// Sequences yields the UTF-8 encodings of the code points from lo to hi as sequences of byte
// ranges. A code point is in the range exactly when its bytes match the ranges of some sequence one
// by one (RFC 3629, section 4). No sequence matches a surrogate, an overlong form or a value above
// U+10FFFF.
//
// Idea, from Ken Thompson's grep: split the range until each part consists of fixed bytes, followed
// by one byte range and then arbitrary continuation bytes. A range yields at most 12 sequences, and
// most ranges yield one. Tested against: TestSequences.
func Sequences(lo, hi rune) iter.Seq[[]ByteRange] {
	return func(yield func([]ByteRange) bool) {
		split(lo, min(hi, utf8.MaxRune), yield)
	}
}

// cuts are the last code points before the UTF-8 encoding becomes longer, or before the surrogates
// begin or end.
var cuts = [...]rune{0x7F, 0x7FF, 0xD7FF, 0xDFFF, 0xFFFF}

func split(lo, hi rune, yield func([]ByteRange) bool) bool {
	if lo > hi {
		return true
	}
	for _, last := range cuts {
		if lo <= last && last < hi {
			return split(lo, last, yield) && split(last+1, hi, yield)
		}
	}
	if 0xD800 <= lo && lo <= 0xDFFF {
		return true
	}
	// The low 6, 12 and 18 bits are encoded in the last one, two and three bytes. If the range does
	// not cover all values of such a tail, split it where the bits before the tail change.
	for bits := 6; bits <= 18; bits += 6 {
		tail := rune(1)<<bits - 1
		if lo&^tail == hi&^tail {
			break
		}
		if lo&tail != 0 {
			return split(lo, lo|tail, yield) && split((lo|tail)+1, hi, yield)
		}
		if hi&tail != tail {
			return split(lo, hi&^tail-1, yield) && split(hi&^tail, hi, yield)
		}
	}
	return yield(zip(lo, hi))
}

// zip pairs the bytes of two code points whose UTF-8 encodings have equal length.
func zip(lo, hi rune) []ByteRange {
	var a, b [utf8.UTFMax]byte
	n := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	seq := make([]ByteRange, n)
	for i := range seq {
		seq[i] = ByteRange{a[i], b[i]}
	}
	return seq
}
