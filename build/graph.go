package build

// The functions here walk through the graph of rules. The walk that finds recursion is in
// recursion.go.

// order returns rules in an order for compiling: each after those it refers to. With names in
// wanted, they are the rules with these names and all rules they reach. Without names they are all
// rules of the grammar. Once the circles are known, the rules of a circle stand together.
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

// reachedFrom returns the rules r refers to, directly or through other rules.
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

// reaching returns the rules that refer, directly or through other rules, to a rule for which the
// function those returns true.
func (g *Grammar) reaching(those func(*Rule) bool) map[*Rule]bool {
	reaches := map[*Rule]bool{}
	for _, r := range g.order(nil) { // rules come after those they refer to
		for _, to := range r.refs {
			if those(to) || reaches[to] {
				reaches[r] = true
			}
		}
	}
	return reaches
}

// setOf returns the set of rules.
func setOf(rules []*Rule) map[*Rule]bool {
	set := make(map[*Rule]bool, len(rules))
	for _, r := range rules {
		set[r] = true
	}
	return set
}
