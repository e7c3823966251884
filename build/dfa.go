package build

import "github.com/irilex/iri/automaton"

// makeDFA makes the minimal automaton of r from its syntax tree. circle has the rules lowered
// together with r, because they refer to one another and to r. It is nil for a rule outside of a
// circle.
func makeDFA(g *Grammar, r *Rule, circle []*Rule, opt Options) (*automaton.DFA, error) {
	nfa, release, err := lower(g, r, circle)
	if err != nil {
		return nil, r.failed("lower", err)
	}
	defer release()
	r.Sizes.NFA = nfa.NumStates()
	opt.dump("lower", r.Name, nfa.Dump)

	subsets, err := automaton.Determinize(nfa, g.meter)
	if err != nil {
		return nil, r.failed("determinize", err)
	}
	r.Sizes.DFA = subsets.NumStates()
	opt.dump("determinize", r.Name, subsets.Dump)

	dfa, err := automaton.Minimize(subsets, g.meter)
	if err != nil {
		return nil, r.failed("minimize", err)
	}
	opt.dump("minimize", r.Name, dfa.Dump)
	return dfa, nil
}
