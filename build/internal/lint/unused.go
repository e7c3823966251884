package lint

import (
	"strings"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// unused reports the rules to which no other rule refers, all in one note. It is a note
// only, because the entry point of a grammar is such a rule.
func unused(g *names.Grammar, out *syntax.List) {
	used := map[*names.Rule]bool{}
	for _, r := range g.Rules {
		for _, to := range r.Refs {
			used[to] = used[to] || to != r
		}
	}
	var unused []*names.Rule
	for _, r := range g.Rules {
		if !used[r] && r.Own() && !r.Unread {
			unused = append(unused, r)
		}
	}
	if len(unused) == 0 {
		return
	}
	const most = 30
	list := names.List(unused[:min(len(unused), most)])
	if n := len(unused) - most; n > 0 {
		list += ", … " + Plural(n, "more rule")
	}
	what := "an entry point"
	if strings.Contains(list, ", ") {
		what = "entry points"
	}
	about(out, "unused-rule", unused[0], "no rule refers to %s: %s, or left over", list, what)
}
