package span

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
)

// A span is the range of numbers from lo to hi, both included. The numbers are code points, or
// bytes by themselves (see [byteUnit]). In a [follower] they are also the bits of continuation
// bytes.
//
// Twin: TestSpans compares the operations on spans with sets of numbers.
type Span struct{ Lo, Hi rune }

// A list of spans is a set of numbers. Its spans are sorted, and do not touch.

// maxWordRuns is the largest number of spans in a class that messages may name by its rule.
const MaxWordRuns = 64

// runs returns the code points of a class as spans, without surrogates.
func Runs(class *unicode.RangeTable) []Span {
	var spans []Span
	for lo, hi := range automaton.Runs(class) {
		spans = append(spans, Span{lo, hi})
	}
	return Subtract(spans, []Span{{FirstSurrogate, LastSurrogate}})
}

// join appends s to spans, or extends the last span if s touches it. s must lie above all of
// spans.
func Join(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].Hi+1 == s.Lo {
		spans[n-1].Hi = s.Hi
		return spans
	}
	return append(spans, s)
}

// size returns how many numbers are in spans.
func Size(spans []Span) (n int) {
	for _, s := range spans {
		n += int(s.Hi-s.Lo) + 1
	}
	return n
}

// contains reports whether every number of sub is in spans. Both are sorted and do not touch.
func Contains(spans, sub []Span) bool {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.Lo, func(t Span, lo rune) int { return cmp.Compare(t.Hi, lo) })
		if i == len(spans) || spans[i].Lo > s.Lo || spans[i].Hi < s.Hi {
			return false
		}
	}
	return true
}

// overlap returns how many numbers are in both lists of spans.
func Overlap(spans, sub []Span) (n int) {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.Lo, func(t Span, lo rune) int { return cmp.Compare(t.Hi, lo) })
		for ; i < len(spans) && spans[i].Lo <= s.Hi; i++ {
			n += int(min(s.Hi, spans[i].Hi)-max(s.Lo, spans[i].Lo)) + 1
		}
	}
	return n
}

// subtract returns the numbers of spans that are not in sub. Both are sorted.
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

// union returns the numbers in either list of spans, as sorted spans.
func Union(a, b []Span) []Span {
	rest := Subtract(b, a)
	all := append(slices.Clone(a), rest...)
	slices.SortFunc(all, func(x, y Span) int { return int(x.Lo - y.Lo) })
	var joined []Span
	for _, s := range all {
		joined = Join(joined, s)
	}
	return joined
}

// The surrogates: UTF-16 uses these code points for itself, and UTF-8 has no form for them.
const (
	FirstSurrogate = 0xD800
	LastSurrogate  = 0xDFFF
)

// byteUnit is the number of the byte 0 in lists of spans with both code points and bytes: the byte
// b is byteUnit+b. Only bytes over 0x7F that are a unit by themselves, in a rule of octets, stand
// so.
const ByteUnit = utf8.MaxRune + 1
