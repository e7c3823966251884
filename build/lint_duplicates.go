package build

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// remarkDuplicates reports each alternative that repeats an earlier one of its choice. It compares
// only names, strings, numbers and classes, by their text. A string that matches either case is
// compared in lower case.
func (g *Grammar) remarkDuplicates() {
	var found []remark
	for _, r := range g.Rules {
		if r.Own() {
			choices(r.expr, func(alt *syntax.Alternation) { found = append(found, oneOf(g.duplicates(alt), "choice")...) })
		}
	}
	g.remark("duplicate-alternative", found)
}

// duplicates returns a remark on each alternative of alt that repeats an earlier one, for
// remarkDuplicates.
func (g *Grammar) duplicates(alt *syntax.Alternation) (found []remark) {
	known := map[string]syntax.Expr{}
	for _, item := range alt.Items {
		text := ""
		switch x := item.(type) {
		case *syntax.CharVal:
			if x.Fold {
				x = &syntax.CharVal{Text: strings.ToLower(x.Text), Fold: true}
			}
			text = g.formatExpr(x)
		case *syntax.RuleName, *syntax.NumVal, *syntax.NumRange, *syntax.Class:
			text = g.formatExpr(item)
		default:
			continue
		}
		first := known[text]
		if first == nil {
			known[text] = item
			continue
		}
		switch a, b := g.alternativeName(first), g.alternativeName(item); {
		case a == b:
			found = append(found, remark{item.Pos(), clip(b) + " is in this choice already"})
		default:
			found = append(found, remark{item.Pos(), fmt.Sprintf(
				"%s matches the same strings as %s in this choice: strings match upper and lower case", clip(b), clip(a))})
		}
	}
	return found
}

// choices calls visit for each choice in e, the outer ones before those inside of them.
func choices(e syntax.Expr, visit func(*syntax.Alternation)) {
	if alt, ok := e.(*syntax.Alternation); ok {
		visit(alt)
	}
	for _, item := range syntax.Items(e) {
		choices(item, visit)
	}
}
