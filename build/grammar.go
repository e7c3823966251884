package build

import (
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// A Grammar is the result of compiling a document: the rules with their tables, and the results of
// all stages. Most methods forward to a stage.
type Grammar struct {
	Name   string
	Source *syntax.Source

	// Diagnostics are the errors and remarks on the document, ordered by position.
	Diagnostics *syntax.List

	// Rules are the rules of the document in the order of their first definitions, followed by the
	// rules that the document uses without defining them: core rules and imported rules.
	Rules []*Rule

	// Semantics is the value from [Options].
	Semantics Semantics

	// Elsewhere counts the errors in rules that [Options].Rules does not select. Diagnostics omits
	// these errors.
	Elsewhere int

	automata *automata.Automata // the automata, and the results of the earlier stages
	labels   *labels.Labeler
	tuning   *tune.Budget // steps for tuning tables, see Limits.Tuning; nil without Options.Places
	limits   Limits
}

// A Rule is a grammar rule: its definition together with its increments ("=/").
type Rule struct {
	Name  string // spelled as in its first definition
	Core  bool   // from RFC 5234, appendix B.1
	From  string // original name of an imported rule, such as "rfc3986#host"; else ""
	Defs  []*syntax.Rule
	Kind  Kind
	Sizes Sizes
	Table tables.Rule // "" if the rule is not compiled
	Err   error       // why it is not compiled, unless the reason is recursion; a *CompileError

	in      *Grammar
	names   *names.Rule // the rule as the names stage resolved it
	refusal error       // why it has no automaton, if the reason is recursion; else nil
	origin  *Rule       // for an imported rule: the rule in its own document, or nil if it is not compiled
	root    error       // for a broken imported rule, the first cause, perhaps in a third grammar
}

// Sizes holds the state counts of a rule's automata before its table is built, and the cost of
// compiling the rule.
type Sizes struct {
	NFA int
	DFA int // after the subset construction, before minimization

	// Steps is the number of steps, as [automaton.Meter.Work] counts them, spent on the rule and its
	// table, excluding tuning. Rules compiled together share their steps equally.
	Steps int64

	// Front and Rest are the numbers of states that have places in the table's shift rows, or 0
	// without [Options].Places. Front covers the blocks before the first one that contains a byte
	// over 0x7F; Rest covers that block and all later ones. Front does not count the extra place
	// that the start state has before the first byte. Apart from this place, the start state counts
	// like any other.
	Front, Rest int
}

// Rule returns the rule with this name. An exact match wins. Otherwise Rule returns the only rule
// whose name matches when case is ignored and "-" and "_" are treated as equal. It returns nil if
// there is no such rule or more than one.
func (g *Grammar) Rule(name string) *Rule { return g.rule(g.automata.Names.Rule(name)) }

// Find is like [Grammar.Rule] but returns an error instead of nil.
func (g *Grammar) Find(name string) (*Rule, error) {
	r, err := g.automata.Names.Find(name)
	return g.rule(r), err
}

// rule returns the Rule for r, a rule of an earlier stage, or nil if r is nil.
func (g *Grammar) rule(r *names.Rule) *Rule {
	if r == nil {
		return nil
	}
	return g.Rules[r.Index]
}

// rules returns the Rules for a list of rules of an earlier stage.
func (g *Grammar) rules(earlier []*names.Rule) (list []*Rule) {
	for _, r := range earlier {
		list = append(list, g.rule(r))
	}
	return list
}

// made returns the automata of the rule.
func (r *Rule) made() *automata.Rule { return r.in.automata.Of(r.names) }

// Own reports whether the document defines the rule. It is false for core rules and imported rules.
func (r *Rule) Own() bool { return r.names.Own() }

// Expr returns the definition of the rule, including its increments, as one expression. The caller
// must not change it.
func (r *Rule) Expr() syntax.Expr { return r.names.Expr }

// References returns the rules to which the definition of r refers, in order and without
// duplicates.
func (r *Rule) References() []*Rule { return r.in.rules(r.names.Refs) }

// A Kind describes whether and how a rule is recursive, and so whether a finite automaton can match
// it.
type Kind = recursion.Kind

// Kinds. A cycle of rules is self-embedding if one of its rules derives itself with text on both
// sides (Chomsky, 1959), for example a = "(" a ")" / "x". Any other cycle has text on only one side
// of its references, for example a = "x" a / "y", and its language is regular.
const (
	Regular       = recursion.Regular       // reaches no recursion; compiled exactly
	Linear        = recursion.Linear        // recursive with text on only one side; compiled exactly
	SelfEmbedding = recursion.SelfEmbedding // recursive in the middle: a table may count calls
	Depends       = recursion.Depends       // not recursive, but refers to a recursive rule, directly or indirectly
)

// Recursions returns the cycles of recursive rules. Each cycle is a list of the rules that refer to
// one another, or of a single rule that refers to itself. The lists, and the rules in them, are in
// document order.
func (g *Grammar) Recursions() (all [][]*Rule) {
	for _, cycle := range g.automata.Graph.Cycles() {
		all = append(all, g.rules(cycle))
	}
	return all
}

// Cycle returns a shortest path of references from a recursive rule back to itself. For value =
// array and array = value it returns the list value, array. For a rule without recursion it returns
// nil.
func (r *Rule) Cycle() []*Rule { return r.in.rules(r.in.automata.Graph.Cycle(r.names)) }

// Refusal returns the reason why r has no table, if the reason is recursion in r or in a rule on
// which r depends. Otherwise it returns nil.
func (r *Rule) Refusal() error { return r.refusal }

// Approximated reports whether [Options].Recursion makes the table of r a superset or a subset.
func (g *Grammar) Approximated(r *Rule) bool {
	return r.Table != "" && r.made().Calls != nil && g.automata.Recursion.Exactness != tables.Exact
}

// Called returns the names of the called rules of r: the rules whose references are calls in the
// automaton of r, or in the automaton of another called rule. These are the calls that a table
// counts and that a depth limits. A superset may confuse the end of one of these calls with the end
// of another. Called returns nil for a rule without calls.
func (g *Grammar) Called(r *Rule) (list []string) {
	for _, called := range g.automata.CalledBy(r.names) {
		list = append(list, called.Name)
	}
	return list
}

// hash returns the hash of a rule's table, and reports whether the rule has a table.
func (g *Grammar) hash(r *names.Rule) (sum [32]byte, ok bool) {
	if t := g.rule(r).Table; t != "" {
		return t.Hash(), true
	}
	return sum, false
}

// Profile returns the name that a @profile directive defines, and the names of its rules. It
// returns "" for any other directive.
func Profile(d syntax.Directive) (name string, rules []string) { return names.Profile(d) }
