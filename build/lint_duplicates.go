package build

import "github.com/irilex/iri/build/syntax"

// remarkDuplicates reports alternatives that stand in their choice twice, each after the first.
// Only names, strings, numbers and classes are compared: whoever writes one of these twice has
// overlooked it, and has perhaps meant another.
func (g *Grammar) remarkDuplicates() {
	var found []remark
	for _, r := range g.Rules {
		if r.Own() {
			choices(r.expr, func(alt *syntax.Alternation) { found = append(found, g.duplicates(alt)...) })
		}
	}
	g.remark("duplicate-alternative", found)
}

func (g *Grammar) duplicates(alt *syntax.Alternation) (found []remark) {
	known := map[string]bool{}
	for _, item := range alt.Items {
		switch item.(type) {
		case *syntax.RuleName, *syntax.CharVal, *syntax.NumVal, *syntax.NumRange, *syntax.Class:
			text := g.formatExpr(item)
			if known[text] {
				found = append(found, remark{item.Pos(), "this alternative stands in the same choice already"})
			}
			known[text] = true
		}
	}
	return found
}

// choices visits the choices in e, those inside of others too.
func choices(e syntax.Expr, visit func(*syntax.Alternation)) {
	if alt, ok := e.(*syntax.Alternation); ok {
		visit(alt)
	}
	for _, item := range syntax.Items(e) {
		choices(item, visit)
	}
}
