package classes

import (
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// ByteRanges returns the bytes that e matches. e must be a number, range or class in Grammar.Octets
// of package names.
func ByteRanges(e syntax.Expr) []span.Span {
	var in [names.MaxOctet + 1]bool
	mark := func(lo, hi rune, value bool) {
		for b := lo; b <= hi; b++ {
			in[b] = value
		}
	}
	switch e := e.(type) {
	case *syntax.NumVal: // a single value
		mark(e.Values[0], e.Values[0], true)
	case *syntax.NumRange:
		mark(e.Lo, e.Hi, true)
	case *syntax.Class:
		mark(0, names.MaxOctet, e.Negated)
		for _, r := range e.Ranges {
			mark(r.Lo, r.Hi, !e.Negated)
		}
	}
	var spans []span.Span
	for b, ok := range in {
		if ok {
			spans = span.Join(spans, span.Span{Lo: rune(b), Hi: rune(b)})
		}
	}
	return spans
}

// unitsOf returns the code points and bytes that e matches. It returns nil if e also matches longer
// strings, or if it matches no byte of 0x80 or more; in the latter case e has a class instead.
// Messages use the name of a rule with units as a word for its spans.
func (c *Classes) unitsOf(e syntax.Expr) []span.Span {
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := c.names.Referent(e.Name); to != nil {
			return c.rules[to.Index].Units
		}
	case *syntax.Group:
		return c.unitsOf(e.Item)
	case *syntax.NumVal, *syntax.NumRange, *syntax.Class:
		if value, ok := e.(*syntax.NumVal); c.names.Octets[e] && (!ok || len(value.Values) == 1) {
			return asUnits(ByteRanges(e))
		}
	case *syntax.Alternation:
		return c.uniteUnits(e.Items)
	}
	return nil
}

// uniteUnits does what unitsOf does for an alternation of items: it returns the union of their code
// points and bytes, or nil.
func (c *Classes) uniteUnits(items []syntax.Expr) []span.Span {
	var spans []span.Span
	bytes := false // whether some item matches bytes of 0x80 or more
	for _, item := range items {
		units := c.unitsOf(item)
		bytes = bytes || units != nil
		if class := c.Of(item); class != nil {
			units = span.Runs(class)
		}
		if units == nil || len(spans) > span.MaxWordRuns {
			return nil
		}
		spans = span.Union(spans, units)
	}
	if !bytes {
		return nil
	}
	return spans
}

// asUnits returns bytes as units: a byte below 0x80 becomes the code point with the same number,
// and a byte b of 0x80 or more becomes span.ByteUnit+b.
func asUnits(bytes []span.Span) []span.Span {
	var units []span.Span
	for _, s := range bytes {
		if s.Lo < 0x80 {
			units = append(units, span.Span{Lo: s.Lo, Hi: min(s.Hi, 0x7F)})
		}
	}
	for _, s := range bytes {
		if s.Hi >= 0x80 {
			units = append(units, span.Span{Lo: span.ByteUnit + max(s.Lo, 0x80), Hi: span.ByteUnit + s.Hi})
		}
	}
	return units
}
