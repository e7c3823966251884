package build

import (
	"errors"
	"slices"

	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// A number in a grammar is a code point, and text is UTF-8. In a document or rule with octets a
// number is a byte instead, and need not be part of any UTF-8. Strings stay text. A directive
// makes the choice,
//
//	; @octets               all rules of the document
//	; @octets RULE …        these rules
//	; @code-points RULE …   these rules, even in a document with octets
//	; @code-points          all rules: the default, stated on purpose
//
// or [Options].Octets does. A choice for a rule overrides one for the document, and the options
// override the directives. A rule with octets may refer to one with code points, and the other way
// round.

// maxOctet is the largest number in a rule of octets.
const maxOctet = 0xFF

const (
	unsaid     encoding = iota // code points, perhaps by mistake
	codePoints                 // code points, on purpose
	octets
)

// readEncoding reads the text of a directive @octets or @code-points; e is the encoding that the
// directive chooses. It fails for an unknown rule, and if an earlier directive chose the other
// encoding for the same rule.
func (g *Grammar) readEncoding(text string, e encoding) error {
	rules := []*Rule{nil} // the document
	if text != "" {
		var err error
		if rules, err = g.findRules(text); err != nil {
			return err
		}
	}
	for _, r := range rules {
		if before := g.encodings[r]; before != unsaid && before != e {
			return errors.New("an earlier directive says the opposite")
		}
		g.encodings[r] = e
	}
	return nil
}

// chooseOctets stores the encoding of each rule, as directives and option say, and notes the
// numbers that are bytes. option is [Options].Octets. readDirectives must be called before.
func (g *Grammar) chooseOctets(option []string) {
	for _, name := range option {
		switch r := g.Rule(name); {
		case name == WholeDocument:
			g.encodings[nil] = octets
		case r == nil:
			g.report("octets-rule", 0, 0, "octets: %v", g.noRule(name))
		default:
			g.encodings[r] = octets
		}
	}
	for _, r := range g.Rules {
		if r.encoding = g.encodings[r]; r.encoding == unsaid {
			r.encoding = g.encodings[nil]
		}
		if r.encoding == octets {
			g.markOctets(r)
		}
	}
}

// markOctets notes, in g.octets, the numbers and classes of r that match a byte of 0x80 or more.
// Below 0x80 a byte and a code point are the same. A number over FF is an error, and r is not
// compiled.
func (g *Grammar) markOctets(r *Rule) {
	for e := range atoms(r.expr) {
		most, ok := largest(e)
		switch {
		case !ok:
		case most > maxOctet:
			g.report("no-octet", e.Pos(), tokenLen(g.Source.Text[e.Pos():]),
				"%X is over FF, the largest octet; numbers of the rule %s are octets", most, r.Name)
			r.broken = errors.New("its numbers are octets, and one of them is over FF")
		case most >= 0x80:
			g.octets[e] = true
		}
	}
}

// largest returns the largest number in e, a number, a range of numbers or a class. ok is false
// for any other expression.
func largest(e syntax.Expr) (most rune, ok bool) {
	switch e := e.(type) {
	case *syntax.NumRange:
		return e.Hi, true
	case *syntax.NumVal:
		return slices.Max(e.Values), true
	case *syntax.Class:
		if e.Negated {
			most = maxOctet // it matches each byte that it does not list, up to FF
		}
		for _, r := range e.Ranges {
			most = max(most, r.Hi)
		}
		return most, true
	}
	return 0, false
}

// byteRanges returns the bytes that e matches, as sorted spans. e is a single number, a range or a
// class that markOctets has noted.
func byteRanges(e syntax.Expr) []span.Span {
	var in [maxOctet + 1]bool
	mark := func(lo, hi rune, value bool) {
		for b := lo; b <= hi; b++ {
			in[b] = value
		}
	}
	switch e := e.(type) {
	case *syntax.NumVal: // of one value
		mark(e.Values[0], e.Values[0], true)
	case *syntax.NumRange:
		mark(e.Lo, e.Hi, true)
	case *syntax.Class:
		mark(0, maxOctet, e.Negated)
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

// units returns the code points and bytes that e matches, as sorted spans. It returns nil if e
// matches longer strings too, or no single byte of 0x80 or more. So the spans of a class of code
// points are not returned. Messages use the name of a rule with units for its spans.
func (g *Grammar) units(e syntax.Expr) []span.Span {
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := g.referent(e.Name); to != nil {
			return to.units
		}
	case *syntax.Group:
		return g.units(e.Item)
	case *syntax.NumVal:
		if g.octets[e] && len(e.Values) == 1 {
			return asUnits(byteRanges(e))
		}
	case *syntax.NumRange, *syntax.Class:
		if g.octets[e] {
			return asUnits(byteRanges(e))
		}
	case *syntax.Alternation:
		return g.uniteUnits(e.Items)
	}
	return nil
}

// uniteUnits is units for an alternation of the items: the union of their code points and bytes,
// or nil.
func (g *Grammar) uniteUnits(items []syntax.Expr) []span.Span {
	var spans []span.Span
	bytes := false
	for _, item := range items {
		units := g.units(item)
		bytes = bytes || units != nil
		if class := g.class(item); class != nil {
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

// asUnits returns spans for bytes: for bytes below 0x80 the same numbers, as code points, and for
// the others numbers from byteUnit on.
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
