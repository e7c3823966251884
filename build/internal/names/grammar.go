// Package names is the compiler stage that resolves names: each name in a document becomes a rule
// of the document, a core rule, or an imported rule. It also reads the directives. [Resolve] shows
// the steps.
package names

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/tables"
)

// A Grammar is a document in which every name is resolved to a rule. The rules form a graph,
// because each rule lists the rules it refers to. [Resolve] builds the grammar; later stages do not
// change it.
type Grammar struct {
	Name     string
	Source   *syntax.Source
	Document *syntax.Grammar

	// Rules are the rules of the document in the order of their first definitions, followed by the
	// rules that the document uses but does not define: core rules and imported rules.
	Rules []*Rule

	Octets           map[syntax.Expr]bool         // numbers and classes that match bytes over 0x7F, see octets.go
	Profiles         map[*Rule][]*syntax.RuleName // by profile: references to the rules that it excludes
	Specs            map[*Rule]*Spec              // by rule before the colon: content of @components
	Named            map[*Rule][]*Rule            // by rule before the colon: rules after it in @alternatives
	WithAlternatives []*Rule                      // rules before the colon in @alternatives
	Sets             []Set                        // contents of @set
	Words            map[*Rule]string             // by rule: words in @words

	Elsewhere int // undefined names and broken imports in rules that were not requested, see narrow.go

	byName map[string]*Rule   // rules by name, as the dialect folds it
	alike  map[string][]*Rule // the document's own rules by name, as [tables.FoldName] folds it
	wanted map[*Rule]bool     // requested rules; nil means all, see narrow.go
}

// A Rule is a grammar rule: its definition together with its increments ("=/").
type Rule struct {
	Name  string // spelled as in its first definition
	Core  bool   // from RFC 5234, appendix B.1
	From  string // original name of an imported rule, such as "rfc3986#host"; else ""
	Defs  []*syntax.Rule
	Index int // index in Grammar.Rules

	Expr     syntax.Expr // alternatives of all Defs; nil for an imported or undefined rule
	Refs     []*Rule     // rules it refers to, without duplicates, in the order of Expr
	Missing  []string    // names it refers to that have no rule, and prose
	Referred bool        // whether another rule or an importing document refers to it
	Unread   bool        // whether a definition with this name could not be read
	Broken   error       // why it cannot be compiled, apart from rules it refers to; else nil
	Encoding Encoding    // whether its numbers are octets

	text string // the first of Defs as text, for comparison with another definition
}

// A Set is a set of rules that a directive declares:
//
//	; @set Token: IRIREF STRING_LITERAL_QUOTE LANGTAG
type Set struct {
	Name  string
	Rules []string // if several rules match a string, the first one listed wins
}

// A Spec is the content of a @components directive. Of maps each rule to the number, starting with
// 1, of the component to which its text belongs.
type Spec struct {
	Components []tables.ComponentLayout
	Of         map[*Rule]automaton.Mark
}

// An Encoding determines whether the numbers in a rule are code points or octets.
type Encoding uint8

// Encodings.
const (
	Unspecified Encoding = iota // code points by default, perhaps unintentionally
	CodePoints                  // code points, intentionally
	Octets
)

// An Import is another document in which undefined names are looked up.
type Import struct {
	Grammar string // name of its grammar, used in GRAMMAR#RULE
	Source  *syntax.Source
	How     notation.ReadOptions
	Octets  []string // same as Octets in Options

	// Name is the only name to look up, or "" for every name of the grammar. Rule is the grammar's
	// rule for this name, or "" for the rule of the same name.
	Name, Rule string

	// Rules are the rules that the importing grammar takes from this one, with their names here. The
	// map must not be nil.
	Rules map[*Rule]string

	document *syntax.Grammar     // its syntax tree; nil until read
	named    map[string]string   // names of its rules by name, as its own dialect folds it
	alike    map[string][]string // the same names by name, as the importing document's dialect folds it
}

// Fold folds name as the document's dialect does.
func (g *Grammar) Fold(name string) string { return g.Document.Dialect.FoldName(name) }

// Referent returns the rule to which name refers in the document, or nil.
func (g *Grammar) Referent(name string) *Rule { return g.byName[g.Fold(name)] }

// Rule returns the rule with this name. An exact match wins. Otherwise Rule returns the only rule
// whose name matches when case is ignored and "-" and "_" are treated as equal. It returns nil if
// there is no such rule or more than one.
func (g *Grammar) Rule(name string) *Rule {
	if r := g.Referent(name); r != nil {
		return r
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// Find is like [Grammar.Rule] but returns an error instead of nil.
func (g *Grammar) Find(name string) (*Rule, error) {
	if r := g.Rule(name); r != nil {
		return r, nil
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) > 1 {
		return nil, fmt.Errorf("%q is ambiguous: it matches the rules %s of the grammar %s; use an exact name",
			name, List(alike), g.Name)
	}
	return nil, fmt.Errorf("the grammar %s has no rule %q", g.Name, name)
}

// List returns the names of rules, separated by commas.
func List(rules []*Rule) string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Name)
	}
	return strings.Join(list, ", ")
}

// Own reports whether the document defines the rule. It is false for core rules and imported rules.
func (r *Rule) Own() bool { return !r.Core && r.From == "" }

// Pos returns the position of the rule's first definition, or 0 if it has none.
func (r *Rule) Pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

// IsProfile reports whether a @profile directive defines r.
func (g *Grammar) IsProfile(r *Rule) bool {
	_, ok := g.Profiles[r]
	return ok
}

// Dump writes a line for each rule: its name, the rules it refers to, and the names that have no
// rule.
func (g *Grammar) Dump(w io.Writer) error {
	for _, r := range g.Rules {
		fmt.Fprint(w, r.Name)
		if !r.Own() {
			fmt.Fprint(w, " (core)")
		}
		fmt.Fprint(w, ":")
		for _, to := range r.Refs {
			fmt.Fprint(w, " ", to.Name)
		}
		for _, name := range r.Missing {
			fmt.Fprint(w, " ?", name)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// reached returns the rules to which the rules in from refer, directly or indirectly.
func reached(from ...*Rule) map[*Rule]bool {
	reached := map[*Rule]bool{}
	for queue := from; len(queue) > 0; queue = queue[1:] {
		for _, to := range queue[0].Refs {
			if !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
	}
	return reached
}
