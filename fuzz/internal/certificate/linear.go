package certificate

import (
	"fmt"
	"slices"
)

// This file makes the terms of rules that refer to themselves at one end: of linear grammars.
//
// Idea. Rules that refer to one another are equations of languages. If their references stand at
// the right end only, the equation of a rule x is
//
//	x = a x | b y | … | c
//
// in which a, b and c are terms. The least solution for x is a* (b y | … | c) (D. N. Arden,
// Delayed-logic and finite-state machines, 1961). It takes the place of x in the other equations,
// and so one rule after the other goes, as in Gaussian elimination. References at the left end are
// the same, mirrored.
//
// A rule that derives no text but perhaps the empty string is Empty or None. It may refer to itself
// anywhere.
//
// Cost. The terms of n rules may have 4^n parts. The limit of terms stops them.

// component returns the rules that refer to r and to which r refers, r among them. A rule without
// references to itself has no component.
func (l *Lowering) component(r *Rule) (rules []*Rule) {
	reached := l.Grammar.reached(r, l.called)
	for _, other := range l.Grammar.Rules {
		if reached[r] && reached[other] && l.Grammar.reached(other, l.called)[r] {
			rules = append(rules, other)
		}
	}
	return rules
}

// solve finds the terms of the rules of a component.
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

// A system is the equations of a component.
type system struct {
	*Lowering
	rules []*Rule
	left  bool // references stand at the left end, else at the right end
}

// A side is the right side of an equation: a term, or a reference with a term beside it.
type side struct {
	rest   Term
	beside map[*Rule]Term
}

// solve finds the terms of all rules of the system.
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

// join returns the term of what stands beside a reference, and then of what stands beside that.
func (s *system) join(outer, inner Term) Term {
	if s.left {
		return s.Terms.cat(inner, outer)
	}
	return s.Terms.cat(outer, inner)
}

// times returns a side with a term beside it.
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

// side returns the side of an expression.
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

// sequence returns the side of some sides, one after the other.
func (s *system) sequence(kids []side) (side, error) {
	found := side{Empty, nil}
	if !s.left {
		slices.Reverse(kids) // found is the end of the sequence, and grows to the outside
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

// repeat returns the side of a repetition.
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

// texts returns the rules that derive a string other than the empty one. For a difference it may
// return more.
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

// some reports whether an expression derives a string, if the rules do of which that is known.
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

// text reports whether an expression derives a string other than the empty one. The rules of some
// derive a string, and those of known one with text.
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
