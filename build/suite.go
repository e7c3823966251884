package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// Names of package automaton about test suites, for programs that use rules and no automata of
// their own.
type (
	Suite   = automaton.Suite
	Premise = automaton.Premise
)

const (
	AlikeBytes    = automaton.AlikeBytes
	MistakenBytes = automaton.MistakenBytes
	AnyBytes      = automaton.AnyBytes
)

// Suite returns a complete test suite for the rule, see [automaton.Suite]. It finds each mistake
// of an implementation whose automaton has at most more states above those of the rule's minimal
// automaton, if the premise holds. It may cost as much as the limits of the document allow.
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
