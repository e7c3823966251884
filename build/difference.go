package build

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// difference lowers what is no difference of classes: both sides become minimal automata,
// and what is left of the first is embedded. Inside a rule with components the whole of it
// belongs to one component, for the product of two automata knows no marks. A filter for
// alternatives holds for the first: what is excepted from it, is so in every alternative.
//
// The rejected alternative, a product of the two fragments while they are still
// nondeterministic, cannot say what is not in the second.
func (l *lowerer) difference(e *syntax.Difference) automaton.Fragment {
	if l.filter != nil && l.inspects(e) {
		return l.filtered(e)
	}
	d, ok := l.g.differences[e]
	to := l.recursion(e)
	if to != nil && l.g.recursion.Exactness == tables.Superset || l.g.inexact(e.Except, true) {
		return l.expr(e.Item) // more than is left of it
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
		l.g.differences[e] = d // a repetition asks for it again and again
	}
	return l.b.Embed(d)
}

// inexact reports whether strings are taken away that perhaps should stay: those of a rule whose table has
// too many, below an odd number of differences.
func (g *Grammar) inexact(e syntax.Expr, taken bool) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		return taken && g.referent(e.Name).exactness != tables.Exact
	case *syntax.Difference:
		return g.inexact(e.Item, taken) || g.inexact(e.Except, !taken)
	}
	return slices.ContainsFunc(syntax.Items(e), func(item syntax.Expr) bool { return g.inexact(item, taken) })
}

// recursion returns a rule in an expression whose automaton has calls or is being made, nil if there is none.
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

// filtered lowers a difference of which but one alternative is wanted. What is taken away
// stays the same.
func (l *lowerer) filtered(e *syntax.Difference) automaton.Fragment {
	d, err := l.subtract(e)
	if err != nil {
		l.b.Fail(err)
		return automaton.Fragment{}
	}
	defer d.Release(l.g.meter)
	return l.b.Embed(d)
}

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
