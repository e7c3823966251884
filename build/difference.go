package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// difference lowers what is no difference of classes: both sides become minimal automata,
// and what is left of the first is embedded. Inside a rule with components the whole of it
// belongs to one component, for the product of two automata knows no marks.
//
// The rejected alternative, a product of the two fragments while they are still
// nondeterministic, cannot say what is not in the second.
func (l *lowerer) difference(e *syntax.Difference) automaton.Fragment {
	d, ok := l.g.differences[e]
	if !ok {
		if d, l.err = l.subtract(e); l.err != nil {
			return automaton.Fragment{}
		}
		l.g.differences[e] = d // a repetition asks for it again and again
	}
	return l.b.Embed(d)
}

func (l *lowerer) subtract(e *syntax.Difference) (*automaton.DFA, error) {
	item, err := l.minimal(e.Item)
	if err != nil {
		return nil, err
	}
	defer item.Release(l.meter)
	except, err := l.minimal(e.Except)
	if err != nil {
		return nil, err
	}
	defer except.Release(l.meter)
	return automaton.Subtract(item, except, l.meter)
}

// minimal returns the minimal automaton of a part of a rule. The repetitions around it
// do not copy what is in it, but its automaton.
func (l *lowerer) minimal(e syntax.Expr) (*automaton.DFA, error) {
	part := lowerer{g: l.g, b: automaton.NewBuilder(l.meter), meter: l.meter, limits: l.limits, copies: 1}
	nfa, release, err := part.lower(e)
	if err != nil {
		return nil, err
	}
	defer release()
	return automaton.Canonical(nfa, l.meter)
}
