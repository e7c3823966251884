package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// This file has the type of a called rule, and what other files ask of it. File calls.go finds called rules.

// The bytes that stand for tokens, see package counter.
const (
	lastToken  = 0xFC
	backToken  = 0xFD
	enterToken = 0xFE
	callToken  = 0xFF
)

// calls is the called rule of a circle.
type calls struct {
	rule     *Rule
	token    byte           // that stands for a call
	inside   *automaton.DFA // its automaton, without the empty string
	back     automaton.StateID
	optional bool // whether it also derives the empty string
}

// of reports whether a rule is the called one, perhaps from another grammar.
func (c *calls) of(r *Rule) bool { return r == c.rule || r.open != nil && r.open == c.rule.open }

// automaton returns the automaton of a rule: over bytes, or over bytes and the token of a call.
func (r *Rule) automaton() *automaton.DFA {
	if r.open != nil {
		return r.open
	}
	return r.dfa
}

// counts reports whether the table of a rule has a counter.
func (r *Rule) counts() bool { return r.calls != nil && r.dfa == nil }

// in reports whether a rule is one of a strongly connected component.
func (r *Rule) in(scc []*Rule) bool { return len(scc) > 0 && len(r.scc) > 0 && r.scc[0] == scc[0] }

// Refusal returns why no table reads the recursion of a rule, or of one that it depends on; nil for any
// other rule.
func (r *Rule) Refusal() error { return r.shut }

// finite returns an error for a rule without a finite automaton: one that is not compiled, or whose table
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

// depthOf returns the depth of a table.
func (g *Grammar) depthOf(e tables.Exactness) int {
	if e == tables.Subset {
		return g.recursion.Depth
	}
	return 0
}

// A refusal says why a rule cannot be called.
type refusal struct {
	text string
	near bool // whether the rule met all other conditions
}

func (r *refusal) Error() string { return r.text }

func tokenRead(r *Rule, token byte) *refusal {
	return &refusal{near: true, text: fmt.Sprintf("%s has the byte 0x%02X, which stands for a token", r.Name, token)}
}
