// Package span implements sets of code points and bytes as sorted lists of ranges. It does not
// belong to any stage: classes, labels and lints use it.
package span

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
)

// A Span is the range of numbers from Lo to Hi inclusive. A set of numbers is a list of spans that
// are sorted and not adjacent. The numbers are code points, or single bytes (see [ByteUnit]). While
// package labels follows a UTF-8 sequence, the numbers also represent the bits of its continuation
// bytes.
//
// Tested against: TestSpans compares the operations with sets of numbers.
type Span struct{ Lo, Hi rune }

// ByteUnit represents the byte 0 in a set that contains both code points and bytes; the byte b is
// ByteUnit+b. Only bytes over 0x7F that are separate units in an octet rule have these numbers.
const ByteUnit = utf8.MaxRune + 1

// MaxWordRuns is the maximum number of spans in a class that messages may describe by the name of
// its rule.
const MaxWordRuns = 64

// Surrogates: code points that are reserved for UTF-16 and have no UTF-8 form.
const (
	FirstSurrogate = 0xD800
	LastSurrogate  = 0xDFFF
)

// Runs returns the code points of a class as spans, without surrogates.
func Runs(class *unicode.RangeTable) []Span {
	var spans []Span
	for lo, hi := range automaton.Runs(class) {
		spans = append(spans, Span{lo, hi})
	}
	return Subtract(spans, []Span{{FirstSurrogate, LastSurrogate}})
}

// Join appends s to spans, or extends the last span if s is adjacent to it. s must be above all of
// spans.
func Join(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].Hi+1 == s.Lo {
		spans[n-1].Hi = s.Hi
		return spans
	}
	return append(spans, s)
}

// Size returns how many numbers spans contains.
func Size(spans []Span) (n int) {
	for _, s := range spans {
		n += int(s.Hi-s.Lo) + 1
	}
	return n
}

// Contains reports whether every number of sub is in spans.
func Contains(spans, sub []Span) bool {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.Lo, func(t Span, lo rune) int { return cmp.Compare(t.Hi, lo) })
		if i == len(spans) || spans[i].Lo > s.Lo || spans[i].Hi < s.Hi {
			return false
		}
	}
	return true
}

// Overlap returns how many numbers are in both spans and sub.
func Overlap(spans, sub []Span) (n int) {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.Lo, func(t Span, lo rune) int { return cmp.Compare(t.Hi, lo) })
		for ; i < len(spans) && spans[i].Lo <= s.Hi; i++ {
			n += int(min(s.Hi, spans[i].Hi)-max(s.Lo, spans[i].Lo)) + 1
		}
	}
	return n
}

// Subtract returns the numbers of spans that are not in sub.
func Subtract(spans, sub []Span) []Span {
	var rest []Span
	for _, s := range spans {
		for len(sub) > 0 && sub[0].Hi < s.Lo {
			sub = sub[1:]
		}
		for _, t := range sub {
			if t.Lo > s.Hi {
				break
			}
			if t.Lo > s.Lo {
				rest = append(rest, Span{s.Lo, t.Lo - 1})
			}
			s.Lo = t.Hi + 1
		}
		if s.Lo <= s.Hi {
			rest = append(rest, s)
		}
	}
	return rest
}

// Union returns the numbers that are in a or b.
func Union(a, b []Span) []Span {
	all := append(slices.Clone(a), Subtract(b, a)...)
	slices.SortFunc(all, func(x, y Span) int { return int(x.Lo - y.Lo) })
	var joined []Span
	for _, s := range all {
		joined = Join(joined, s)
	}
	return joined
}
