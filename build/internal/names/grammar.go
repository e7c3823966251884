// Package names is the stage of the compiler that resolves names: each name in a document becomes
// a rule of the document, a core rule, or a rule of another grammar. It also reads directives.
package names

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// A Grammar is a document in which each name is resolved to its rule. Its rules are a graph: each
// has the rules it refers to. [Resolve] makes it, and nothing changes it afterwards.
type Grammar struct {
	Name     string
	Source   *syntax.Source
	Document *syntax.Grammar

	// Rules are the rules of the document in the order of their first definitions. After them
	// stand the rules that the document uses without defining them: core rules and rules of other
	// grammars.
	Rules []*Rule

	Octets           map[syntax.Expr]bool         // the numbers and classes that match bytes, see markOctets
	Profiles         map[*Rule][]*syntax.RuleName // the profiles, with the rules they exclude
	Specs            map[*Rule]*Spec              // contents of @components, by each rule before the colon
	Named            map[*Rule][]*Rule            // contents of @alternatives, by the rule before the colon
	WithAlternatives []*Rule                      // the rules with a set of alternatives to ship
	Sets             []Set                        // the sets to ship

	Elsewhere int // errors in rules that do not count, see narrow.go

	byName map[string]*Rule   // the rules, by names as the dialect folds them
	alike  map[string][]*Rule // rules the document defines, by names as [tables.FoldName] folds them
	wanted map[*Rule]bool     // the rules of Options.Wanted and those they refer to; nil for all rules
}

// A Rule is a rule of a grammar: its definition together with its increments ("=/").
type Rule struct {
	Name  string // as in its first definition
	Core  bool   // taken from RFC 5234, appendix B.1
	From  string // for a rule of another grammar its name there, as "rfc3986#host"; else ""
	Defs  []*syntax.Rule
	Index int // in Grammar.Rules

	Expr     syntax.Expr // the alternatives of all Defs
	Refs     []*Rule     // the rules to which it refers, each once, in the order of Expr
	Missing  []string    // names without a rule to which it refers, and prose
	Referred bool        // whether another rule refers to it, or an importing document
	Unread   bool        // whether a definition with this name could not be read
	Broken   error       // why it cannot be compiled, whatever the rules are to which it refers
	Encoding Encoding    // whether its numbers are octets

	text string // format of the first of Defs, made to compare it with another definition
}

// A Set is a set of rules declared by a directive:
//
//	; @set Token: IRIREF STRING_LITERAL_QUOTE LANGTAG
type Set struct {
	Name  string
	Rules []string // of two rules that match a string, the first one listed wins
}

// A Spec is the content of a directive @components.
type Spec struct {
	Components []tables.Component
	Of         map[*Rule]automaton.Mark // by rule of a component: the number of the component, from 1
}

// An Encoding tells whether the numbers in a rule are code points or octets.
type Encoding uint8

// The encodings.
const (
	Unsaid     Encoding = iota // code points, perhaps by mistake
	CodePoints                 // code points, on purpose
	Octets
)

// An Import is another document in which names are looked up.
type Import struct {
	Grammar string // the name of the grammar, as in GRAMMAR#RULE
	Source  *syntax.Source
	How     syntax.ReadOptions
	Octets  []string // its rules whose numbers are octets

	// Name is the only name looked up; "" for every name of the grammar. Rule is the grammar's
	// rule for this name; "" for the rule with the same name.
	Name, Rule string

	Rules map[*Rule]string // the rules of the importing grammar taken from it, with their names there

	document *syntax.Grammar     // its syntax tree; nil until it is read
	named    map[string]string   // names of its rules, by names as its own dialect folds them
	alike    map[string][]string // the same names, by names as the dialect of the importing document folds them
}

// Fold returns name as the dialect of the document folds names.
func (g *Grammar) Fold(name string) string { return g.Document.Dialect.FoldName(name) }

// Referent returns the rule to which the name refers in the document, or nil.
func (g *Grammar) Referent(name string) *Rule { return g.byName[g.Fold(name)] }

// Rule returns the rule with this name. The rule spelled as the document spells it comes first.
// Otherwise it returns the only rule whose name differs in case, or in "-" for "_". It returns nil
// if there is no such rule, or if there are several.
func (g *Grammar) Rule(name string) *Rule {
	if r := g.Referent(name); r != nil {
		return r
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// Find is [Grammar.Rule] with an error instead of nil.
func (g *Grammar) Find(name string) (*Rule, error) {
	if r := g.Rule(name); r != nil {
		return r, nil
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) > 1 {
		return nil, fmt.Errorf("%q may be any of the rules %s of the grammar %s; write one exactly as it is spelled",
			name, List(alike), g.Name)
	}
	return nil, fmt.Errorf("the grammar %s has no rule %q", g.Name, name)
}

// List returns the names of rules with commas between them.
func List(rules []*Rule) string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Name)
	}
	return strings.Join(list, ", ")
}

// Own reports whether the document defines the rule. It is false for core rules and rules of other
// grammars.
func (r *Rule) Own() bool { return !r.Core && r.From == "" }

// Pos returns the position of the rule's first definition, or 0 without one.
func (r *Rule) Pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

// IsProfile reports whether a directive @profile defines r.
func (g *Grammar) IsProfile(r *Rule) bool {
	_, ok := g.Profiles[r]
	return ok
}

// add adds r to the rules of the grammar and to the maps of names, and returns it.
func (g *Grammar) add(r *Rule) *Rule {
	r.Index = len(g.Rules)
	g.Rules = append(g.Rules, r)
	g.byName[g.Fold(r.Name)] = r
	if f := tables.FoldName(r.Name); r.Own() {
		g.alike[f] = append(g.alike[f], r)
	}
	return r
}

// Dump writes a line for each rule: its name, the rules it refers to, and the names without a rule.
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

// reached returns the rules that those of from refer to, directly or through others.
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
