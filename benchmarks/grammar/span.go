package grammar

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/irilex/iri/build/syntax"
)

// A span is the code points from lo to hi, both included.
type span struct{ lo, hi rune }

var surrogates = syntax.ClassRange{Lo: 0xD800, Hi: 0xDFFF}

// spans returns the code points in the ranges. If negated is true, it returns the code points
// outside of them instead. The spans are in ascending order, do not overlap, and have no
// surrogates, because surrogates have no UTF-8 form. Tested against: TestSpans.
func spans(ranges []syntax.ClassRange, negated bool) []span {
	if negated {
		return outside(append(slices.Clone(ranges), surrogates))
	}
	var gaps []syntax.ClassRange
	for _, gap := range outside(ranges) {
		gaps = append(gaps, syntax.ClassRange{Lo: gap.lo, Hi: gap.hi})
	}
	return outside(append(gaps, surrogates))
}

// outside returns the code points outside of the ranges, in ascending spans that do not overlap.
func outside(ranges []syntax.ClassRange) (gaps []span) {
	ranges = slices.Clone(ranges)
	slices.SortFunc(ranges, func(a, b syntax.ClassRange) int { return cmp.Compare(a.Lo, b.Lo) })
	next := rune(0)
	for _, r := range ranges {
		if next < r.Lo {
			gaps = append(gaps, span{next, r.Lo - 1})
		}
		next = max(next, r.Hi+1)
	}
	if next <= unicode.MaxRune {
		gaps = append(gaps, span{next, unicode.MaxRune})
	}
	return gaps
}
