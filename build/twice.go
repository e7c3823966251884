package build

import "github.com/irilex/iri/build/syntax"

// remarkTwice reports alternatives that stand in their choice twice, each behind the first.
// Only names, strings, numbers and classes are compared: whoever writes one of these twice has
// overlooked it, and has perhaps meant another.
func (g *Grammar) remarkTwice() {
	var found []remark
	for _, r := range g.Rules {
		if !r.Core {
			choices(r.expr, func(alt *syntax.Alternation) { found = append(found, twice(alt)...) })
		}
	}
	g.remark(syntax.Note, "duplicate-alternative", found)
}

func twice(alt *syntax.Alternation) (found []remark) {
	known := map[string]bool{}
	for _, item := range alt.Items {
		switch item.(type) {
		case *syntax.RuleName, *syntax.CharVal, *syntax.NumVal, *syntax.NumRange, *syntax.Class:
			text := formatExpr(item)
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
	switch e := e.(type) {
	case *syntax.Alternation:
		visit(e)
		for _, item := range e.Items {
			choices(item, visit)
		}
	case *syntax.Concatenation:
		for _, item := range e.Items {
			choices(item, visit)
		}
	case *syntax.Repetition:
		choices(e.Item, visit)
	case *syntax.Group:
		choices(e.Item, visit)
	case *syntax.Option:
		choices(e.Item, visit)
	case *syntax.Difference:
		choices(e.Item, visit)
		choices(e.Except, visit)
	}
}
