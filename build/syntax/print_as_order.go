package syntax

import "unicode/utf8"

// A repetition of Treetop takes as many copies as it can, and gives none back: 'a'? 'a' does not
// match "a". In ABNF it may give copies back, so ABNF may match more strings. Nothing is lost where
// no text can follow, and where the text that follows cannot be part of another copy.

// repetitions reports each repetition of r that may match more strings in ABNF.
func (t *translator) repetitions(r *Rule) {
	if t.grammar.Dialect != Treetop {
		return
	}
	places(r.Expr, nil, t.followed[r.Name], func(x Expr, rest []Expr, followed bool) {
		if rep, ok := x.(*Repetition); ok && rep.Min != rep.Max && t.mayTake(rep, rest, followed) {
			t.report("order-lost", x.Pos(), 0,
				"here a repetition takes as much as it can; in ABNF it may take less, so ABNF may match more strings")
		}
	})
}

// findFollowed sets t.followed: the rules after whose members text may follow, in the rule that
// refers to them or in one that refers to that rule.
func (t *translator) findFollowed() {
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
func (t *translator) mayTake(rep *Repetition, rest []Expr, followed bool) bool {
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

// firstSet returns the set of the code points with which the strings that x matches begin. ok is
// false if x may match the empty string, and if firstSet cannot tell.
func (t *translator) firstSet(x Expr) (set codeSet, ok bool) {
	switch x := x.(type) {
	case *Group:
		return t.firstSet(x.Item)
	case *Concatenation:
		return t.firstSet(x.Items[0])
	case *CharVal:
		_, size := utf8.DecodeRuneInString(x.Text)
		return charSet(&CharVal{Text: x.Text[:size], Fold: x.Fold})
	}
	return t.codeSet(x)
}

// apart reports whether no string that x matches begins with a code point of set, and whether x may
// match the empty string. It may return false for apart if it cannot tell.
func (t *translator) apart(x Expr, set codeSet) (apart, empty bool) {
	switch x := x.(type) {
	case *Group:
		return t.apart(x.Item, set)
	case *Option:
		apart, _ = t.apart(x.Item, set)
		return apart, true
	case *Repetition:
		apart, empty = t.apart(x.Item, set)
		return apart, empty || x.Min == 0
	case *Alternation:
		apart = true
		for _, item := range x.Items {
			a, e := t.apart(item, set)
			apart, empty = apart && a, empty || e
		}
		return apart, empty
	case *Concatenation:
		apart, empty = t.apart(x.Items[0], set)
		return apart && !empty, false
	case *CharVal:
		if x.Text == "" {
			return true, true
		}
	}
	first, ok := t.firstSet(x)
	return ok && t.disjointSets(first, set), false
}

// disjointSets reports whether a and b have no code point in common. Once it has compared maxRuns
// ranges, it returns false.
func (t *translator) disjointSets(a, b codeSet) bool {
	t.compared += len(a) + len(b)
	for len(a) > 0 && len(b) > 0 && t.compared <= maxRuns {
		switch {
		case a[0].Hi < b[0].Lo:
			a = a[1:]
		case b[0].Hi < a[0].Lo:
			b = b[1:]
		default:
			return false
		}
	}
	return t.compared <= maxRuns
}
