package certificate

// A step leads from one term to another on any byte in a set.
type step struct {
	on Bytes
	to Term
}

// stepsOf returns the derivatives of a term for disjoint byte sets, omitting derivatives that match
// no string. If d is the derivative by one byte, then
//
//	d(set·c)  = c, if the byte is in the set
//	d(a*·c)   = d(a)·a*·c | d(c)
//	d(a | b)  = d(a) | d(b)
//	d(a\b·c)  = (d(a)\d(b))·c | d(c), the latter if a\b matches the empty string
//
// Cost: each term is derived once, and its node stores the steps. Tested against: plain
// (TestSteps).
func (t *Terms) stepsOf(a Term) []step {
	if n := &t.nodes[a]; n.stepped {
		return n.steps
	}
	n := t.nodes[a] // a copy: new terms reallocate nodes
	var steps []step
	switch n.kind {
	case byteSet:
		steps = []step{{n.set, n.tail}}
	case star:
		for _, s := range t.stepsOf(n.body) {
			steps = append(steps, step{s.on, t.cat(s.to, a)})
		}
		steps = t.join(steps, t.stepsOf(n.tail))
	case difference:
		steps = t.differ(n)
	default:
		for _, kid := range n.kids {
			steps = append(steps, t.stepsOf(kid)...)
		}
		steps = t.join(steps)
	}
	t.nodes[a].steps, t.nodes[a].stepped = steps, true
	return steps
}

// differ returns the steps of a difference.
func (t *Terms) differ(n node) (steps []step) {
	for _, s := range t.stepsOf(n.body) {
		for _, not := range t.stepsOf(n.except) {
			if shared := s.on.and(not.on); shared != (Bytes{}) {
				steps = append(steps, step{shared, t.without(s.to, not.to, n.tail)})
				s.on = s.on.minus(shared)
			}
		}
		if s.on != (Bytes{}) {
			steps = append(steps, step{s.on, t.cat(s.to, n.tail)})
		}
	}
	if t.Nullable(n.body) && !t.Nullable(n.except) {
		return t.join(steps, t.stepsOf(n.tail))
	}
	return t.join(steps)
}

// join merges lists of steps into one list with disjoint byte sets and one step per target term.
func (t *Terms) join(lists ...[]step) (joined []step) {
	type part struct {
		on Bytes
		to []Term
	}
	var parts []part
	for _, list := range lists {
		for _, s := range list {
			for i := range parts { // split each part into bytes shared with the step and other bytes
				shared := parts[i].on.and(s.on)
				if shared == (Bytes{}) {
					continue
				}
				if rest := parts[i].on.minus(shared); rest != (Bytes{}) {
					parts = append(parts, part{rest, parts[i].to})
				}
				parts[i] = part{shared, append(parts[i].to[:len(parts[i].to):len(parts[i].to)], s.to)}
				s.on = s.on.minus(shared)
			}
			if s.on != (Bytes{}) {
				parts = append(parts, part{s.on, []Term{s.to}})
			}
		}
	}
	at := map[Term]int{}
	for _, p := range parts {
		to := t.alt(p.to...)
		if i, ok := at[to]; ok {
			joined[i].on = joined[i].on.or(p.on)
			continue
		}
		at[to] = len(joined)
		joined = append(joined, step{p.on, to})
	}
	return joined
}

// Matches reports whether a string matches a term.
func (t *Terms) Matches(a Term, s string) bool {
	for i := range len(s) {
		to := None
		for _, step := range t.stepsOf(a) {
			if step.on.has(s[i]) {
				to = step.to
			}
		}
		a = to
	}
	return t.Nullable(a)
}
