package build

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// A yielding finds the expressions that have a member. x = "a" x has no member.
type yielding struct {
	g     *Grammar
	among map[*Rule]bool // by the rules of the circle: whether a member is known
	steps int64          // done since the meter was told
}

// The steps that the search takes for a rule of the circle, for a reference of it, and for a look at a reference.
const (
	yieldRuleSteps      = 30
	yieldReferenceSteps = 12
	yieldLookSteps      = 20
)

// yields finds out which rules of a circle derive some string. All others that they refer to are compiled.
//
// Idea. Visit a rule again after a rule to which it refers is found to have a member.
//
// Cost. Each reference of the circle takes a look at a rule, which ends at the first item that decides.
func yields(g *Grammar, circle []*Rule) (*yielding, error) {
	y := &yielding{g: g, among: map[*Rule]bool{}}
	users := map[*Rule][]*Rule{}
	for _, r := range circle {
		y.among[r] = false
		y.steps += int64(yieldRuleSteps + yieldReferenceSteps*len(r.refs))
		if err := y.work(); err != nil {
			return nil, err
		}
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
		if err := y.work(); err != nil {
			return nil, err
		}
	}
	return y, nil
}

// work tells the meter of the steps that were done since it was told last.
func (y *yielding) work() error {
	done := y.steps
	y.steps = 0
	return y.g.meter.Work(done)
}

func (y *yielding) one(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		y.steps += yieldLookSteps
		to := y.g.referent(e.Name)
		if known, ok := y.among[to]; ok {
			return known
		}
		return to.automaton() == nil || to.automaton().Start() != automaton.Dead // a called rule has a member
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
