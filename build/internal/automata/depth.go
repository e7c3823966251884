package automata

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
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

// tokens are the bytes for called rules: bytes that occur in no UTF-8, without LastToken,
// BackToken and EnterToken, which a table with a counter uses for itself (called.go).
var tokens = []byte{CallToken, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0}

// tokens returns the bytes that may be tokens, so that no rule with calls may read them. For exact
// tables this is CallToken. A superset or subset may have calls of several circles.
func (a *Automata) tokens() []byte {
	if a.Recursion.Exactness == tables.Exact {
		return tokens[:1]
	}
	return tokens
}

// token returns the token for the called rule of the next circle: each has its own, as far as there
// are any.
func (a *Automata) token() byte {
	return a.tokens()[min(len(a.Called.list), len(a.tokens())-1)]
}

// Subset returns the minimal automaton of the members of r with at most depth calls open at once.
// For a rule without calls it returns its automaton.
func (a *Automata) Subset(r *names.Rule, depth int, meter *automaton.Meter) (*automaton.DFA, error) {
	made := a.Of(r)
	if made.Open == nil {
		return made.DFA, nil
	}
	nested := *made
	err := a.nest(r, &nested, Recursion{tables.Subset, depth}, 0, meter)
	return nested.DFA, err
}

// approximate makes a finite automaton for r, a rule with calls: a superset or a subset, as
// [Options].Recursion says, and stores it in made, with the sizes on the way to it. It makes none if
// the table is to count calls. This is so for exact tables, and for a subset with a too large
// automaton if one counter is enough. A rule without members gets the empty automaton.
func (a *Automata) approximate(r *names.Rule, made *Rule) error {
	how, most := a.Recursion, 0
	if how.Exactness == tables.Exact && made.Open.Start() != automaton.Dead {
		return nil
	}
	if called := a.called(made); how.Exactness == tables.Subset && made.Calls.Back != automaton.Dead &&
		slices.Equal(called, []*names.Rule{made.Calls.Rule}) {
		if most = setsPerState; how.Depth > a.Limits.DFAStates/made.Calls.Inside.NumStates() {
			return nil
		}
	}
	err := a.nest(r, made, how, most, a.Meter)
	if limit, ok := errors.AsType[*automaton.LimitError](err); ok && most > 0 && limit.Limit == "subset states" {
		return nil
	}
	return err
}

// setsPerState bounds the subset construction of nest if one counter is enough: the number of sets
// for each state of the NFA. Over this bound the table counts calls. Comments of RFC 3261 have
// less than one set for each state, and XRI 3.0 has 20 at depth 1.
const setsPerState = 4

// minSets is the least bound on the number of sets, for an NFA with few states, see setsPerState.
const minSets = 100

// nest makes a finite automaton for r, a rule with calls, as how says: a superset, or a subset of
// how.Depth. It stores the automaton in made, and the sizes of the automata before minimization.
// most bounds the sets of the subset construction for each state of the NFA. If most is 0, the
// limit of the grammar holds.
func (a *Automata) nest(r *names.Rule, made *Rule, how Recursion, most int, meter *automaton.Meter) error {
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
	if most > 0 {
		sets = max(most*nfa.NumStates(), minSets)
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
// r, or in the automaton of another such rule. A table that counts, or a depth, counts these
// calls. A superset may take the end of one such call for the end of another. CalledBy returns nil
// for a rule without calls.
func (a *Automata) CalledBy(r *names.Rule) []*names.Rule { return a.called(a.Of(r)) }

// called is CalledBy for a rule with the automata made.
func (a *Automata) called(made *Rule) (rules []*names.Rule) {
	switch {
	case made.Calls == nil:
		return nil
	case a.Recursion.Exactness == tables.Exact:
		return []*names.Rule{made.Calls.Rule}
	}
	for automata := []*automaton.DFA{made.Open}; len(automata) > 0; automata = automata[1:] {
		for _, c := range a.Called.list {
			if !slices.Contains(rules, c.Rule) && readsByte(automata[0], c.Token) {
				rules = append(rules, c.Rule)
				automata = append(automata, c.Inside)
			}
		}
	}
	return rules
}

// openNested makes the automata of a circle for a superset or a subset, if one counter is not
// enough. The called rules are those that callees returns. If they are more than there are tokens,
// openNested returns a refusal.
func (c *Circle) openNested(circle, tries []*names.Rule) error {
	rules := c.callees(circle, tries)
	if n := len(c.Called.list) + len(rules); n > len(tokens) {
		return &Refusal{text: fmt.Sprintf("%d rules are to be called, at most %d can be", n, len(tokens))}
	}
	var called []*Calls
	for i, r := range rules {
		called = append(called, &Calls{Rule: r, Token: tokens[len(c.Called.list)+i]})
	}
	made, err := c.openParts(c.without(circle, rules), called)
	if err != nil {
		c.release(made)
		return err
	}
	for _, calls := range called {
		calls.Inside = made[calls.Rule].Open
	}
	c.settle(made, called...)
	return nil
}

// callees returns the rules of a circle to be called. Without references to them no rule of the
// circle refers to itself in the middle. It returns a single rule if one is enough. Rules that
// come first in tries are preferred.
func (a *Automata) callees(circle, tries []*names.Rule) (rules []*names.Rule) {
	for _, r := range tries {
		if one := []*names.Rule{r}; a.selfEmbedding(a.without(circle, one), one) == nil {
			return one
		}
	}
	for {
		part := a.selfEmbedding(a.without(circle, rules), rules)
		if part == nil {
			return rules
		}
		i := slices.IndexFunc(tries, func(r *names.Rule) bool { return slices.Contains(part, r) })
		rules = append(rules, tries[i])
	}
}

// without returns the strongly connected components of a circle after the references to the rules
// of called are removed.
func (a *Automata) without(circle, called []*names.Rule) [][]*names.Rule {
	return recursion.Connected(circle, func(r *names.Rule) []*names.Rule {
		return slices.DeleteFunc(slices.Clone(r.Refs), func(to *names.Rule) bool {
			return slices.Contains(called, to) || !a.Graph.Together(to, circle[0])
		})
	})
}

// selfEmbedding returns the first of parts, components of a circle, whose rules refer to
// themselves in the middle. It skips a part that begins with a called rule. It returns nil if
// there is no such part.
func (a *Automata) selfEmbedding(parts [][]*names.Rule, called []*names.Rule) []*names.Rule {
	for _, part := range parts {
		if !slices.Contains(called, part[0]) && a.Graph.KindOf(part) == recursion.SelfEmbedding {
			return part
		}
	}
	return nil
}
