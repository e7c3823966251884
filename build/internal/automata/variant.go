package automata

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Variant returns the minimal automaton of e, an expression of the grammar, with unordered choice.
func (a *Automata) Variant(e syntax.Expr) (*automaton.DFA, error) {
	return a.whole().variant(e, nil, false)
}

// variant returns the minimal automaton of e. The filter f changes references to named
// alternatives; it is nil if there are none. For below, see [lowerer].
func (s scope) variant(e syntax.Expr, f *filter, below bool) (*automaton.DFA, error) {
	l := newLowerer(s)
	l.filter, l.below = f, below
	nfa, release, err := l.finish(l.expr(e))
	if err != nil {
		return nil, err
	}
	defer release()
	return automaton.Canonical(nfa, s.Meter)
}

// A filter selects one of several named alternatives while an expression is lowered. References to
// the selected alternative match its members. References to the others match no string.
type filter struct {
	among   func(*names.Rule) bool // whether a rule is one of the named alternatives, selected or not
	one     *names.Rule            // the selected alternative
	reaches map[*names.Rule]bool   // rules that refer, directly or indirectly, to a rule in among
}

// reference lowers a reference if the filter changes it, and returns the fragment and true. For a
// reference to f.one, it embeds the automaton. For any other rule in among, it returns a fragment
// that matches no string. For a rule in reaches, it lowers the definition. For all other rules it
// returns false. The builder fails on a recursive rule in reaches, whose definition contains the
// rule itself.
func (f *filter) reference(l *lowerer, to *names.Rule) (automaton.Fragment, bool) {
	switch {
	case to == f.one:
		return l.b.Embed(l.Of(to).DFA), true
	case f.among(to):
		return l.b.Alt(), true
	case !f.reaches[to]:
		return automaton.Fragment{}, false
	case l.Graph.Recursive(to):
		l.b.Fail(fmt.Errorf("they are inside the rule %s, which refers to itself", to.Name))
	}
	return l.expr(to.Expr), true // no fragment after an error
}
