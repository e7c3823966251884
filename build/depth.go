package build

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// This file compiles rules that refer to themselves in the middle as supersets, or as subsets up
// to a depth, see [Recursion].
//
// Idea. In the automaton of a rule a token stands for a reference to a called rule, as in
// calls.go. [automaton.Builder.Nest] replaces the token by the automaton of the called rule, as
// often as the depth says. If one counter is enough, the called rule is that of calls.go, and the
// depth of a member is its number of open calls. Otherwise several rules may be called, each with
// its own token. They are chosen such that without references to them no rule refers to itself in
// the middle.
//
// Cost. If one counter is enough, the cost is linear in the depth, for each state that follows a
// call in the outermost rule. With two kinds of brackets it is exponential, and the limits end it
// early. If the bytes that begin and end a call may also be data, a state of the automaton stands
// for a state at each depth. So xri of XRI 3.0 has 38, 1,376 and 21,575 states at the depths 0, 1
// and 2, and no automaton has fewer. If the subset construction makes too many sets and one
// counter is enough, the table counts calls up to the depth. It then has the states of an
// exact one, and those of the innermost, see calls.go.
//
// Twin: TestDepth has a recognizer that counts references.

// tokens are the bytes for called rules: bytes that occur in no UTF-8, without lastToken,
// backToken and enterToken, which a table with a counter uses for itself (called.go).
var tokens = []byte{callToken, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0}

// tokens returns the bytes that may be tokens, so that no rule with calls may read them. For exact
// tables this is callToken. A superset or subset may have calls of several circles.
func (g *Grammar) tokens() []byte {
	if g.recursion.Exactness == tables.Exact {
		return tokens[:1]
	}
	return tokens
}

// token returns the token for the called rule of the next circle: each has its own, as far as there
// are any.
func (g *Grammar) token() byte {
	return g.tokens()[min(len(g.links.called), len(g.tokens())-1)]
}

// subset returns the minimal automaton of the members of r with at most depth calls open at once.
// For a rule without calls it returns r.dfa.
func (g *Grammar) subset(r *Rule, depth int, meter *automaton.Meter) (*automaton.DFA, error) {
	if r.open == nil {
		return r.dfa, nil
	}
	dfa, _, err := g.nest(r, Recursion{tables.Subset, depth}, 0, meter)
	return dfa, err
}

// approximate returns a finite automaton for r, a rule with calls: a superset or a subset, as
// [Options].Recursion says. It also returns the sizes of the NFA and the DFA before minimization.
// The automaton is nil if the table is to count calls. This is so for exact tables, and for a
// subset with a too large automaton if one counter is enough. A rule without members gets the empty
// automaton.
func (g *Grammar) approximate(r *Rule) (*automaton.DFA, Sizes, error) {
	how, most := g.recursion, 0
	if how.Exactness == tables.Exact && r.open.Start() != automaton.Dead {
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

// setsPerState bounds the subset construction of nest if one counter is enough: the number of sets
// for each state of the NFA. Over this bound the table counts calls. Comments of RFC 3261 have
// less than one set for each state, and XRI 3.0 has 20 at depth 1.
const setsPerState = 4

// minSets is the least bound on the number of sets, for an NFA with few states, see setsPerState.
const minSets = 100

// nest returns a finite automaton for r, a rule with calls, as how says: a superset, or a subset
// of how.Depth. It also returns the sizes of the automata before minimization. most bounds the
// sets of the subset construction for each state of the NFA. If most is 0, the limit of the
// grammar holds.
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

// Approximated reports whether [Options].Recursion makes the table of a rule a superset or a
// subset.
func (g *Grammar) Approximated(r *Rule) bool {
	return r.Table != "" && r.calls != nil && g.recursion.Exactness != tables.Exact
}

// Called returns the called rules of r: the rules whose references are calls in the automaton of
// r, or in the automaton of another such rule. A table that counts, or a depth, counts these
// calls. A superset may take the end of one such call for the end of another. Called returns nil
// for a rule without calls.
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

// openNested makes the automata of a circle for a superset or a subset, if one counter is not
// enough. The called rules are those that callees returns. If they are more than there are tokens,
// openNested stores this reason in the rules.
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

// callees returns the rules of a circle to be called. Without references to them no rule of the
// circle refers to itself in the middle. It returns a single rule if one is enough. Rules that
// come first in tries are preferred.
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

// without returns the strongly connected components of a circle after the references to the rules
// of called are removed.
func without(scc, called []*Rule) [][]*Rule {
	return connected(scc, func(r *Rule) []*Rule {
		return slices.DeleteFunc(slices.Clone(r.refs), func(to *Rule) bool {
			return slices.Contains(called, to) || !to.in(scc)
		})
	})
}

// selfEmbedding returns the first of parts, components of a circle, whose rules refer to
// themselves in the middle. It skips a part that begins with a called rule. It returns nil if
// there is no such part.
func selfEmbedding(g *Grammar, parts [][]*Rule, called []*Rule, filled map[*Rule]bool) []*Rule {
	for _, part := range parts {
		if !slices.Contains(called, part[0]) && cycleKind(g, part, filled) == SelfEmbedding {
			return part
		}
	}
	return nil
}
