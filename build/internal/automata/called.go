package automata

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
)

// A called rule is a rule of a cycle whose references are calls: the automata of the cycle have,
// for each reference to it, a move on a token, a byte that never occurs in UTF-8. A call is open
// from its first byte to its last. calls.go chooses the called rules.

// A Recursion selects the tables of rules that refer to themselves in the middle: exact ones, which
// count the open calls, or supersets, or subsets with at most Depth open calls at once. Package
// build explains all three.
type Recursion struct {
	Exactness tables.Exactness
	Depth     int // maximum number of open calls; for Subset only
}

// String returns "exact", "superset" or "subset(3)".
func (r Recursion) String() string {
	if r.Exactness == tables.Subset {
		return fmt.Sprintf("%s(%d)", r.Exactness, r.Depth)
	}
	return r.Exactness.String()
}

// Depth returns the depth written into a table with the exactness e: that of the options for a
// subset, otherwise 0.
func (a *Automata) Depth(e tables.Exactness) int {
	if e == tables.Subset {
		return a.Recursion.Depth
	}
	return 0
}

// Calls describes the called rule of a cycle.
type Calls struct {
	Rule     *names.Rule       // the called rule
	Token    byte              // the byte that represents a reference to Rule
	Inside   *automaton.DFA    // the automaton of Rule over bytes and tokens, without the empty string
	Back     automaton.StateID // the only state of Inside after a move on Token; Dead without such a move or a counter
	Optional bool              // whether Rule also derives the empty string

	open *automaton.DFA // the automaton of Rule over bytes and tokens; nil while the rule is being tried
}

// Called lists the called rules of a document and its imports.
type Called struct{ list []*Calls }

// isCalled reports whether r holds the automata of its own called rule: of the called rule itself,
// or of its copy in a grammar that imports it.
func (r *Rule) isCalled(rule *names.Rule) bool {
	return r.Calls != nil && (rule == r.Calls.Rule || r.Open != nil && r.Open == r.Calls.open)
}

// The tokens of a table that counts calls. A move on CallToken represents a call. The inside is the
// automaton of the called rule. Three moves lead from the start of the table into the inside:
// EnterToken to its first state, BackToken to its state after a call, and LastToken to its
// accepting state without moves. If the inside has no such state, the move is missing.
//
// A subset is a table of the members up to a depth of calls. It also contains the innermost, an
// automaton of those strings of the inside that have no calls. In a subset, EnterToken also leads
// from the first state of the inside to the first state of the innermost, and LastToken may lead to
// a state of the innermost. Package counter (tables/internal/counter) documents these automata.
const (
	LastToken  = 0xFC
	BackToken  = 0xFD
	EnterToken = 0xFE
	CallToken  = 0xFF
)

// tokens are the bytes for called rules: bytes that never occur in UTF-8, without LastToken,
// BackToken and EnterToken, which a table that counts reserves.
var tokens = []byte{CallToken, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0}

// tokens returns the bytes that may be tokens, so that no rule with calls may read them. For exact
// tables this is CallToken. A superset or subset may have calls of several cycles.
func (a *Automata) tokens() []byte {
	if a.Recursion.Exactness == tables.Exact {
		return tokens[:1]
	}
	return tokens
}

// token returns the token for the next called rule. Each rule gets a separate one until all are
// used. Then they share the last one.
func (a *Automata) token() byte {
	return a.tokens()[min(len(a.Called.list), len(a.tokens())-1)]
}

// readsByte reports whether some state of d has a move on b.
func readsByte(d *automaton.DFA, b byte) bool {
	for q := range d.NumStates() {
		if d.Step(automaton.StateID(q), b) != automaton.Dead {
			return true
		}
	}
	return false
}

// tokenRead returns the refusal of r, which reads the byte token itself.
func tokenRead(r *names.Rule, token byte) *Refusal {
	return &Refusal{near: true, text: fmt.Sprintf("%s contains the byte 0x%02X, which encodes a call", r.Name, token)}
}
