package build

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A Grammar is a document with its names resolved: a graph of rules.
type Grammar struct {
	Name   string
	Source *syntax.Source

	// Diagnostics are what is wrong or odd about the document, in the order of their positions.
	Diagnostics *syntax.List

	// Rules are the rules of the document in the order of their first definitions, and
	// after them the core rules and those of other grammars that it refers to and does not define.
	Rules []*Rule

	// Semantics is that of [Options].
	Semantics Semantics

	// Elsewhere counts the errors in rules that are not asked for, which Diagnostics leaves out, see
	// [Options].Rules.
	Elsewhere int

	document *syntax.Grammar
	byName   map[string]*Rule   // as the dialect folds names
	alike    map[string][]*Rule // own rules, as [tables.FoldName] does
	asked    map[*Rule]bool     // the rules that count, nil when all do
	foreign
	declared
	known

	recursion Recursion // as [Options] has it

	limits Limits
	meter  *automaton.Meter // what compiling has cost
	tuning *tune.Budget     // what making tables faster has cost, see Limits.Tuning
}

// foreign is what the document refers to and does not define.
type foreign struct {
	uses     map[string][]use // references to names that stand for no rule, or for one of another grammar
	imports  []*imported      // by Options
	cites    []*imported      // bundled grammars that prose names
	links    *links           // shared by the document and its imports
	compared int              // pairs of names, see maxSlips
}

// An imported is an import, as far as it has been used.
type imported struct {
	Import
	document *syntax.Grammar     // nil before it is read
	named    map[string]string   // its rules, as its dialect folds names
	alike    map[string][]string // the same, as the dialect of the document folds names
	rules    map[*Rule]string    // those that stand for rules of the grammar, with the names there
}

// links are the compiled rules of imports, shared by a document and all its imports.
//
// Idea. The rules of one import are compiled together. While they are, another document may need one of
// them: that rule is compiled once more, alone. If it is needed again during that, it refers to itself by
// way of other documents, and gets no table.
//
// Cost. Each rule is compiled twice at most; size bounds the whole.
type links struct {
	done            map[link]*Rule
	together, alone map[link]bool // being compiled
	size            int           // bytes of documents compiled so far, each time they are
	called          []*calls      // the called rules of the circles that are compiled
}

// A link is a rule of an import.
type link struct {
	source    *syntax.Source
	how, rule string
}

// A use is a reference to a name that no rule of the document has.
type use struct {
	by *Rule
	at *syntax.RuleName
}

// declared is what the directives say, and the options about octets.
type declared struct {
	specs            map[*Rule]*spec              // by the rules that have components
	named            map[*Rule][]*Rule            // the alternatives, by the rules that have them
	withAlternatives []*Rule                      // the rules whose alternatives are to ship
	sets             []DeclaredSet                // those that are to ship
	encodings        map[*Rule]encoding           // of nil for the document
	profiles         map[*Rule][]*syntax.RuleName // the names after a "not", unless another takes it back
}

// known is what was found out about parts of the document, so that it is not found out again.
type known struct {
	octets      map[syntax.Expr]bool                  // numbers and classes of bytes
	classes     map[syntax.Expr]*unicode.RangeTable   // of expressions made of several, nil for one that is no class
	runs        int                                   // of code points combined so far
	letters     [utf8.RuneSelf]*unicode.RangeTable    // strings of one character, as far as they were needed
	folded      [utf8.RuneSelf]*unicode.RangeTable    // the same in either case
	vocabulary  vocabulary                            // nil until it is needed
	lengths     map[syntax.Expr]int                   // of the members, see exactness.go
	spelled     map[*Rule][]span                      // the code points of classes, see lint_case.go
	differences map[*syntax.Difference]*automaton.DFA // of those that are no classes, as far as they are made
}

// A Rule is a rule of a grammar: its definition and its increments together.
type Rule struct {
	Name  string // as it is first defined
	Core  bool   // taken from RFC 5234, appendix B.1
	From  string // of a rule that another grammar defines: its name there, "rfc3986#host"
	Defs  []*syntax.Rule
	Kind  Kind
	Sizes Sizes
	Table tables.Rule // "" when the rule is not compiled
	Err   error       // why not, when it is not recursion; a *CompileError

	expr    syntax.Expr // the alternatives of all Defs
	text    string      // of the first of Defs, once another is compared with it
	refs    []*Rule     // the rules it refers to, each once, in order
	missing []string    // names it refers to that no rule has, and prose
	scc     []*Rule     // its strongly connected component, once that is found
	number  int         // of the rule in it
	unread  bool
	broken  error // why it cannot be compiled, whatever it refers to
	root    error // of a rule of another grammar that is broken: the first cause

	encoding  encoding
	units     []span           // of a rule that matches single bytes, or bytes and code points
	exactness tables.Exactness // of the automaton, once there is one
	dfa       *automaton.DFA
	referred  bool                // another rule refers to it
	marked    *automaton.DFA      // of a rule that is read by order and referred to: see automaton.Boolean
	calls     *calls              // of a rule that reaches a self-embedding one, once it has an automaton
	open      *automaton.DFA      // its automaton over bytes and the token of a call
	shut      error               // why a recursive rule, or one that depends on it, has no automaton
	marks     *marks              // of a rule that has components
	words     vocabulary          // of a rule of another grammar: those of that grammar
	class     *unicode.RangeTable // of a rule that matches single code points only, else nil
}

// Sizes are the numbers of states of a rule's automata on the way to its table.
type Sizes struct {
	NFA int
	DFA int // of the subset construction, before it is minimized

	// Steps are those of [automaton.Meter.Work] for the rule and its table without its speed. Rules that
	// refer to one another share them in equal parts.
	Steps int64

	// Front and Rest are how many states have places in shift rows, up to the first block that has a
	// byte over 0x7F and from there on. The start before the first byte is not counted.
	Front, Rest int
}

// Rule returns the rule of a name: as the document spells it, or else the one rule whose name differs
// in case only, or in "-" for "_". It returns nil if there is none, and if there are several.
func (g *Grammar) Rule(name string) *Rule {
	if r := g.referent(name); r != nil {
		return r
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// referent returns the rule that a name in the document stands for, or nil.
func (g *Grammar) referent(name string) *Rule { return g.byName[g.document.Dialect.FoldName(name)] }

// Find is [Grammar.Rule] with an error in place of nil.
func (g *Grammar) Find(name string) (*Rule, error) {
	if r := g.Rule(name); r != nil {
		return r, nil
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) > 1 {
		return nil, fmt.Errorf("%q may be any of the rules %s of the grammar %s; write one exactly as it is spelled",
			name, names(alike), g.Name)
	}
	return nil, fmt.Errorf("the grammar %s has no rule %q", g.Name, name)
}

// names lists the names of rules in a sentence.
func names(rules []*Rule) string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Name)
	}
	return strings.Join(list, ", ")
}

// Own reports whether the document defines the rule, which then is neither a core rule nor one of
// another grammar.
func (r *Rule) Own() bool { return !r.Core && r.From == "" }

// Expr returns the definition of the rule and its increments as one expression, which must
// not be changed.
func (r *Rule) Expr() syntax.Expr { return r.expr }

func (r *Rule) pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

func (g *Grammar) add(r *Rule) *Rule {
	g.Rules = append(g.Rules, r)
	g.byName[g.document.Dialect.FoldName(r.Name)] = r
	if f := tables.FoldName(r.Name); r.Own() {
		g.alike[f] = append(g.alike[f], r)
	}
	return r
}

func (g *Grammar) report(code syntax.Code, pos syntax.Pos, n int, format string, args ...any) {
	g.Diagnostics.Add(syntax.NewDiagnostic(code, pos, n, format, args...))
}

// findRules returns the rules of a list of names, at least one and each once.
func (g *Grammar) findRules(names string) ([]*Rule, error) {
	var rules []*Rule
	known := map[*Rule]bool{}
	for _, name := range strings.Fields(names) {
		r := g.referent(name)
		switch {
		case r == nil:
			return nil, g.noRule(name)
		case known[r]:
			return nil, fmt.Errorf("%s is listed twice", name)
		}
		known[r] = true
		rules = append(rules, r)
	}
	if len(rules) == 0 {
		return nil, errors.New("no rule is named")
	}
	return rules, nil
}

// A spec is what a directive says.
type spec struct {
	rules      []*Rule
	components []tables.Component
	of         map[*Rule]automaton.Mark // of a rule that makes up a component: 1 for the first
	reaches    map[*Rule]bool           // whether a rule refers, itself or through others, to a component
}

// marks are the components of a rule, and which of them the states of its automaton say.
type marks struct {
	components []tables.Component
	slots      []machine.Slot
	slotOf     []uint8
}

// A DeclaredSet is a set of rules that a directive declares:
//
//	; @set Token: IRIREF STRING_LITERAL_QUOTE LANGTAG
type DeclaredSet struct {
	Name  string
	Rules []string // in the order in which they win
}

// An encoding says what the numbers of a rule are.
type encoding uint8

// A vocabulary is the classes of a grammar that have a name, the largest first.
type vocabulary []word

type word struct {
	text  string
	spans []span
	size  int
}

// A Kind says whether a rule is recursive, and how: what a finite automaton can do with it.
type Kind uint8

// String returns "regular", "linear", "self-embedding" or "depends".
func (k Kind) String() string {
	return [...]string{"regular", "linear", "self-embedding", "depends"}[k]
}

// The kinds. A strongly connected component of the rules is self-embedding when one of
// them derives itself with something on both sides (Chomsky, 1959); otherwise its
// recursion is at one end only, and it is regular all the same.
const (
	Regular       Kind = iota // reaches no recursion: compiled exactly
	Linear                    // recursive at one end only: compiled exactly
	SelfEmbedding             // recursive in the middle: not regular as it is written; a table may count
	Depends                   // not recursive itself, but reaches a rule that is
)

// An UnresolvedError says what a rule, or a rule that it refers to, refers to in vain.
type UnresolvedError struct{ Names []string }

// Error lists the names.
func (e *UnresolvedError) Error() string {
	const most = 8
	if n := len(e.Names) - most; n > 0 {
		return fmt.Sprintf("cannot be compiled without %s and %d more", strings.Join(e.Names[:most], ", "), n)
	}
	return "cannot be compiled without " + strings.Join(e.Names, ", ")
}
