package build

import "github.com/irilex/iri/build/syntax"

// eitherCase reports whether two rules that match the same characters would not if strings matched one case
// only, as in a rule that lists "a" to "z" beside one that lists both cases. It returns a letter of a string
// and the other case, which it matches too.
func (g *Grammar) eitherCase(a, b *Rule) (letter, other rune, ok bool) {
	if a.class == nil || b.class == nil {
		return 0, 0, false
	}
	inA, inB := g.written(a.expr), g.written(b.expr)
	rest := append(subtract(inA, inB), subtract(inB, inA)...)
	if len(rest) == 0 {
		return 0, 0, false
	}
	return rest[0].lo ^ 0x20, rest[0].lo, true // of letters alone the classes differ
}

// written returns the code points of a class as it is written: a string of one letter is that letter. The
// spans of a rule are worked out once, because each rule of a chain has those of all after it.
func (g *Grammar) written(e syntax.Expr) []span {
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := g.referent(e.Name); to != nil && to.expr != nil && to.class != nil {
			spans, ok := g.spelled[to]
			if !ok {
				spans = g.written(to.expr)
				g.spelled[to] = spans
			}
			return spans
		}
	case *syntax.Group:
		return g.written(e.Item)
	case *syntax.CharVal:
		for _, c := range e.Text {
			return []span{{c, c}}
		}
	case *syntax.Alternation:
		var all []span
		for _, item := range e.Items {
			all = union(all, g.written(item))
		}
		return all
	}
	if class := g.class(e); class != nil {
		return runs(class)
	}
	return nil
}
