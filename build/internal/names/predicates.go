package names

import (
	"fmt"

	"github.com/irilex/iri/build/syntax"
)

// checkPredicates reports each rule with a predicate, which only the reading by order has. Such a
// rule is not compiled.
func (g *resolver) checkPredicates() {
	for _, r := range g.Rules {
		if p := firstPredicate(r.Expr); p != nil {
			sign := g.Source.Text[p.Start : p.Start+1]
			g.report("predicate", p.Start, 1, "the predicate %q looks ahead, and only the reading by order (PEG) has "+
				"predicates; --semantics peg reads the document so", sign)
			r.Broken = fmt.Errorf("it has the predicate %q, which only --semantics peg reads", sign)
		}
	}
}

// firstPredicate returns the first predicate in an expression, or nil.
func firstPredicate(e syntax.Expr) *syntax.Predicate {
	if p, ok := e.(*syntax.Predicate); ok {
		return p
	}
	for _, item := range syntax.Items(e) {
		if p := firstPredicate(item); p != nil {
			return p
		}
	}
	return nil
}
