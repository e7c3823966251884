package build

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
)

// A span is the range of numbers from lo to hi, both included. The numbers are code points, or
// bytes by themselves (see [byteUnit]). In a [follower] they are also the bits of continuation
// bytes.
//
// Twin: TestSpans compares the operations on spans with sets of numbers.
type span struct{ lo, hi rune }

// A list of spans is a set of numbers. Its spans are sorted, and do not touch.

// maxWordRuns is the largest number of spans in a class that messages may name by its rule.
const maxWordRuns = 64

// runs returns the code points of a class as spans, without surrogates.
func runs(class *unicode.RangeTable) []span {
	var spans []span
	for lo, hi := range automaton.Runs(class) {
		spans = append(spans, span{lo, hi})
	}
	return subtract(spans, []span{{firstSurrogate, lastSurrogate}})
}

// join appends s to spans, or extends the last span if s touches it. s must lie above all of
// spans.
func join(spans []span, s span) []span {
	if n := len(spans); n > 0 && spans[n-1].hi+1 == s.lo {
		spans[n-1].hi = s.hi
		return spans
	}
	return append(spans, s)
}

// size returns how many numbers are in spans.
func size(spans []span) (n int) {
	for _, s := range spans {
		n += int(s.hi-s.lo) + 1
	}
	return n
}

// contains reports whether every number of sub is in spans. Both are sorted and do not touch.
func contains(spans, sub []span) bool {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.lo, func(t span, lo rune) int { return cmp.Compare(t.hi, lo) })
		if i == len(spans) || spans[i].lo > s.lo || spans[i].hi < s.hi {
			return false
		}
	}
	return true
}

// overlap returns how many numbers are in both lists of spans.
func overlap(spans, sub []span) (n int) {
	for _, s := range sub {
		i, _ := slices.BinarySearchFunc(spans, s.lo, func(t span, lo rune) int { return cmp.Compare(t.hi, lo) })
		for ; i < len(spans) && spans[i].lo <= s.hi; i++ {
			n += int(min(s.hi, spans[i].hi)-max(s.lo, spans[i].lo)) + 1
		}
	}
	return n
}

// subtract returns the numbers of spans that are not in sub. Both are sorted.
func subtract(spans, sub []span) []span {
	var rest []span
	for _, s := range spans {
		for len(sub) > 0 && sub[0].hi < s.lo {
			sub = sub[1:]
		}
		for _, t := range sub {
			if t.lo > s.hi {
				break
			}
			if t.lo > s.lo {
				rest = append(rest, span{s.lo, t.lo - 1})
			}
			s.lo = t.hi + 1
		}
		if s.lo <= s.hi {
			rest = append(rest, s)
		}
	}
	return rest
}

// union returns the numbers in either list of spans, as sorted spans.
func union(a, b []span) []span {
	rest := subtract(b, a)
	all := append(slices.Clone(a), rest...)
	slices.SortFunc(all, func(x, y span) int { return int(x.lo - y.lo) })
	var joined []span
	for _, s := range all {
		joined = join(joined, s)
	}
	return joined
}

// The surrogates: UTF-16 uses these code points for itself, and UTF-8 has no form for them.
const (
	firstSurrogate = 0xD800
	lastSurrogate  = 0xDFFF
)

// byteUnit is the number of the byte 0 in lists of spans with both code points and bytes: the byte
// b is byteUnit+b. Only bytes over 0x7F that are a unit by themselves, in a rule of octets, stand
// so.
const byteUnit = utf8.MaxRune + 1

// tokenLen returns the length of the number, name, string or class with which text begins, for the
// extent of a diagnostic.
func tokenLen(text string) int {
	const opening, closing = `["'`, `]"'`
	if i := strings.IndexByte(opening, text[0]); i >= 0 {
		if end := strings.IndexByte(text[1:], closing[i]); end >= 0 {
			return end + 2
		}
	}
	n := 1
	for n < len(text) && (text[n] == '-' || text[n] == '_' || text[n] == '.' ||
		'0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	return n
}
