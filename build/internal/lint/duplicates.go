package lint

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Duplicates reports alternatives that repeat an earlier alternative of the same choice, with one
// remark for each choice. It compares only names, strings, numbers and classes, and compares them
// by their text. Case-insensitive strings are compared in lowercase.
func Duplicates(g *names.Grammar, list *syntax.List) {
	var found []remark
	for _, r := range g.Rules {
		if r.Own() {
			choices(r.Expr, func(alt *syntax.Alternation) { found = append(found, oneOf(repeated(g, alt), "choice")...) })
		}
	}
	report(g, list, "duplicate-alternative", found)
}

// repeated returns a remark on each alternative of alt that repeats an earlier one (see
// [Duplicates]).
func repeated(g *names.Grammar, alt *syntax.Alternation) (found []remark) {
	known := map[string]syntax.Expr{}
	for _, item := range alt.Items {
		text := ""
		switch x := item.(type) {
		case *syntax.CharVal:
			if x.Fold {
				x = &syntax.CharVal{Text: strings.ToLower(x.Text), Fold: true}
			}
			text = g.Format(x)
		case *syntax.RuleName, *syntax.NumVal, *syntax.NumRange, *syntax.Class:
			text = g.Format(item)
		default:
			continue
		}
		first := known[text]
		if first == nil {
			known[text] = item
			continue
		}
		what := clip(g.Label(item)) + " is already in this choice"
		if g.Label(first) != g.Label(item) {
			kind := "strings"
			if _, ok := item.(*syntax.RuleName); ok {
				kind = "names"
			}
			what = fmt.Sprintf("%s matches the same strings as %s in this choice: %s are case-insensitive",
				short(g, item), short(g, first), kind)
		}
		found = append(found, remark{item.Pos(), what})
	}
	return found
}
