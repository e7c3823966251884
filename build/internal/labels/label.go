package labels

import (
	"errors"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
)

// Label returns the labels of d, the automaton for the table of r: for each state, the components
// of the byte before it and the words for the text after it. made contains the automata of r, a
// rule of the cycle c. If the rule cannot have the components that its directive names, Label omits
// them and stores the reason in Lost. The only possible error is an exceeded limit.
func (b *Labeler) Label(c *automata.Cycle, r *names.Rule, made *automata.Rule, d *automaton.DFA) (*Labels, error) {
	l := &Labels{}
	switch recursive, ordered, wanted := made.Calls != nil, b.Ordered(r), b.Names.Specs[r] != nil; {
	case recursive && wanted:
		l.Lost = errors.New("a rule that refers to itself cannot have components")
	case ordered && wanted:
		l.Lost = errors.New("PEG semantics do not support components")
	case !recursive && !ordered:
		if l.Lost = b.components(l, c, r, d); l.Lost != nil {
			l.Marks = Marks{}
		}
		if limit, _ := automata.AtAllotment(l.Lost); limit != nil {
			return nil, l.Lost
		}
	}
	if err := l.expectations(b.words, d, made.Counts(), b.Meter); err != nil {
		return nil, err
	}
	b.rules[r.Index].Words = b.words
	if l.Components != nil {
		b.rules[r.Index].Marks = &l.Marks
	}
	return l, nil
}

// Expect returns labels that contain only words, for an automaton that combines several rules.
func (b *Labeler) Expect(d *automaton.DFA) (*Labels, error) {
	l := &Labels{}
	return l, l.expectations(b.words, d, false, b.Meter)
}
