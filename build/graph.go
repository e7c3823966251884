package build

// Ways through the graph of rules. That of recursion is in recursion.go.

// order returns the rules to compile, each after those it refers to: the wanted ones
// with everything they reach, or all rules that the document defines. Those that refer to one another in
// a circle stand together, once the circles are found.
func (g *Grammar) order(wanted []string) []*Rule {
	var order []*Rule
	done := map[*Rule]bool{}
	var add func(r *Rule)
	add = func(r *Rule) {
		if r == nil || done[r] {
			return
		}
		circle := r.scc
		if circle == nil {
			circle = []*Rule{r}
		}
		for _, member := range circle {
			done[member] = true
		}
		for _, member := range circle {
			for _, to := range member.refs {
				add(to)
			}
		}
		order = append(order, circle...)
	}
	for _, name := range wanted {
		add(g.Rule(name))
	}
	if len(wanted) == 0 {
		for _, r := range g.Rules {
			add(r)
		}
	}
	return order
}

// reachedFrom returns the rules that r refers to, itself or through others.
func reachedFrom(r *Rule) map[*Rule]bool {
	reached := map[*Rule]bool{}
	for queue := []*Rule{r}; len(queue) > 0; queue = queue[1:] {
		for _, to := range queue[0].refs {
			if !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
	}
	return reached
}

// reaching returns the rules that refer, themselves or through others, to one of those.
func (g *Grammar) reaching(those func(*Rule) bool) map[*Rule]bool {
	reaches := map[*Rule]bool{}
	for _, r := range g.order(nil) { // those referred to come first
		for _, to := range r.refs {
			if those(to) || reaches[to] {
				reaches[r] = true
			}
		}
	}
	return reaches
}
