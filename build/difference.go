package build

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// difference lowers e, a difference such as A - B: the strings of A without those of B. The sides
// are not both classes.
//
// Idea. Both sides become minimal automata, and the automaton of their difference is embedded. In
// a rule with components all text of the difference belongs to one component, because the product
// of two automata carries no marks. A filter for named alternatives applies to A only: a string
// excepted from a rule is excepted from each of its alternatives.
//
// Rejected. A product of two fragments of the NFA: because they are nondeterministic, it cannot
// find the strings outside of B.
//
// Twin: TestLowerExtended.
func (l *lowerer) difference(e *syntax.Difference) automaton.Fragment {
	to := l.recursion(e)
	if to != nil && l.g.recursion.Exactness == tables.Superset || !l.below && l.g.inexact(e.Except, true) {
		return l.expr(e.Item) // a superset of the difference
	}
	if to != nil {
		const why = "%s refers to itself and stands in a difference, which no counter can make"
		l.b.Fail(&refusal{near: true, text: fmt.Sprintf(why, to.Name)})
		return automaton.Fragment{}
	}
	d, known := l.g.differences[e]
	filtered := l.filter != nil && l.inspects(e)
	if !known || filtered {
		var err error
		if d, err = l.subtract(e); err != nil {
			l.b.Fail(err)
			return automaton.Fragment{}
		}
	}
	if filtered {
		defer d.Release(l.g.meter)
	} else {
		l.g.differences[e] = d // stored, because a repetition lowers it many times
	}
	return l.b.Embed(d)
}

// inexact reports whether subtracting e may remove too many strings, because the table of a rule in
// e is a superset. taken tells whether the strings of e are removed: only then a rule counts. taken
// is true for B in A - B. It is false for D in A - (C - D), because a difference inside of e turns
// it round.
//
// So the table of D in A - (C - D) may be a superset. Without its strings C has too few, and A
// without the rest of C has too many: a superset, as wanted. lowerer.below is set while C - D is
// lowered. Otherwise C - D would become C.
func (g *Grammar) inexact(e syntax.Expr, taken bool) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		return taken && g.referent(e.Name).exactness == tables.Superset
	case *syntax.Difference:
		return g.inexact(e.Item, taken) || g.inexact(e.Except, !taken)
	}
	return slices.ContainsFunc(syntax.Items(e), func(item syntax.Expr) bool { return g.inexact(item, taken) })
}

// recursion returns the first rule to which e refers, if that rule has calls or is lowered
// together with the current rule. If e refers to no such rule, it returns nil.
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

// subtract returns the minimal automaton of e: the strings of e.Item without those of e.Except. A
// filter of the lowerer applies to e.Item only. The flag below is turned round for e.Except.
func (l *lowerer) subtract(e *syntax.Difference) (*automaton.DFA, error) {
	item, err := l.g.variant(e.Item, l.filter, l.below)
	if err != nil {
		return nil, err
	}
	defer item.Release(l.g.meter)
	except, err := l.g.variant(e.Except, nil, !l.below)
	if err != nil {
		return nil, err
	}
	defer except.Release(l.g.meter)
	return automaton.Subtract(item, except, l.g.meter)
}
