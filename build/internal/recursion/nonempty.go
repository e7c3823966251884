package recursion

import (
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// nonempty returns the rules that may derive a nonempty string: rules that have text in their own
// definitions, and all rules that refer to one of these rules, directly or indirectly. A rule
// without a definition, or with a reference to an unknown name, is assumed to have text. So the
// result may include recursive rules without members.
func nonempty(g *names.Grammar) map[*names.Rule]bool {
	filled := map[*names.Rule]bool{}
	own := texts{g, nil, map[syntax.Expr]bool{}} // references do not count, because no rules are filled yet
	users := map[*names.Rule][]*names.Rule{}
	var queue []*names.Rule
	fill := func(r *names.Rule) {
		if !filled[r] {
			filled[r] = true
			queue = append(queue, r)
		}
	}
	for _, r := range g.Rules {
		for _, to := range r.Refs {
			users[to] = append(users[to], r)
		}
		if r.Expr == nil || own.derives(r.Expr) {
			fill(r)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, user := range users[queue[i]] {
			fill(user)
		}
	}
	return filled
}

// texts determines which expressions derive text. filled contains the rules that derive text.
type texts struct {
	g      *names.Grammar
	filled map[*names.Rule]bool
	known  map[syntax.Expr]bool // results for alternations and concatenations
}

// derives reports whether e may derive text. It may return true even if e derives no string. For a
// difference such as A - B, it always returns true, because the strings in A but not in B are known
// only after A and B have automata.
func (t *texts) derives(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		to := t.g.Referent(e.Name)
		return to == nil || t.filled[to]
	case *syntax.CharVal:
		return e.Text != ""
	case *syntax.Predicate:
		return false
	case *syntax.Group:
		return t.derives(e.Item)
	case *syntax.Option:
		return t.derives(e.Item)
	case *syntax.Repetition:
		return e.Max != 0 && t.derives(e.Item)
	case *syntax.Alternation:
		return t.some(e, e.Items)
	case *syntax.Concatenation:
		return t.some(e, e.Items)
	}
	return true
}

// some reports whether derives returns true for one of the items of e. It stores the result for e.
func (t *texts) some(e syntax.Expr, items []syntax.Expr) bool {
	found, ok := t.known[e]
	if !ok {
		found = slices.ContainsFunc(items, t.derives)
		t.known[e] = found
	}
	return found
}
