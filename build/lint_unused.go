package build

func (g *Grammar) reportUnused() {
	used := map[*Rule]bool{}
	for _, r := range g.Rules {
		for _, to := range r.refs {
			used[to] = used[to] || to != r
		}
	}
	for _, r := range g.Rules {
		if !used[r] && r.Own() && !r.unread {
			g.report("unused-rule", r.pos(), len(r.Name),
				"no rule refers to %s: an entry point, or left over", r.Name)
		}
	}
}
