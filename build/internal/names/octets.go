package names

import (
	"errors"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A number in a grammar is a code point, and text is UTF-8. In an octet document or octet rule, a
// number is a byte instead, and need not be part of UTF-8. Strings remain text. The choice is made
// by a directive,
//
//	; @octets               all rules of the document
//	; @octets RULE …        these rules
//	; @code-points RULE …   these rules, even in an octet document
//	; @code-points          all rules: the default, stated explicitly
//
// or by [Options].Octets. A choice for a rule overrides the choice for the document, and options
// override directives. An octet rule may refer to a rule of code points, and vice versa.

// MaxOctet is the largest number in an octet rule.
const MaxOctet = 0xFF

// chooseOctets stores the encoding of each rule, as chosen by directives and [Options].Octets, and
// the numbers that are bytes. readDirectives must be called first.
func (g *resolver) chooseOctets() {
	for _, name := range g.opt.Octets {
		switch r := g.Rule(name); {
		case name == WholeDocument:
			g.encodings[nil] = Octets
		case r == nil:
			g.report("octets-rule", 0, 0, "octets: %v", g.noRule(name))
		default:
			g.encodings[r] = Octets
		}
	}
	for _, r := range g.Rules {
		if r.Encoding = g.encodings[r]; r.Encoding == Unspecified {
			r.Encoding = g.encodings[nil]
		}
		if r.Encoding == Octets {
			g.markOctets(r)
		}
	}
}

// markOctets stores in g.Octets those numbers and classes of the octet rule r that match a byte of
// 0x80 or more. Below 0x80, bytes and code points are the same. A number over FF is an error, and
// then r is not compiled.
func (g *resolver) markOctets(r *Rule) {
	for e := range Atoms(r.Expr) {
		most, ok := Largest(e)
		switch {
		case !ok:
		case most > MaxOctet:
			g.report("no-octet", e.Pos(), TokenLen(g.Source.Text[e.Pos():]),
				"%X is greater than FF, the largest octet; numbers in the rule %s are octets", most, r.Name)
			r.Broken = errors.New("its numbers are octets, and one is greater than FF")
		case most >= 0x80:
			g.Octets[e] = true
		}
	}
}

// Largest returns the largest number in e if e is a sequence of numbers, a range of numbers or a
// class. For any other expression, ok is false.
func Largest(e syntax.Expr) (most rune, ok bool) {
	switch e := e.(type) {
	case *syntax.NumRange:
		return e.Hi, true
	case *syntax.NumVal:
		return slices.Max(e.Values), true
	case *syntax.Class:
		if e.Negated {
			most = MaxOctet // it matches every byte up to FF that it does not list
		}
		for _, r := range e.Ranges {
			most = max(most, r.Hi)
		}
		return most, true
	}
	return 0, false
}
