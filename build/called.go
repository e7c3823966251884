package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// This file has the type of a called rule, and functions for other files about it. File calls.go
// chooses the called rules.

// The bytes that stand for tokens in a table that counts, see the page of package counter
// (tables/internal/counter).
const (
	lastToken  = 0xFC
	backToken  = 0xFD
	enterToken = 0xFE
	callToken  = 0xFF
)

// calls describes the called rule of a circle of rules that refer to one another: in the automata
// of the circle a reference to the called rule is a move on a token.
type calls struct {
	rule     *Rule
	token    byte              // the byte that stands for a call
	inside   *automaton.DFA    // the automaton of the rule over bytes and tokens, without the empty string
	back     automaton.StateID // state of the inside after each of its calls; Dead without calls
	optional bool              // whether the rule also derives the empty string
}

// of reports whether r is the called rule, or the copy of that rule in another grammar.
func (c *calls) of(r *Rule) bool { return r == c.rule || r.open != nil && r.open == c.rule.open }

// automaton returns the automaton of the rule, or nil if the rule has no automaton. In the automaton
// of a rule with calls, a token stands for each call, among the bytes.
func (r *Rule) automaton() *automaton.DFA {
	if r.open != nil {
		return r.open
	}
	return r.dfa
}

// counts reports whether the table of a rule counts calls.
func (r *Rule) counts() bool { return r.calls != nil && r.dfa == nil }

// in reports whether a rule belongs to a strongly connected component.
func (r *Rule) in(scc []*Rule) bool { return len(scc) > 0 && len(r.scc) > 0 && r.scc[0] == scc[0] }

// Refusal returns the reason why no table reads the recursion of a rule, or of a rule that it
// depends on. It returns nil for any other rule.
func (r *Rule) Refusal() error { return r.shut }

// finite returns an error for a rule without a finite automaton: it is not compiled, or its table
// counts.
func (r *Rule) finite() error {
	switch {
	case r.counts():
		const format = "the table of the rule %s counts the calls of %s: it is no finite automaton"
		return fmt.Errorf(format, r.Name, r.calls.rule.Name)
	case r.dfa == nil:
		return fmt.Errorf("the rule %s is not compiled", r.Name)
	}
	return nil
}

// depthOf returns the depth of a table with this exactness: that of the options for a subset, else
// 0.
func (g *Grammar) depthOf(e tables.Exactness) int {
	if e == tables.Subset {
		return g.recursion.Depth
	}
	return 0
}

// A refusal is the reason why no counter serves a rule.
type refusal struct {
	text string
	near bool // whether the rule met most conditions; chooseCalled prefers such a reason
}

func (r *refusal) Error() string { return r.text }

// tokenRead returns the refusal of a rule that reads the byte of a token.
func tokenRead(r *Rule, token byte) *refusal {
	return &refusal{near: true, text: fmt.Sprintf("%s has the byte 0x%02X, which stands for a token", r.Name, token)}
}
