package build

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
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
