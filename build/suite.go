package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// A TestSuite is the complete test suite of a rule.
type TestSuite = automaton.Suite

// A Premise is what a suite takes for granted about how an implementation treats bytes; see [automaton.Premise].
type Premise = automaton.Premise

// The premises, from the strongest to the weakest.
const (
	AlikeBytes    = automaton.AlikeBytes
	MistakenBytes = automaton.MistakenBytes
	AnyBytes      = automaton.AnyBytes
)

// Suite returns the complete test suite of a rule: for implementations with as many
// states as the rule's minimal automaton, and so many more. It may cost what one rule may
// cost that is compiled.
func (g *Grammar) Suite(ctx context.Context, rule string, premise Premise, more int) (*TestSuite, error) {
	r, err := g.find(rule)
	if err != nil {
		return nil, err
	}
	if r.dfa == nil {
		return nil, fmt.Errorf("the rule %s is not compiled", r.Name)
	}
	suite, err := automaton.NewSuite(r.dfa, premise, more, automaton.NewMeter(ctx, g.limits.Automata))
	if err != nil {
		return nil, fmt.Errorf("the suite of the rule %s: %w", r.Name, err)
	}
	return suite, nil
}
