package build

import (
	"context"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/span"
)

// A Move leads from a state of an automaton to another on a set of units: code points, or single
// bytes that are not part of a UTF-8 sequence.
type Move = labels.Move

// A Span is a range of units. The byte b is represented by [ByteUnit]+b.
type Span = span.Span

// ByteUnit represents the byte 0 among the units of a [Span].
const ByteUnit = span.ByteUnit

// Automaton returns the minimal automaton of r. It fails if r is not compiled, or if its table
// counts calls.
func (r *Rule) Automaton() (*automaton.DFA, error) {
	if err := r.finite(); err != nil {
		return nil, err
	}
	return r.made().DFA, nil
}

// Moves returns the moves of the rule's automaton, with whole characters instead of bytes: for each
// state between two units the moves to other such states, for any other state nil. It fails if the
// rule has no finite automaton, or if a limit of the grammar is exceeded.
func (r *Rule) Moves(ctx context.Context) ([][]Move, error) {
	d, err := r.Automaton()
	if err != nil {
		return nil, err
	}
	return labels.Moves(d, r.in.Meter(ctx))
}

// Describe returns the words that messages about r use for a set of units, such as "a letter". The
// words together cover the set.
func (r *Rule) Describe(units []Span) []string {
	return r.in.labels.Rule(r.names).Words.Describe(units)
}

// Meter returns a meter with the limits of the document, for one operation on its automata.
func (g *Grammar) Meter(ctx context.Context) *automaton.Meter {
	return automaton.NewMeter(ctx, g.limits.Automata)
}
