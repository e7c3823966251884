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
// all stages on the way. Most methods forward to a stage.
type Grammar struct {
	Name   string
	Source *syntax.Source

	// Diagnostics are the errors of the document and the remarks on it, ordered by position.
	Diagnostics *syntax.List

	// Rules are the rules of the document in the order of their first definitions. After them
	// stand the rules that the document uses without defining them: core rules and rules of other
	// grammars.
	Rules []*Rule

	// Semantics is that of [Options].
	Semantics Semantics

	// Elsewhere counts the errors in rules that [Options].Rules does not ask for. Diagnostics
	// leaves these errors out.
	Elsewhere int

	automata *automata.Automata // with the results of the stages before
	labels   *labels.Labeler
	tuning   *tune.Budget // the cost of making tables fast, see Limits.Tuning; nil without Options.Places
	limits   Limits
}

// A Rule is a rule of a grammar: its definition together with its increments ("=/").
type Rule struct {
	Name  string // as in its first definition
	Core  bool   // taken from RFC 5234, appendix B.1
	From  string // for a rule of another grammar its name there, as "rfc3986#host"; else ""
	Defs  []*syntax.Rule
	Kind  Kind
	Sizes Sizes
	Table tables.Rule // "" if the rule is not compiled
	Err   error       // the reason why it is not compiled, other than recursion; a *CompileError

	in      *Grammar
	names   *names.Rule // from the stage that resolves names
	refusal error       // the reason why it has no automaton, if the reason is recursion; else nil
	root    error       // for a broken rule of another grammar: the first cause, perhaps in a third grammar
}

// Sizes are the numbers of states of a rule's automata on the way to its table, and the cost of
// compiling it.
type Sizes struct {
	NFA int
	DFA int // after the subset construction, before minimization

	// Steps are the steps, as [automaton.Meter.Work] counts them, for the rule and its table, without
	// those for the speed of the table. Rules compiled together share their steps equally.
	Steps int64

	// Front and Rest are the numbers of states with places in the shift rows of the table, or 0
	// without [Options].Places. Front is for the blocks before the first one with a byte over 0x7F,
	// and Rest is for this block and all after it. Front leaves out the extra place that the start has
	// before the first byte. Apart from this place the start counts like any other state.
	Front, Rest int
}

// Rule returns the rule with this name. The rule spelled as the document spells it comes first.
// Otherwise it returns the only rule whose name differs in case, or in "-" for "_". It returns nil
// if there is no such rule, or if there are several.
func (g *Grammar) Rule(name string) *Rule { return g.rule(g.automata.Names.Rule(name)) }

// Find is [Grammar.Rule] with an error instead of nil.
func (g *Grammar) Find(name string) (*Rule, error) {
	r, err := g.automata.Names.Find(name)
	return g.rule(r), err
}

// rule returns the rule of the grammar for a rule of an earlier stage, which may be nil.
func (g *Grammar) rule(r *names.Rule) *Rule {
	if r == nil {
		return nil
	}
	return g.Rules[r.Index]
}

// rules returns the rules of the grammar for rules of an earlier stage.
func (g *Grammar) rules(earlier []*names.Rule) (list []*Rule) {
	for _, r := range earlier {
		list = append(list, g.rule(r))
	}
	return list
}

// made returns the automata of the rule.
func (r *Rule) made() *automata.Rule { return r.in.automata.Of(r.names) }

// Own reports whether the document defines the rule. It is false for core rules and rules of other
// grammars.
func (r *Rule) Own() bool { return r.names.Own() }

// Expr returns the definition of the rule, together with its increments, as one expression. The
// caller must not change it.
func (r *Rule) Expr() syntax.Expr { return r.names.Expr }

// A Kind tells whether, and how, a rule is recursive. It decides whether a finite automaton can
// read the rule.
type Kind = recursion.Kind

// The kinds. A circle of rules is self-embedding if one of its rules derives itself with text on
// both sides (Chomsky, 1959), as a = "(" a ")" / "x" does. Any other circle has text on one side
// of its references only, as a = "x" a / "y", and its language is regular.
const (
	Regular       = recursion.Regular       // reaches no recursion; compiled exactly
	Linear        = recursion.Linear        // recursive with text on one side only; compiled exactly
	SelfEmbedding = recursion.SelfEmbedding // recursive in the middle: a table may count calls
	Depends       = recursion.Depends       // not recursive itself, but reaches a recursive rule
)

// Recursions returns the circles of recursive rules: a list for each circle, with the rules that
// refer to one another, or a single rule that refers to itself. The lists, and the rules in them,
// are in the order of the document.
func (g *Grammar) Recursions() (all [][]*Rule) {
	for _, circle := range g.automata.Graph.Circles() {
		all = append(all, g.rules(circle))
	}
	return all
}

// Cycle returns a shortest way of references from a recursive rule back to itself. For value =
// array and array = value it returns the list value, array. For a rule without recursion it
// returns nil.
func (r *Rule) Cycle() []*Rule { return r.in.rules(r.in.automata.Graph.Cycle(r.names)) }

// Refusal returns the reason why r has no table, if the reason is the recursion of r or of a rule
// that r depends on. Otherwise it returns nil.
func (r *Rule) Refusal() error { return r.refusal }

// Approximated reports whether [Options].Recursion makes the table of a rule a superset or a
// subset.
func (g *Grammar) Approximated(r *Rule) bool {
	return r.Table != "" && r.made().Calls != nil && g.automata.Recursion.Exactness != tables.Exact
}

// Called returns the names of the called rules of r: the rules whose references are calls in the
// automaton of r, or in the automaton of another such rule. A table that counts, or a depth, counts
// these calls. A superset may take the end of one such call for the end of another. Called returns
// nil for a rule without calls.
func (g *Grammar) Called(r *Rule) (list []string) {
	for _, called := range g.automata.CalledBy(r.names) {
		list = append(list, called.Name)
	}
	return list
}

// hash returns the hash of a rule's table, and whether there is one.
func (g *Grammar) hash(r *names.Rule) (sum [32]byte, ok bool) {
	if t := g.rule(r).Table; t != "" {
		return t.Hash(), true
	}
	return sum, false
}

// Profile returns the name defined by a directive @profile, and the names of its rules. It
// returns "" for any other directive.
func Profile(d syntax.Directive) (name string, rules []string) { return names.Profile(d) }
