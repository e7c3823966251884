package automaton

import (
	"iter"
	"unicode"

	"golang.org/x/text/unicode/rangetable"
)

// A code point class is a *unicode.RangeTable. This file builds tables in normal form: one range
// per maximal run, split after U+FFFF, with stride 1. If two tables in normal form contain the same
// code points, they are equal field by field.
//
// rangetable.Merge is not sufficient, for three reasons. Its ranges can have strides ({'!', '$', 3}
// contains "!" and "$"), so Lo and Hi need not be the ends of a run. Its ranges depend on how its
// arguments are split. Finally, merging n tables at once costs n times the number of ranges, so
// Union merges pairwise.
//
// Tested against: TestUnionIsTheSetUnionInNormalForm, TestWithoutIsTheSetDifferenceInNormalForm.

// Range returns the class of the code points from lo to hi, inclusive. It may include surrogates,
// which have no UTF-8 encoding and match no string.
func Range(lo, hi rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	appendRun(t, lo, hi)
	return t
}

// Union returns the class of the code points that are in at least one of the classes.
func Union(classes ...*unicode.RangeTable) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for lo, hi := range Runs(merge(classes)) {
		appendRun(t, lo, hi)
	}
	return t
}

// Without returns the class of the code points in class but not in other.
func Without(class, other *unicode.RangeTable) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	var cuts [][2]rune
	for lo, hi := range Runs(other) {
		cuts = append(cuts, [2]rune{lo, hi})
	}
	for lo, hi := range Runs(class) {
		for len(cuts) > 0 && cuts[0][1] < lo {
			cuts = cuts[1:]
		}
		for len(cuts) > 0 && cuts[0][0] <= hi {
			if cuts[0][0] > lo {
				appendRun(t, lo, cuts[0][0]-1)
			}
			lo = cuts[0][1] + 1
			if lo > hi { // other may extend into the next run
				break
			}
			cuts = cuts[1:]
		}
		if lo <= hi {
			appendRun(t, lo, hi)
		}
	}
	return t
}

func merge(classes []*unicode.RangeTable) *unicode.RangeTable {
	if n := len(classes); n > 2 {
		return rangetable.Merge(merge(classes[:n/2]), merge(classes[n/2:]))
	}
	return rangetable.Merge(classes...)
}

func appendRun(t *unicode.RangeTable, lo, hi rune) {
	if lo <= 0xFFFF {
		t.R16 = append(t.R16, unicode.Range16{Lo: uint16(lo), Hi: uint16(min(hi, 0xFFFF)), Stride: 1})
	}
	if hi <= unicode.MaxLatin1 {
		t.LatinOffset++
	}
	if hi > 0xFFFF {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(max(lo, 0x10000)), Hi: uint32(hi), Stride: 1})
	}
}

// Runs yields the code points of a class as maximal runs (lo, hi) in ascending order.
func Runs(class *unicode.RangeTable) iter.Seq2[rune, rune] {
	return func(yield func(lo, hi rune) bool) {
		lo, hi := rune(-1), rune(-2) // the current run; empty at first
		for from, to := range pieces(class) {
			if from == hi+1 {
				hi = to
				continue
			}
			if lo >= 0 && !yield(lo, hi) {
				return
			}
			lo, hi = from, to
		}
		if lo >= 0 {
			yield(lo, hi)
		}
	}
}

// pieces yields the ranges of a table. It splits a range with a stride above 1 into single code
// points.
func pieces(class *unicode.RangeTable) iter.Seq2[rune, rune] {
	return func(yield func(lo, hi rune) bool) {
		for _, r := range class.R16 {
			if !unstride(rune(r.Lo), rune(r.Hi), rune(r.Stride), yield) {
				return
			}
		}
		for _, r := range class.R32 {
			if !unstride(rune(r.Lo), rune(r.Hi), rune(r.Stride), yield) {
				return
			}
		}
	}
}

func unstride(lo, hi, stride rune, yield func(lo, hi rune) bool) bool {
	if stride == 1 {
		return yield(lo, hi)
	}
	for r := lo; r <= hi; r += stride {
		if !yield(r, r) {
			return false
		}
	}
	return true
}
