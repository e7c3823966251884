package automata

import (
	"errors"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
)

// This file compiles rules that refer to themselves in the middle as supersets, or as subsets up to
// a depth (see [Recursion]).
//
// Idea. In the automaton of a rule, a token represents a reference to a called rule (see calls.go).
// [automaton.Builder.Nest] replaces the token with the automaton of the called rule, up to the
// depth. If one counter is enough, there is a single called rule, and the depth of a member is its
// number of open calls. Otherwise there may be several called rules, each with its own token.
//
// Cost. If one counter is enough, the cost is linear in the depth for each state that follows a
// call in the outermost rule. With two kinds of brackets, the cost is exponential, and the limits
// stop the compilation early. If the bytes that begin and end a call can also be data, a state of
// the automaton combines states from every depth. For example, xri in XRI 3.0 has 38, 1,376 and
// 21,575 states at depths 0, 1 and 2, and these automata are minimal. If the subset construction
// creates too many sets and one counter is enough, the table counts calls up to the depth instead.
// It then contains the states of an exact table and those of the innermost (see called.go).
//
// Tested against: TestDepth uses a recognizer that counts references.

// Subset returns the minimal automaton of the members of r with at most depth calls open at a time.
// For a rule without calls, it returns the automaton of the rule.
func (a *Automata) Subset(r *names.Rule, depth int, meter *automaton.Meter) (*automaton.DFA, error) {
	made := a.Of(r)
	if made.Open == nil {
		return made.DFA, nil
	}
	nested := *made
	err := a.nest(r, &nested, Recursion{tables.Subset, depth}, 0, meter)
	return nested.DFA, err
}

// approximate builds a finite automaton for r, a rule with calls: a superset or a subset, as
// [Options].Recursion specifies. It stores the automaton and the intermediate sizes in made. It
// builds no automaton if the table must count calls. This is the case if the table must be exact,
// or if it is a subset whose finite automaton is too large and one counter is enough. A rule
// without members always gets the empty automaton.
func (a *Automata) approximate(r *names.Rule, made *Rule) error {
	how, perState := a.Recursion, 0
	if how.Exactness == tables.Exact && made.Open.Start() != automaton.Dead {
		return nil
	}
	if called := a.called(made); how.Exactness == tables.Subset && made.Calls.Back != automaton.Dead &&
		slices.Equal(called, []*names.Rule{made.Calls.Rule}) {
		if perState = setsPerState; how.Depth > a.Limits.DFAStates/made.Calls.Inside.NumStates() {
			return nil
		}
	}
	err := a.nest(r, made, how, perState, a.Meter)
	var limit *automaton.LimitError
	if errors.As(err, &limit) && perState > 0 && limit.Limit == "subset states" {
		return nil
	}
	return err
}

// If one counter is enough, the subset construction in nest may create setsPerState sets per NFA
// state, or minSets in total if that is more. Beyond that limit, the table counts calls. The
// comments in RFC 3261 need less than one set per state, and XRI 3.0 needs 20 at depth 1.
const (
	setsPerState = 4
	minSets      = 100
)

// nest builds a finite automaton for r, a rule with calls: a superset or a subset, as specified by
// how. It stores the automaton and the intermediate sizes in made. perState bounds the number of
// sets per NFA state in the subset construction. If perState is 0, the limit of the document
// applies.
func (a *Automata) nest(r *names.Rule, made *Rule, how Recursion, perState int, meter *automaton.Meter) error {
	insides := map[byte]*automaton.DFA{made.Calls.Token: made.Calls.Inside}
	if a.Recursion.Exactness != tables.Exact {
		for _, c := range a.Called.list {
			insides[c.Token] = c.Inside
		}
	}
	b := automaton.NewBuilder(meter)
	defer b.Release()
	var f automaton.Fragment
	if how.Exactness == tables.Superset {
		f = b.NestLoosely(made.Open, insides)
	} else {
		f = b.Nest(made.Open, insides, how.Depth)
	}
	nfa, err := b.NFA(f)
	if err != nil {
		return failed(r, "lower", err)
	}
	sets := a.Limits.Subsets
	if perState > 0 {
		sets = max(perState*nfa.NumStates(), minSets)
	}
	subsets, err := automaton.DeterminizeWithin(nfa, sets, meter)
	if err != nil {
		return failed(r, "determinize", err)
	}
	dfa, err := automaton.Minimize(subsets, meter)
	if err != nil {
		return failed(r, "minimize", err)
	}
	made.DFA, made.NFAStates, made.DFAStates = dfa, nfa.NumStates(), subsets.NumStates()
	return nil
}

// CalledBy returns the called rules of r: the rules whose references are calls in the automaton of
// r, or in the automaton of another called rule. These are the calls that a table counts and that a
// depth limits. A superset may confuse the end of one of these calls with the end of another.
// CalledBy returns nil for a rule without calls.
func (a *Automata) CalledBy(r *names.Rule) []*names.Rule { return a.called(a.Of(r)) }

// called returns the result of CalledBy for the rule whose automata are in made.
func (a *Automata) called(made *Rule) (rules []*names.Rule) {
	switch {
	case made.Calls == nil:
		return nil
	case a.Recursion.Exactness == tables.Exact:
		return []*names.Rule{made.Calls.Rule}
	}
	for queue := []*automaton.DFA{made.Open}; len(queue) > 0; queue = queue[1:] {
		for _, c := range a.Called.list {
			if !slices.Contains(rules, c.Rule) && readsByte(queue[0], c.Token) {
				rules = append(rules, c.Rule)
				queue = append(queue, c.Inside)
			}
		}
	}
	return rules
}
