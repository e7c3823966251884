package build

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// This file has the type calls, for a called rule, and functions about calls for other files. File
// calls.go chooses the called rules.

// The tokens of a table that counts calls. They are bytes that occur in no UTF-8. A move on
// callToken stands for a call, a reference to the called rule. The inside is the automaton of the
// called rule. Three moves lead from the start of the table into the inside: enterToken to its
// first state, backToken to its state after a call, and lastToken to its accepting state without
// moves. The table lacks such a move if it lacks the state.
//
// A subset is a table of the members up to a depth of calls. It also has the innermost, an
// automaton of those strings of the inside that have no calls. In a subset, enterToken also leads
// from the first state of the inside to the first state of the innermost, and lastToken may lead to
// a state of the innermost. The page of package counter (tables/internal/counter) explains these
// automata.
const (
	lastToken  = 0xFC
	backToken  = 0xFD
	enterToken = 0xFE
	callToken  = 0xFF
)

// calls describes the called rule of a circle. In the automata of the circle a reference to the
// called rule is a move on a token.
type calls struct {
	rule     *Rule             // the called rule
	token    byte              // the byte that stands for a reference to rule
	inside   *automaton.DFA    // the automaton of rule over bytes and tokens, without the empty string
	back     automaton.StateID // the only state of inside after a move on token; Dead without such a move or a counter
	optional bool              // whether rule also derives the empty string
}

// of reports whether r is the called rule c.rule, or its copy in a grammar that imports the rule.
func (c *calls) of(r *Rule) bool { return r == c.rule || r.open != nil && r.open == c.rule.open }

// automaton returns r.open for a rule with calls: the automaton over bytes, and over tokens for
// calls. For any other rule it returns r.dfa. It returns nil for a rule without an automaton.
func (r *Rule) automaton() *automaton.DFA {
	if r.open != nil {
		return r.open
	}
	return r.dfa
}

// counts reports whether the table of r counts calls: r has calls, and no finite automaton.
func (r *Rule) counts() bool { return r.calls != nil && r.dfa == nil }

// in reports whether r belongs to scc, a strongly connected component of the rules.
func (r *Rule) in(scc []*Rule) bool { return len(scc) > 0 && len(r.scc) > 0 && r.scc[0] == scc[0] }

// Refusal returns the reason why r has no table, if the reason is the recursion of r or of a rule
// that r depends on. Otherwise it returns nil.
func (r *Rule) Refusal() error { return r.shut }

// finite returns nil for a rule with a finite automaton. For any other rule it returns an error:
// the rule is not compiled, or its table counts.
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

// depthOf returns the depth written into a table with the exactness e. It is the depth of the
// options for a subset, else 0.
func (g *Grammar) depthOf(e tables.Exactness) int {
	if e == tables.Subset {
		return g.recursion.Depth
	}
	return 0
}

// A refusal is the reason why a rule gets no table, such as a need of two counters.
type refusal struct {
	text string
	near bool // whether the rule met most conditions; chooseCalled reports such a reason first
}

func (r *refusal) Error() string { return r.text }

// tokenRead returns a refusal for r, because r reads the byte token, which is kept for tokens.
func tokenRead(r *Rule, token byte) *refusal {
	return &refusal{near: true, text: fmt.Sprintf("%s has the byte 0x%02X, which stands for a token", r.Name, token)}
}
