package automata

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
)

// The tokens of a table that counts calls. They are bytes that occur in no UTF-8. A move on
// CallToken stands for a call, a reference to the called rule. The inside is the automaton of the
// called rule. Three moves lead from the start of the table into the inside: EnterToken to its
// first state, BackToken to its state after a call, and LastToken to its accepting state without
// moves. The table lacks such a move if it lacks the state.
//
// A subset is a table of the members up to a depth of calls. It also has the innermost, an
// automaton of those strings of the inside that have no calls. In a subset, EnterToken also leads
// from the first state of the inside to the first state of the innermost, and LastToken may lead to
// a state of the innermost. The page of package counter (tables/internal/counter) explains these
// automata.
const (
	LastToken  = 0xFC
	BackToken  = 0xFD
	EnterToken = 0xFE
	CallToken  = 0xFF
)

// Calls describes the called rule of a circle. In the automata of the circle a reference to the
// called rule is a move on a token.
type Calls struct {
	Rule     *names.Rule       // the called rule
	Token    byte              // the byte that stands for a reference to Rule
	Inside   *automaton.DFA    // the automaton of Rule over bytes and tokens, without the empty string
	Back     automaton.StateID // the only state of Inside after a move on Token; Dead without such a move or a counter
	Optional bool              // whether Rule also derives the empty string

	open *automaton.DFA // the automaton of Rule over bytes and tokens; nil while the rule is tried
}

// of reports whether r, with the automata made, is the called rule, or its copy in a grammar that
// imports the rule.
func (c *Calls) of(r *names.Rule, made *Rule) bool {
	return r == c.Rule || made.Open != nil && made.Open == c.open
}

// Called lists the called rules of all circles with calls, of a document and its imports. Each has
// its own token, as far as there are any.
type Called struct{ list []*Calls }

// Depth returns the depth written into a table with the exactness e. It is the depth of the
// options for a subset, else 0.
func (a *Automata) Depth(e tables.Exactness) int {
	if e == tables.Subset {
		return a.Recursion.Depth
	}
	return 0
}

// tokenRead returns a Refusal for r, because r reads the byte token, which is kept for tokens.
func tokenRead(r *names.Rule, token byte) *Refusal {
	return &Refusal{near: true, text: fmt.Sprintf("%s has the byte 0x%02X, which stands for a token", r.Name, token)}
}
