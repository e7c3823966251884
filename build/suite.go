package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
)

// Suite returns the complete test suite of a rule, see [automaton.Suite]: for
// implementations with as many states as the rule's minimal automaton, and so many more.
func (g *Grammar) Suite(rule string, premise automaton.Premise, more int) (*automaton.Suite, error) {
	r, err := g.find(rule)
	if err != nil {
		return nil, err
	}
	if r.dfa == nil {
		return nil, fmt.Errorf("the rule %s is not compiled", r.Name)
	}
	suite, err := automaton.NewSuite(r.dfa, premise, more, g.meter)
	if err != nil {
		return nil, fmt.Errorf("the suite of the rule %s: %w", r.Name, err)
	}
	return suite, nil
}
