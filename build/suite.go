package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// What package automaton knows of suites, for those that work with rules and not with automata.
type (
	Suite   = automaton.Suite
	Premise = automaton.Premise
)

const (
	AlikeBytes    = automaton.AlikeBytes
	MistakenBytes = automaton.MistakenBytes
	AnyBytes      = automaton.AnyBytes
)

// Suite returns the complete test suite of a rule, see [automaton.Suite]: for
// implementations with as many states as the rule's minimal automaton, and so many more. It may cost
// what one rule may cost that is compiled.
func (g *Grammar) Suite(ctx context.Context, rule string, premise Premise, more int) (*Suite, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if err := r.finite(); err != nil {
		return nil, err
	}
	suite, err := automaton.NewSuite(r.dfa, premise, more, automaton.NewMeter(ctx, g.limits.Automata))
	if err != nil {
		return nil, fmt.Errorf("the suite of the rule %s: %w", r.Name, err)
	}
	return suite, nil
}
