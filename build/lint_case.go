package build

import "github.com/irilex/iri/build/syntax"

import "github.com/irilex/iri/build/internal/span"

// eitherCase requires two rules with the same language, and tells why. ok is true if both are
// classes, list different characters, and are equal only because strings match either case: a
// rule may list "a" to "z", and another both cases. other is a letter that only one of the rules
// lists, and letter is the same letter in the other case.
func (g *Grammar) eitherCase(a, b *Rule) (letter, other rune, ok bool) {
	if a.class == nil || b.class == nil {
		return 0, 0, false
	}
	inA, inB := g.spellings(a), g.spellings(b)
	rest := append(span.Subtract(inA, inB), span.Subtract(inB, inA)...)
	if len(rest) == 0 {
		return 0, 0, false
	}
	return rest[0].Lo ^ 0x20, rest[0].Lo, true // both lists differ in letters alone
}

// spellings returns the code points of the rule r, a class, as its definition lists them. It
// stores them in g.spelled, because many rules may be compared with one, and a rule may contain
// the code points of a long chain of rules.
func (g *Grammar) spellings(r *Rule) []span.Span {
	spans, ok := g.spelled[r]
	if !ok {
		spans = g.written(r.expr)
		g.spelled[r] = spans
	}
	return spans
}

// written returns the code points that e, a class, lists: for the string "a" only a, although the
// string matches "A" too.
func (g *Grammar) written(e syntax.Expr) []span.Span {
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := g.referent(e.Name); to != nil && to.expr != nil && to.class != nil {
			return g.spellings(to)
		}
	case *syntax.Group:
		return g.written(e.Item)
	case *syntax.CharVal:
		for _, c := range e.Text {
			return []span.Span{{Lo: c, Hi: c}}
		}
	case *syntax.Alternation:
		var all []span.Span
		for _, item := range e.Items {
			all = span.Union(all, g.written(item))
		}
		return all
	}
	return span.Runs(g.class(e))
}
