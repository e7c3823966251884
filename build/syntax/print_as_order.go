package syntax

// A repetition of Treetop takes as many copies as it can, and gives none back: 'a'? 'a' does not
// match "a". In ABNF it may give copies back, so ABNF may match more strings. Nothing is lost where
// no text can follow, and where the text that follows cannot be part of another copy.

// A greed finds repetitions that may match more strings in ABNF.
type greed struct {
	codeSets
	last     map[string]*Rule // the last rule with each name
	followed map[string]bool  // the names of the rules after whose members text may follow, see findFollowed
}

// repetitions calls report with each repetition of r that may match more strings in ABNF.
func (t *greed) repetitions(r *Rule, report func(x Expr)) {
	places(r.Expr, nil, t.followed[r.Name], func(x Expr, rest []Expr, followed bool) {
		if rep, ok := x.(*Repetition); ok && rep.Min != rep.Max && t.mayTake(rep, rest, followed) {
			report(x)
		}
	})
}

// findFollowed sets t.followed: the rules after whose members text may follow, in the rule that
// refers to them or in one that refers to that rule.
func (t *greed) findFollowed() {
	t.followed = map[string]bool{}
	var queue []*Rule
	visit := func(x Expr, rest []Expr, followed bool) {
		name, ok := x.(*RuleName)
		if !ok || !followed && len(rest) == 0 || t.followed[name.Name] {
			return
		}
		t.followed[name.Name] = true
		if r := t.last[name.Name]; r != nil {
			queue = append(queue, r)
		}
	}
	for _, r := range t.last {
		places(r.Expr, nil, false, visit)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		places(queue[0].Expr, nil, true, visit)
	}
}

// places calls visit with each expression in x. rest has the items after it in its concatenation.
// followed tells whether text may follow on these.
func places(x Expr, rest []Expr, followed bool, visit func(x Expr, rest []Expr, followed bool)) {
	visit(x, rest, followed)
	followed = followed || len(rest) > 0
	switch x := x.(type) {
	case *Concatenation:
		for i, item := range x.Items {
			places(item, x.Items[i+1:], followed, visit)
		}
		return
	case *Repetition:
		followed = followed || x.Max != 1
	}
	for _, item := range Items(x) {
		places(item, nil, followed, visit)
	}
}

// mayTake reports whether a copy of the repetition rep may begin like the text after it. That text
// is rest, and more after it if followed is set.
func (t *greed) mayTake(rep *Repetition, rest []Expr, followed bool) bool {
	if len(rest) == 0 {
		return followed
	}
	set, ok := t.firstSet(rep.Item)
	if !ok {
		return true
	}
	apart, empty := t.apart(rest[0], set)
	return !apart || empty && (followed || len(rest) > 1)
}
