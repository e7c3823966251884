package certificate

import (
	"fmt"
	"slices"
)

// This file builds the terms of rules that refer to themselves at one end, as in linear grammars.
//
// Idea. Rules that refer to one another are equations between languages. If references occur only
// at the right end, the equation of a rule x is
//
//	x = a x | b y | … | c
//
// where a, b and c are terms. The least solution for x is a* (b y | … | c) (D. N. Arden,
// Delayed-logic and finite-state machines, 1961). Substituting it for x in the other equations
// eliminates one rule after another, as in Gaussian elimination. References at the left end are
// handled symmetrically.
//
// The term of a rule that derives at most the empty string is Empty or None. Such a rule may refer
// to itself anywhere.
//
// Cost. The terms of n rules may have 4^n parts; the term limit bounds this number.

// component returns the rules that refer to r and that r refers to, including r. If r does not
// refer to itself, the component is empty.
func (l *Lowering) component(r *Rule) (rules []*Rule) {
	reached := l.Grammar.reached(r, l.called)
	for _, other := range l.Grammar.Rules {
		if reached[r] && reached[other] && l.Grammar.reached(other, l.called)[r] {
			rules = append(rules, other)
		}
	}
	return rules
}

// solve finds the terms of the rules in a component.
func (l *Lowering) solve(component []*Rule) error {
	if text := l.Grammar.texts(); !text[component[0]] {
		nullable := l.Grammar.nullable()
		for _, r := range component {
			if l.rules[r] = None; nullable[r] {
				l.rules[r] = Empty
			}
		}
		return nil
	}
	right := system{l, component, false}
	err := right.solve()
	if err != nil {
		left := system{l, component, true}
		if left.solve() == nil {
			return nil
		}
	}
	return err
}

// A system holds the equations of a component.
type system struct {
	*Lowering
	rules []*Rule
	left  bool // whether references are at the left end rather than the right
}

// A side is the right side of an equation: a term without references, and a term beside each
// reference.
type side struct {
	rest   Term
	beside map[*Rule]Term
}

// solve finds the terms of all rules in the system.
func (s *system) solve() error {
	sides := map[*Rule]side{}
	for _, r := range s.rules {
		x, err := s.side(r.Expr, r.Octets)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		sides[r] = x
	}
	for _, r := range s.rules {
		x := sides[r]
		again := s.Terms.star(x.beside[r], Empty)
		delete(x.beside, r)
		sides[r] = s.times(again, x)
		for _, other := range s.rules {
			y := sides[other]
			if beside, ok := y.beside[r]; ok && other != r {
				delete(y.beside, r)
				sides[other] = s.sum(y, s.times(beside, sides[r]))
			}
		}
		if err := s.Terms.Err(); err != nil {
			return err
		}
	}
	for _, r := range s.rules {
		s.Lowering.rules[r] = sides[r].rest
	}
	return nil
}

// join concatenates two terms beside a reference. outer is farther from the reference than inner.
func (s *system) join(outer, inner Term) Term {
	if s.left {
		return s.Terms.cat(inner, outer)
	}
	return s.Terms.cat(outer, inner)
}

// times concatenates outer with a side.
func (s *system) times(outer Term, x side) side {
	found := side{s.join(outer, x.rest), map[*Rule]Term{}}
	for r, inner := range x.beside {
		if a := s.join(outer, inner); a != None {
			found.beside[r] = a
		}
	}
	return found
}

// sum returns the alternation of two sides.
func (s *system) sum(x, y side) side {
	found := side{s.Terms.alt(x.rest, y.rest), map[*Rule]Term{}}
	for _, r := range s.rules {
		if a := s.Terms.alt(x.beside[r], y.beside[r]); a != None {
			found.beside[r] = a
		}
	}
	return found
}

// side returns the side that represents an expression.
func (s *system) side(e *Expr, octets bool) (side, error) {
	refers := func(name string) bool {
		r := s.Grammar.Rule(name)
		return r != s.called && slices.Contains(s.rules, r)
	}
	if !slices.ContainsFunc(names(e, nil), refers) {
		rest, err := s.expr(e, octets)
		return side{rest, nil}, err
	}
	if e.Op == Name {
		return side{None, map[*Rule]Term{s.Grammar.Rule(e.Name): Empty}}, nil
	}
	var kids []side
	for _, kid := range e.Kids {
		x, err := s.side(kid, octets)
		if err != nil {
			return side{}, err
		}
		kids = append(kids, x)
	}
	switch e.Op {
	case Choice:
		found := side{}
		for _, kid := range kids {
			found = s.sum(found, kid)
		}
		return found, nil
	case Sequence:
		return s.sequence(kids)
	case Repeat:
		return s.repeat(kids[0], e.Min, e.Max)
	}
	return side{}, fmt.Errorf("it refers to itself in a set of strings")
}

// sequence returns the concatenation of sides.
func (s *system) sequence(kids []side) (side, error) {
	found := side{Empty, nil}
	if !s.left {
		slices.Reverse(kids) // found is the end of the sequence and grows outward
	}
	for _, kid := range kids {
		switch {
		case len(kid.beside) == 0 && len(found.beside) == 0:
			found.rest = s.join(kid.rest, found.rest)
		case len(kid.beside) == 0:
			found = s.times(kid.rest, found)
		case found.rest == None && len(found.beside) == 0: // the sequence derives no string
		case found.rest != Empty || len(found.beside) > 0:
			return side{}, fmt.Errorf("it refers to itself between other text")
		default:
			found = kid
		}
	}
	return found, nil
}

// repeat returns the side that represents a repetition.
func (s *system) repeat(kid side, least, most int) (side, error) {
	switch {
	case len(kid.beside) == 0:
		return side{s.Terms.repeat(kid.rest, least, most), nil}, nil
	case most != 1 || least > 1:
		return side{}, fmt.Errorf("it repeats a reference to itself")
	case least == 0:
		kid = s.sum(kid, side{Empty, nil})
	}
	return kid, nil
}

// texts returns the rules that derive a nonempty string. If a grammar contains differences, it may
// return additional rules.
func (g *Grammar) texts() map[*Rule]bool {
	some, text := map[*Rule]bool{}, map[*Rule]bool{}
	for _, find := range []struct {
		found map[*Rule]bool
		in    func(*Expr) bool
	}{
		{some, func(e *Expr) bool { return g.some(e, some) }},
		{text, func(e *Expr) bool { return g.text(e, some, text) }},
	} {
		for changed := true; changed; {
			changed = false
			for _, r := range g.Rules {
				if !find.found[r] && find.in(r.Expr) {
					find.found[r], changed = true, true
				}
			}
		}
	}
	return text
}

// some reports whether an expression derives a string, given the rules that are known to derive
// one.
func (g *Grammar) some(e *Expr, known map[*Rule]bool) bool {
	derives := func(kid *Expr) bool { return g.some(kid, known) }
	switch e.Op {
	case Choice:
		return slices.ContainsFunc(e.Kids, derives)
	case Sequence:
		return !slices.ContainsFunc(e.Kids, func(kid *Expr) bool { return !derives(kid) })
	case Repeat:
		return e.Min == 0 || derives(e.Kids[0])
	case Name:
		return known[g.Rule(e.Name)]
	case Both, Without:
		return derives(e.Kids[0])
	}
	return len(e.Ranges) > 0 || e.Op == Prose
}

// text reports whether an expression derives a nonempty string. The rules in some derive a string,
// and the rules in known derive a nonempty string.
func (g *Grammar) text(e *Expr, some, known map[*Rule]bool) bool {
	derives := func(kid *Expr) bool { return g.text(kid, some, known) }
	switch e.Op {
	case Choice:
		return slices.ContainsFunc(e.Kids, derives)
	case Sequence:
		return g.some(e, some) && slices.ContainsFunc(e.Kids, derives)
	case Repeat:
		return e.Max != 0 && derives(e.Kids[0])
	case Name:
		return known[g.Rule(e.Name)]
	case Both, Without:
		return derives(e.Kids[0])
	}
	return true
}
