package lint

import (
	"strings"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Ungrouped reports the first alternative of several elements that has no parentheses and is next
// to a "/" on the same line, because "a / b *c" is easily misread as "( a / b ) *c" (RFC 5234,
// section 3.10).
func Ungrouped(g *names.Grammar, list *syntax.List) {
	if g.Document.Dialect != syntax.ABNF {
		return
	}
	var found []remark
	for _, r := range g.Rules {
		if !r.Own() {
			continue
		}
		choices(r.Expr, func(alt *syntax.Alternation) {
			for i, item := range alt.Items {
				_, several := item.(*syntax.Concatenation)
				if !several || !followsSlash(g, item) && (i+1 == len(alt.Items) || !followsSlash(g, alt.Items[i+1])) {
					continue
				}
				text := short(g, item) + ` is one alternative: "/" separates entire sequences; ` +
					"RFC 5234 (section 3.10) recommends parentheses"
				found = append(found, remark{item.Pos(), text})
			}
		})
	}
	report(g, list, "ungrouped-sequence", oneOf(found, "document"))
}

// followsSlash reports whether e follows an element and a "/" on its line.
func followsSlash(g *names.Grammar, e syntax.Expr) bool {
	before, ok := strings.CutSuffix(strings.TrimRight(g.Source.Text[:e.Pos()], " \t"), "/")
	before = strings.TrimRight(before, " \t")
	return ok && before != "" && strings.IndexByte("=\r\n", before[len(before)-1]) < 0
}
