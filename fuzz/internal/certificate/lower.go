package certificate

import "fmt"

// maxOctet is the largest octet.
const maxOctet = 0xFF

// A Lowering converts the rules of a grammar to terms. It converts each rule once.
type Lowering struct {
	Grammar *Grammar
	Terms   *Terms
	rules   map[*Rule]Term
	failed  map[*Rule]error // why a rule has no term

	called *Rule // references to it become the term call, see calls.go; may be nil
	call   Term
}

// NewLowering returns a lowering of g that creates at most limit terms.
func NewLowering(g *Grammar, limit int) *Lowering {
	return &Lowering{Grammar: g, Terms: NewTerms(limit), rules: map[*Rule]Term{}, failed: map[*Rule]error{}}
}

// Rule returns the term of a rule. A rule that refers to itself has a term if its component is
// linear: see linear.go.
func (l *Lowering) Rule(r *Rule) (Term, error) {
	if a, ok := l.rules[r]; ok {
		return a, nil
	}
	if err := l.failed[r]; err != nil {
		return None, err
	}
	err := l.make(r)
	if err != nil {
		err = fmt.Errorf("%s: %w", r.Name, err)
		l.failed[r] = err
	}
	return l.rules[r], err
}

// make finds the term of a rule and the terms of its component.
func (l *Lowering) make(r *Rule) (err error) {
	if component := l.component(r); len(component) > 0 {
		return l.solve(component)
	}
	a, err := l.Expr(r.Expr, r.Octets)
	if err == nil {
		l.rules[r] = a
	}
	return err
}

// Expr returns the term of an expression. If octets is set, numbers are octets.
func (l *Lowering) Expr(e *Expr, octets bool) (Term, error) {
	a, err := l.expr(e, octets)
	if err == nil {
		err = l.Terms.Err()
	}
	return a, err
}

func (l *Lowering) expr(e *Expr, octets bool) (Term, error) {
	t := l.Terms
	switch e.Op {
	case Name:
		if to := l.Grammar.Rule(e.Name); to != l.called {
			return l.Rule(to)
		}
		return l.call, nil
	case Chars:
		if octets && e.Number {
			return l.octets(e.Ranges)
		}
		return t.points(e.Ranges), nil
	case Prose:
		return None, fmt.Errorf("<%s> is prose", e.Name)
	case Repeat:
		if e.Max >= 0 && e.Max < e.Min {
			return None, fmt.Errorf("%d to %d times", e.Min, e.Max)
		}
		if e.Max == 0 { // 0<pchar>: an item repeated zero times need not be readable
			return Empty, nil
		}
	}
	kids := make([]Term, len(e.Kids))
	for i, kid := range e.Kids {
		var err error
		if kids[i], err = l.expr(kid, octets); err != nil {
			return None, err
		}
	}
	switch e.Op {
	case Repeat:
		return t.repeat(kids[0], e.Min, e.Max), nil
	case Choice:
		return t.alt(kids...), nil
	case Both:
		return t.without(kids[0], t.without(kids[0], kids[1], Empty), Empty), nil
	case Without:
		return t.without(kids[0], kids[1], Empty), nil
	}
	whole := Empty
	for i := len(kids) - 1; i >= 0; i-- {
		whole = t.cat(kids[i], whole)
	}
	return whole, nil
}

func (l *Lowering) octets(ranges []Range) (Term, error) {
	var s Bytes
	for _, r := range ranges {
		if r.Hi > maxOctet {
			return None, fmt.Errorf("%X is not an octet", r.Hi)
		}
		s = s.or(span(int(r.Lo), int(r.Hi)))
	}
	return l.Terms.set(s, Empty), nil
}
