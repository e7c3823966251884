package build

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// A yielding says of expressions whether they derive some string, the empty one too. x = "a" x derives
// none.
type yielding struct {
	g     *Grammar
	among map[*Rule]bool // by the rules of the circle, whether they are known to derive a string
}

// yields finds out which rules of a circle derive some string. All others that they refer to are compiled.
//
// Idea. A rule is looked at again when one that it refers to is found to derive a string.
//
// Cost. Each reference of the circle takes a look at a rule, which ends at the first item that decides.
func yields(g *Grammar, circle []*Rule) *yielding {
	y := &yielding{g, map[*Rule]bool{}}
	users := map[*Rule][]*Rule{}
	for _, r := range circle {
		y.among[r] = false
		for _, to := range r.refs {
			users[to] = append(users[to], r)
		}
	}
	queue := slices.Clone(circle)
	for i := 0; i < len(queue); i++ {
		if r := queue[i]; !y.among[r] && y.one(r.expr) {
			y.among[r] = true
			queue = append(queue, users[r]...)
		}
	}
	return y
}

func (y *yielding) one(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		to := y.g.referent(e.Name)
		if known, ok := y.among[to]; ok {
			return known
		}
		return to.automaton() == nil || to.automaton().Start() != automaton.Dead // a called rule derives a string
	case *syntax.Group:
		return y.one(e.Item)
	case *syntax.Repetition:
		return e.Min == 0 || y.one(e.Item)
	case *syntax.Difference:
		return y.one(e.Item)
	case *syntax.Alternation:
		return slices.ContainsFunc(e.Items, y.one)
	case *syntax.Concatenation:
		return y.all(e.Items)
	}
	return true
}

func (y *yielding) all(items []syntax.Expr) bool {
	return !slices.ContainsFunc(items, func(e syntax.Expr) bool { return !y.one(e) })
}
