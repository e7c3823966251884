package automata

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/tables"
)

// difference lowers e, a difference such as A - B: the strings that match A but not B. At least one
// side is not a class.
//
// Idea. Both sides become minimal automata, and the automaton of their difference is embedded. In a
// rule with components, the entire text of the difference belongs to one component, because the
// product of two automata carries no marks. A filter for named alternatives applies only to A: a
// string that is excluded from a rule is excluded from each of its alternatives.
//
// Rejected. A product of two NFA fragments: because the fragments are nondeterministic, it cannot
// find the strings outside B.
//
// Tested against: TestLowerExtended.
func (l *lowerer) difference(e *syntax.Difference) automaton.Fragment {
	to := l.recursive(e)
	if to != nil && l.Recursion.Exactness == tables.Superset || !l.below && l.inexact(e.Except, true) {
		return l.expr(e.Item) // a superset of the difference
	}
	if to != nil {
		const why = "%s refers to itself inside a difference, which a counter cannot compute"
		l.b.Fail(&Refusal{near: true, text: fmt.Sprintf(why, to.Name)})
		return automaton.Fragment{}
	}
	d, known := l.Differences[e]
	filtered := l.filter != nil && l.inspects(e)
	if !known || filtered {
		var err error
		if d, err = l.subtract(e); err != nil {
			l.b.Fail(err)
			return automaton.Fragment{}
		}
	}
	if filtered {
		defer d.Release(l.Meter)
	} else {
		l.Differences[e] = d // stored because a repetition lowers it many times
	}
	return l.b.Embed(d)
}

// inexact reports whether subtracting e may remove too many strings because the table of a rule in
// e is a superset. A rule matters only if removed is true, that is, if its strings are removed.
// removed is true for B in A - B, and false for D in A - (C - D), because a difference inside e
// inverts it.
//
// So the table of D in A - (C - D) may be a superset. Then C - D contains too few strings and A -
// (C - D) too many, so the latter is a superset, as required. lowerer.below is set while C - D is
// lowered. Without it, C - D would become C.
func (s scope) inexact(e syntax.Expr, removed bool) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		r := s.Names.Referent(e.Name) // nil for a core rule that is only repeated zero times
		return removed && r != nil && s.Of(r).Exactness == tables.Superset
	case *syntax.Difference:
		return s.inexact(e.Item, removed) || s.inexact(e.Except, !removed)
	}
	return slices.ContainsFunc(syntax.Items(e), func(item syntax.Expr) bool { return s.inexact(item, removed) })
}

// recursive returns the first rule to which e refers that has calls or is lowered together with the
// current rule, or nil if there is none.
func (l *lowerer) recursive(e syntax.Expr) *names.Rule {
	for x := range names.References(e) {
		if name, ok := x.(*syntax.RuleName); ok {
			to := l.Names.Referent(name.Name)
			if _, lowered := l.shells[to]; lowered || l.Of(to).Calls != nil || l.Of(to).Open != nil {
				return to
			}
		}
	}
	return nil
}

// subtract returns the minimal automaton of e: the strings that match e.Item but not e.Except. The
// lowerer's filter applies only to e.Item.
func (l *lowerer) subtract(e *syntax.Difference) (*automaton.DFA, error) {
	item, err := l.variant(e.Item, l.filter, l.below)
	if err != nil {
		return nil, err
	}
	defer item.Release(l.Meter)
	except, err := l.variant(e.Except, nil, !l.below)
	if err != nil {
		return nil, err
	}
	defer except.Release(l.Meter)
	return automaton.Subtract(item, except, l.Meter)
}

// Subtract returns the minimal automaton of a difference in the document. It fails if a rule in x
// has no automaton. If err is nil, the caller must call release to free the memory of the
// automaton.
func (a *Automata) Subtract(x *syntax.Difference) (d *automaton.DFA, release func(), err error) {
	if d, known := a.Differences[x]; known {
		return d, func() {}, nil
	}
	for e := range names.References(x) {
		if name, ok := e.(*syntax.RuleName); ok {
			if to := a.Names.Referent(name.Name); to != nil && a.Of(to).DFA != nil {
				continue
			}
		}
		return nil, nil, fmt.Errorf("there is no automaton for %s", notation.FormatExpr(e, a.Names.Document.Dialect))
	}
	if d, err = newLowerer(a.whole()).subtract(x); err != nil {
		return nil, nil, err
	}
	return d, func() { d.Release(a.Meter) }, nil
}
