package build

import (
	"context"
	"fmt"

	"github.com/irilex/iri/automaton"
)

// Correction is the result of [Grammar.Correct].
type Correction = automaton.Correction

// correctionSteps bounds the steps of [Grammar.Correct]: less than a tenth of a second, because it
// serves a person who is typing.
const correctionSteps = 10_000_000

// Correct returns a member of r with the smallest edit distance to s (see [automaton.Correct]). The
// rule must have a finite automaton. The error may report a limit: 10 million steps, which suffice
// for strings of usual length that are a few edits from a member.
func (g *Grammar) Correct(ctx context.Context, r *Rule, s string) (Correction, error) {
	d, err := r.Automaton()
	if err != nil {
		return Correction{}, err
	}
	limits := g.limits.Automata
	limits.Steps = min(limits.Steps, correctionSteps)
	c, ok, err := automaton.Correct(d, s, automaton.NewMeter(ctx, limits))
	if err == nil && !ok {
		err = fmt.Errorf("the rule %s has no members", r.Name)
	}
	return c, err
}
