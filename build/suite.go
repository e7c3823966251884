package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// Names of package automaton about suites, for code that handles rules rather than
// automata.
type (
	Suite   = automaton.Suite
	Premise = automaton.Premise
)

const (
	AlikeBytes    = automaton.AlikeBytes
	MistakenBytes = automaton.MistakenBytes
	AnyBytes      = automaton.AnyBytes
)

// Suite returns the complete test suite of a rule, see [automaton.Suite], for
// implementations with up to more states above those of the rule's minimal automaton. Its
// cost has the limits of compiling one rule.
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
