package build

import "strings"

// reportUnused reports the rules to which no other rule refers, all in one note. It is a note
// only, because the entry point of a grammar is such a rule.
func (g *Grammar) reportUnused() {
	used := map[*Rule]bool{}
	for _, r := range g.Rules {
		for _, to := range r.refs {
			used[to] = used[to] || to != r
		}
	}
	var unused []*Rule
	for _, r := range g.Rules {
		if !used[r] && r.Own() && !r.unread {
			unused = append(unused, r)
		}
	}
	if len(unused) == 0 {
		return
	}
	const most = 30
	list := names(unused[:min(len(unused), most)])
	if n := len(unused) - most; n > 0 {
		list += ", … " + plural(n, "more rule")
	}
	what := "an entry point"
	if strings.Contains(list, ", ") {
		what = "entry points"
	}
	g.report("unused-rule", unused[0].pos(), len(unused[0].Name), "no rule refers to %s: %s, or left over", list, what)
}
