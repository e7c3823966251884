package lint

import (
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Unused reports all rules to which no other rule refers, in a single note. This is only a note,
// because the entry point of a grammar is one of these rules.
func Unused(g *names.Grammar, list *syntax.List) {
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
	text := names.List(unused[:min(len(unused), most)])
	if n := len(unused) - most; n > 0 {
		text += ", … " + syntax.Plural(n, "more rule")
	}
	role := "an entry point"
	if len(unused) > 1 {
		role = "entry points"
	}
	about(list, "unused-rule", unused[0], "no rule refers to %s: either %s or unused", text, role)
}
