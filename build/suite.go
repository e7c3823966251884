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

// Suite returns a complete test suite for the rule, see [automaton.Suite]. It is
// complete for implementations with an automaton of at most n states more than the minimal
// automaton of the rule: each of their mistakes is found, if the premise holds. The argument more
// is n. The suite may cost as much as the limits of the document allow.
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
