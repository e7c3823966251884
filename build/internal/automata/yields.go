package automata

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A yielding finds the expressions that have at least one member. For example, the rule x = "a" x
// has no member.
type yielding struct {
	scope
	among map[*names.Rule]bool // for each rule of the cycle, whether a member has been found
	steps int64                // steps since the last call to work
}

// Steps of the search: per rule of the cycle, per reference in it, and per lookup of a referenced
// rule.
const (
	yieldRuleSteps      = 30
	yieldReferenceSteps = 12
	yieldLookSteps      = 20
)

// yields finds the rules of a cycle that have at least one member. All other rules to which they
// refer must already be compiled. The only possible error is an exceeded limit.
//
// Idea. Visit each rule, and visit it again when a rule it refers to turns out to have a member.
//
// Cost. At most one visit per reference in the cycle. A visit ends at the first item that decides
// the result. The meter counts the steps.
func yields(s scope, cycle []*names.Rule) (*yielding, error) {
	y := &yielding{scope: s, among: map[*names.Rule]bool{}}
	users := map[*names.Rule][]*names.Rule{}
	for _, r := range cycle {
		y.among[r] = false
		y.steps += int64(yieldRuleSteps + yieldReferenceSteps*len(r.Refs))
		if err := y.work(); err != nil {
			return nil, err
		}
		for _, to := range r.Refs {
			users[to] = append(users[to], r)
		}
	}
	queue := slices.Clone(cycle)
	for i := 0; i < len(queue); i++ {
		if r := queue[i]; !y.among[r] && y.one(y.Definition(r)) {
			y.among[r] = true
			queue = append(queue, users[r]...)
		}
		if err := y.work(); err != nil {
			return nil, err
		}
	}
	return y, nil
}

// work charges the meter for the steps since the last call.
func (y *yielding) work() error {
	done := y.steps
	y.steps = 0
	return y.Meter.Work(done)
}

// one reports whether e is known to have a member.
func (y *yielding) one(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		y.steps += yieldLookSteps
		to := y.Names.Referent(e.Name)
		if known, ok := y.among[to]; ok {
			return known
		}
		return y.Of(to).Any() == nil || y.Of(to).Any().Start() != automaton.Dead // a called rule has a member
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

// all reports whether each item is known to have a member.
func (y *yielding) all(items []syntax.Expr) bool {
	return !slices.ContainsFunc(items, func(e syntax.Expr) bool { return !y.one(e) })
}
