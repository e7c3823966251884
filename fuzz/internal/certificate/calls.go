package certificate

import "fmt"

// This file certifies call-counting tables. A call-counting table joins two automata over bytes and
// a token. The token represents a reference to one rule, the called rule. The first automaton
// accepts the rule's strings, the second those of the called rule. Package counter explains why the
// walk is correct if both automata are. This file certifies both automata by using the token as the
// term of every reference to the called rule.
//
// The token is a byte. The tokens that lead from the start of the table to its parts are also
// bytes:
//
//	the rule | 0xFE the called rule | 0xFD the called rule after a call | 0xFC, if present
//
// If the called rule matches the empty string, a reference is the token or the empty string, and
// the second automaton does not accept the empty string. The same term must follow every call, so
// the certificate uses the term that follows the first call found.

// Token bytes.
const (
	lastToken  = 0xFC
	backToken  = 0xFD
	enterToken = 0xFE
	callToken  = 0xFF
)

// Callable returns the rules that r can call: those for which r is no longer endless if references
// to the rule are ignored.
func (g *Grammar) Callable(r *Rule) (rules []*Rule) {
	reached := g.reached(r, nil)
	reached[r] = true
	for _, called := range g.Rules {
		if reached[called] && g.reached(called, nil)[called] {
			if endless := g.endless(called); !endless[r] && !endless[called] {
				rules = append(rules, called)
			}
		}
	}
	return rules
}

// NewCalling returns a lowering that represents each reference to the called rule by a token.
func NewCalling(g *Grammar, called *Rule, limit int) *Lowering {
	l := NewLowering(g, limit)
	l.called = called
	l.call = l.Terms.set(span(callToken, callToken), Empty)
	if g.nullable()[called] {
		l.call = l.Terms.alt(l.call, Empty)
	}
	return l
}

// inside returns the term of the called rule without the empty string.
func (l *Lowering) inside() (Term, error) {
	inside, err := l.Rule(l.called)
	if l.Terms.Nullable(inside) {
		inside = l.Terms.without(inside, Empty, Empty)
	}
	return inside, err
}

// joint returns the term of a rule's table. last adds the token lastToken at the start.
func (l *Lowering) joint(r *Rule, last bool) (Term, error) {
	outside, err := l.Rule(r)
	if err != nil {
		return None, err
	}
	inside, err := l.inside()
	if err != nil {
		return None, err
	}
	t := l.Terms
	parts := []Term{outside, t.set(span(enterToken, enterToken), inside),
		t.set(span(backToken, backToken), t.afterCall(inside))}
	if last {
		parts = append(parts, t.set(span(lastToken, lastToken), Empty))
	}
	return t.alt(parts...), t.Err()
}

// afterCall returns the term that follows the first call token found in a term, or None if there is
// no token.
func (t *Terms) afterCall(a Term) Term {
	queue, seen := []Term{a}, map[Term]bool{a: true}
	for i := 0; i < len(queue) && t.Err() == nil; i++ {
		for _, s := range t.stepsOf(queue[i]) {
			if s.on.has(callToken) {
				return s.to
			}
			if !seen[s.to] {
				seen[s.to] = true
				queue = append(queue, s.to)
			}
		}
	}
	return None
}

// nullable returns the rules that match the empty string.
func (g *Grammar) nullable() map[*Rule]bool {
	found := map[*Rule]bool{}
	for changed := true; changed; {
		changed = false
		for _, r := range g.Rules {
			if !found[r] && g.empty(r.Expr, found) {
				found[r], changed = true, true
			}
		}
	}
	return found
}

// empty reports whether an expression matches the empty string, given the rules that are known to
// match it.
func (g *Grammar) empty(e *Expr, known map[*Rule]bool) bool {
	kid := func(i int) bool { return g.empty(e.Kids[i], known) }
	switch e.Op {
	case Choice:
		for i := range e.Kids {
			if kid(i) {
				return true
			}
		}
		return false
	case Sequence:
		for i := range e.Kids {
			if !kid(i) {
				return false
			}
		}
		return true
	case Repeat:
		return e.Min == 0 || kid(0)
	case Name:
		return known[g.Rule(e.Name)]
	case Both:
		return kid(0) && kid(1)
	case Without:
		return kid(0) && !kid(1)
	}
	return false
}

// CertifyCalls proves that the two automata of a call-counting table are correct for some called
// rule, which is r or a recursive rule that r refers to. If the second automaton fits no such rule,
// CertifyCalls returns nil and an error that is not a [Difference].
func (g *Grammar) CertifyCalls(r *Rule, m Machine, limit int) (*Certificate, error) {
	none := fmt.Errorf("%s refers to no rule that can be called", r.Name)
	reached := g.reached(r, nil)
	reached[r] = true
	for _, called := range g.Rules {
		if !reached[called] || !g.reached(called, nil)[called] {
			continue
		}
		l := NewCalling(g, called, limit)
		inside, err := l.inside()
		if err == nil {
			_, err = l.Terms.Certify(inside, from{m, m.Next(m.Start(), enterToken)})
		}
		if err != nil {
			none = fmt.Errorf("%s calls %s: %v", r.Name, called.Name, err)
			continue
		}
		joint, err := l.joint(r, m.Next(m.Start(), lastToken) != 0)
		if err != nil {
			return nil, err
		}
		return l.Terms.Certify(joint, m)
	}
	return nil, none
}

// from is a machine with a different start state.
type from struct {
	Machine
	start uint32
}

func (f from) Start() uint32 { return f.start }
