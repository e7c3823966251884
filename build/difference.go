package build

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// difference lowers a difference of expressions other than classes.
//
// Idea. Both sides become minimal automata, and the difference of the two is embedded. In a
// rule with components the whole difference belongs to one component, because the product
// of two automata carries no marks. A filter for alternatives applies to the first side
// alone: a string excepted there is excepted in every alternative.
//
// Rejected. A product of the two fragments while they are nondeterministic: it cannot find
// the strings outside of the second.
//
// Twin: TestLowerExtended.
func (l *lowerer) difference(e *syntax.Difference) automaton.Fragment {
	if l.filter != nil && l.inspects(e) {
		return l.filtered(e)
	}
	d, ok := l.g.differences[e]
	to := l.recursion(e)
	if to != nil && l.g.recursion.Exactness == tables.Superset || l.g.inexact(e.Except, true) {
		return l.expr(e.Item) // a superset of the difference
	}
	if to != nil {
		const why = "%s refers to itself and stands in a difference, which no counter can make"
		l.b.Fail(&refusal{near: true, text: fmt.Sprintf(why, to.Name)})
		return automaton.Fragment{}
	}
	if !ok {
		var err error
		if d, err = l.subtract(e); err != nil {
			l.b.Fail(err)
			return automaton.Fragment{}
		}
		l.g.differences[e] = d // a repetition lowers it many times
	}
	return l.b.Embed(d)
}

// inexact reports whether subtracting e may remove too many strings, because a rule in e has a
// table that is not exact. taken is whether the strings of e are subtracted: it changes with each
// difference inside of e.
func (g *Grammar) inexact(e syntax.Expr, taken bool) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		return taken && g.referent(e.Name).exactness != tables.Exact
	case *syntax.Difference:
		return g.inexact(e.Item, taken) || g.inexact(e.Except, !taken)
	}
	return slices.ContainsFunc(syntax.Items(e), func(item syntax.Expr) bool { return g.inexact(item, taken) })
}

// recursion returns a rule in an expression whose automaton has calls or is still being
// made, or nil.
func (l *lowerer) recursion(e syntax.Expr) *Rule {
	for x := range references(e) {
		if name, ok := x.(*syntax.RuleName); ok {
			to := l.g.referent(name.Name)
			if _, lowered := l.shells[to]; lowered || to.calls != nil || to.open != nil {
				return to
			}
		}
	}
	return nil
}

// filtered lowers a difference with all alternatives filtered but one. The excepted side
// stays unfiltered.
func (l *lowerer) filtered(e *syntax.Difference) automaton.Fragment {
	d, err := l.subtract(e)
	if err != nil {
		l.b.Fail(err)
		return automaton.Fragment{}
	}
	defer d.Release(l.g.meter)
	return l.b.Embed(d)
}

// subtract returns the minimal automaton of a difference.
func (l *lowerer) subtract(e *syntax.Difference) (*automaton.DFA, error) {
	item, err := l.g.variant(e.Item, l.filter)
	if err != nil {
		return nil, err
	}
	defer item.Release(l.g.meter)
	except, err := l.g.variant(e.Except, nil)
	if err != nil {
		return nil, err
	}
	defer except.Release(l.g.meter)
	return automaton.Subtract(item, except, l.g.meter)
}
