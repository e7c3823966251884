package labels

import (
	"errors"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
)

// Label returns the labels of d, the automaton for the table of r, which has the automata made: for
// each state the component of the byte before it, and the words for the text after it. If the
// states do not tell the components apart, it leaves the components out and stores the reason in
// Lost. The error is a limit.
func (b *Labeler) Label(r *names.Rule, made *automata.Rule, d *automaton.DFA) (*Labels, error) {
	l := &Labels{}
	spec := b.Names.Specs[r] != nil
	switch {
	case made.Calls != nil && spec:
		l.Lost = errors.New("a rule that refers to itself has none")
	case made.Calls != nil:
	case b.Ordered(r) && spec:
		l.Lost = errors.New("a rule that is read by order (PEG) has none")
	case b.Ordered(r):
	default:
		if l.Lost = b.components(l, r, d); l.Lost != nil {
			l.Marks = Marks{}
		}
		if limit, _ := automata.AtAllotment(l.Lost); limit != nil {
			return nil, l.Lost
		}
	}
	if err := l.expectations(b.words(), d, made.Counts(), b.Meter); err != nil {
		return nil, err
	}
	b.of[r.Index].Words = b.words()
	if l.Components != nil {
		b.of[r.Index].Marks = &l.Marks
	}
	return l, nil
}

// Expect returns the labels of an automaton that is not that of a rule: only words.
func (b *Labeler) Expect(d *automaton.DFA) (*Labels, error) {
	l := &Labels{}
	return l, l.expectations(b.words(), d, false, b.Meter)
}

// words returns the words for the classes of the grammar.
func (b *Labeler) words() Vocabulary {
	if b.vocabulary == nil {
		b.vocabulary = newVocabulary(b.Automata, func(r *names.Rule) Vocabulary { return b.of[r.Index].Words })
	}
	return b.vocabulary
}
