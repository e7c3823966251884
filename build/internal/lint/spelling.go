package lint

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Spelling reports, once for each rule, a reference that differs from the rule's name in the case
// of letters. For a core rule this may be a mistake: a document that refers to "char" without
// defining it gets the core rule CHAR.
func Spelling(g *names.Grammar, list *syntax.List) {
	var core, own []remark
	known := map[*names.Rule]bool{}
	for _, r := range g.Rules {
		if !r.Own() {
			continue
		}
		for x := range names.References(r.Expr) {
			name, ok := x.(*syntax.RuleName)
			if !ok {
				continue
			}
			to := g.Referent(name.Name)
			if to == nil || to.Name == name.Name || !strings.EqualFold(to.Name, name.Name) || known[to] {
				continue
			}
			known[to] = true
			if to.Core {
				core = append(core, remark{name.Start, fmt.Sprintf("%s is read as the core rule %s (RFC 5234, appendix B.1), "+
					"because names are case-insensitive", name.Name, to.Name)})
			} else if to.Own() {
				own = append(own, remark{name.Start, fmt.Sprintf("%s is spelled %s where it is defined", name.Name, to.Name)})
			}
		}
	}
	report(g, list, "core-spelling", core)
	report(g, list, "name-spelling", own)
}
