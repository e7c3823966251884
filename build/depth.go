package build

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// This file compiles rules that refer to themselves in the middle up to a depth, see [Recursion].
//
// Idea. A called rule is a token, as for a counter, and [automaton.Builder.Nest] puts its automaton in the
// place of the token, level by level. Where a counter serves, its called rule is taken, so that the depth
// of a member is the count. Where none does, one rule is called or several, each with its own token, so
// that without references to them no rule refers to itself in the middle.
//
// Cost. Where a counter serves, linear in the depth, for each state that follows on a call outside. With
// two kinds of brackets exponential: then the limits end it early. If the bytes that begin and end a call
// may be data as well, a state of the automaton knows one for each depth at once: xri of XRI 3.0 has 38,
// 1,376 and 21,575 states for the depths 0, 1 and 2, and none has fewer. So if the sets of states are too
// many, and a counter serves, the table counts up to the depth, and is as large as an exact one.
//
// Twin: TestDepth has a recognizer that counts references.

// tokens are bytes that no UTF-8 has, without those that a counter uses for itself.
var tokens = []byte{callToken, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0}

// token returns the token of the next circle. If a table may have several, each circle has another.
func (g *Grammar) token() byte {
	if g.recursion.Exactness != tables.Exact {
		return tokens[min(len(g.links.called), len(tokens)-1)]
	}
	return callToken
}

// subset returns the automaton of the members of a rule in which at most depth references to called rules
// are open at once. It is canonical; for a rule without calls it is the automaton of the rule.
func (g *Grammar) subset(r *Rule, depth int, meter *automaton.Meter) (*automaton.DFA, error) {
	if r.open == nil {
		return r.dfa, nil
	}
	dfa, _, err := g.nest(r, Recursion{tables.Subset, depth}, 0, meter)
	return dfa, err
}

// approximate returns the automaton of a rule with calls as [Options] say, and the sizes on the way; nil if
// the table is to count.
func (g *Grammar) approximate(r *Rule) (*automaton.DFA, Sizes, error) {
	how, most := g.recursion, 0
	if how.Exactness == tables.Exact {
		return nil, r.Sizes, nil
	}
	if called := g.Called(r); how.Exactness == tables.Subset && r.calls.back != automaton.Dead &&
		slices.Equal(called, []*Rule{r.calls.rule}) {
		if most = setsPerState; how.Depth > g.limits.Automata.DFAStates/r.calls.inside.NumStates() {
			return nil, r.Sizes, nil
		}
	}
	dfa, sizes, err := g.nest(r, how, most, g.meter)
	if limit, ok := errors.AsType[*automaton.LimitError](err); ok && most > 0 && limit.Limit == "subset states" {
		return nil, r.Sizes, nil
	}
	return dfa, sizes, err
}

// setsPerState is how many sets of states for each of its states an automaton of a depth may have if a
// counter serves as well. Comments of RFC 3261 have less than one, and XRI 3.0 has 20 at depth 1.
const setsPerState = 4

// minSets are the sets that an automaton of a depth may have however few states it has.
const minSets = 100

// nest returns the automaton of a rule with calls as a superset or a subset, and the sizes on the way. If
// most is not 0, there may be so many sets of states for each state.
func (g *Grammar) nest(
	r *Rule, how Recursion, most int, meter *automaton.Meter,
) (dfa *automaton.DFA, sizes Sizes, err error) {
	insides := map[byte]*automaton.DFA{r.calls.token: r.calls.inside}
	if g.recursion.Exactness != tables.Exact {
		for _, c := range g.links.called {
			insides[c.token] = c.inside
		}
	}
	b := automaton.NewBuilder(meter)
	defer b.Release()
	var f automaton.Fragment
	if how.Exactness == tables.Superset {
		f = b.NestLoosely(r.open, insides)
	} else {
		f = b.Nest(r.open, insides, how.Depth)
	}
	nfa, err := b.NFA(f)
	if err != nil {
		return nil, sizes, r.failed("lower", err)
	}
	sets := g.limits.Automata.Subsets
	if most > 0 {
		sets = max(most*nfa.NumStates(), minSets)
	}
	subsets, err := automaton.DeterminizeWithin(nfa, sets, meter)
	if err != nil {
		return nil, sizes, r.failed("determinize", err)
	}
	sizes.NFA, sizes.DFA = nfa.NumStates(), subsets.NumStates()
	if dfa, err = automaton.Minimize(subsets, meter); err != nil {
		return nil, sizes, r.failed("minimize", err)
	}
	return dfa, sizes, nil
}

// Approximated reports whether [Options].Recursion makes the table of a rule a superset or a subset.
func (g *Grammar) Approximated(r *Rule) bool {
	return r.Table != "" && r.calls != nil && g.recursion.Exactness != tables.Exact
}

// Called returns the rules whose references are calls in the automaton of a rule: those that a counter or a
// depth counts, and in a superset those of which one may end where another began.
func (g *Grammar) Called(r *Rule) (rules []*Rule) {
	switch {
	case r.calls == nil:
		return nil
	case g.recursion.Exactness == tables.Exact:
		return []*Rule{r.calls.rule}
	}
	for automata := []*automaton.DFA{r.open}; len(automata) > 0; automata = automata[1:] {
		for _, c := range g.links.called {
			if !slices.Contains(rules, c.rule) && readsByte(automata[0], c.token) {
				rules = append(rules, c.rule)
				automata = append(automata, c.inside)
			}
		}
	}
	return rules
}

// openNested makes the automata of a circle for which no counter serves. The rules to call are the first
// of tries that are enough.
func (g *Grammar) openNested(scc, tries []*Rule, filled map[*Rule]bool, opt Options) error {
	rules := callees(g, scc, tries, filled)
	if n := len(g.links.called) + len(rules); n > len(tokens) {
		for _, r := range scc {
			r.shut = fmt.Errorf("%d rules are to be called, at most %d can be", n, len(tokens))
		}
		return nil
	}
	var called []*calls
	for i, r := range rules {
		called = append(called, &calls{rule: r, token: tokens[len(g.links.called)+i]})
	}
	made, err := g.openParts(without(scc, rules), called, opt)
	if err != nil {
		release(g, made)
		return err
	}
	for _, c := range called {
		c.inside = made[c.rule]
	}
	g.settle(scc, made, called...)
	return nil
}

// callees returns rules of a circle without which no rule of it refers to itself in the middle: one if that
// is enough.
func callees(g *Grammar, scc, tries []*Rule, filled map[*Rule]bool) (rules []*Rule) {
	for _, r := range tries {
		if selfEmbedding(g, without(scc, []*Rule{r}), []*Rule{r}, filled) == nil {
			return []*Rule{r}
		}
	}
	for {
		part := selfEmbedding(g, without(scc, rules), rules, filled)
		if part == nil {
			return rules
		}
		i := slices.IndexFunc(tries, func(r *Rule) bool { return slices.Contains(part, r) })
		rules = append(rules, tries[i])
	}
}

// without returns the strongly connected components of a circle without the references to some rules.
func without(scc, called []*Rule) [][]*Rule {
	return connected(scc, func(r *Rule) []*Rule {
		return slices.DeleteFunc(slices.Clone(r.refs), func(to *Rule) bool {
			return slices.Contains(called, to) || !to.in(scc)
		})
	})
}

// selfEmbedding returns a part whose rules refer to themselves in the middle, nil if there is none.
func selfEmbedding(g *Grammar, parts [][]*Rule, called []*Rule, filled map[*Rule]bool) []*Rule {
	for _, part := range parts {
		if !slices.Contains(called, part[0]) && cycleKind(g, part, filled) == SelfEmbedding {
			return part
		}
	}
	return nil
}
