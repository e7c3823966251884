package automata

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
)

// A called rule is a rule in a cycle such that references to it are calls: in the automata of the
// cycle, each of them is a move on a token, a byte that never occurs in UTF-8. A call is open from
// its first byte to its last. calls.go chooses the called rules.

// A Recursion selects the kind of table for rules that refer to themselves in the middle: exact
// tables, which count the open calls, or supersets, or subsets with at most Depth calls open at a
// time. Package build explains all three.
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

// Depth returns the depth to write into a table with the exactness e: the depth from the options
// for a subset, and 0 otherwise.
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
	Inside   *automaton.DFA    // automaton of Rule over bytes and tokens, without the empty string
	Back     automaton.StateID // the only state of Inside after a move on Token; Dead if there is none, or no counter
	Optional bool              // whether Rule also derives the empty string

	open *automaton.DFA // automaton of Rule over bytes and tokens; nil while the rule is being tried
}

// Called lists the called rules of a document and its imports.
type Called struct{ list []*Calls }

// isCalled reports whether r holds the automata of its own called rule, or of a copy of that rule
// in a grammar that imports it.
func (r *Rule) isCalled(rule *names.Rule) bool {
	return r.Calls != nil && (rule == r.Calls.Rule || r.Open != nil && r.Open == r.Calls.open)
}

// Tokens of a table that counts calls. A move on CallToken represents a call. The inside is the
// automaton of the called rule. Three moves lead from the start of the table into the inside: on
// EnterToken to its first state, on BackToken to its state after a call, and on LastToken to its
// accepting state without moves. If the inside has no such state, the corresponding move is
// missing.
//
// A subset is a table for the members up to a certain call depth. It also contains the innermost,
// an automaton for the strings of the inside that contain no calls. In a subset, EnterToken also
// leads from the first state of the inside to the first state of the innermost, and LastToken may
// lead to a state of the innermost. Package counter (tables/internal/counter) documents these
// automata.
const (
	LastToken  = 0xFC
	BackToken  = 0xFD
	EnterToken = 0xFE
	CallToken  = 0xFF
)

// tokens are the bytes that can represent called rules: they never occur in UTF-8. LastToken,
// BackToken and EnterToken are excluded because a table that counts calls reserves them.
var tokens = []byte{CallToken, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0}

// tokens returns the bytes that may be tokens; no rule with calls may read them. For exact tables,
// CallToken is the only one. A superset or subset may contain calls of several cycles.
func (a *Automata) tokens() []byte {
	if a.Recursion.Exactness == tables.Exact {
		return tokens[:1]
	}
	return tokens
}

// token returns the token for the next called rule. Each rule gets a separate token until all
// tokens are used. After that, rules share the last token.
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

// tokenRead returns a refusal of r because r itself reads the byte token.
func tokenRead(r *names.Rule, token byte) *Refusal {
	return &Refusal{near: true, text: fmt.Sprintf("%s contains the byte 0x%02X, which encodes a call", r.Name, token)}
}
