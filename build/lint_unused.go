package build

import "strings"

// reportUnused lists the rules without a reference from another in one note, because each
// grammar has an entry point.
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
