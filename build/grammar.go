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

	// Diagnostics are the errors of the document and the remarks on it, by position.
	Diagnostics *syntax.List

	// Rules are the rules of the document in the order of their first definitions. After
	// them stand the core rules and the rules of other grammars to which it refers without
	// defining them.
	Rules []*Rule

	// Semantics is the one in [Options].
	Semantics Semantics

	// Elsewhere counts the errors in rules outside of [Options].Rules. Diagnostics leaves
	// them out.
	Elsewhere int

	document *syntax.Grammar
	byName   map[string]*Rule   // the rules, by names as the dialect folds them
	alike    map[string][]*Rule // own rules, by names as [tables.FoldName] folds them
	asked    map[*Rule]bool     // the rules that count, nil for all
	foreign
	declared
	known

	recursion Recursion // from Options

	limits Limits
	meter  *automaton.Meter // the cost of compiling
	tuning *tune.Budget     // the cost of making tables faster, see Limits.Tuning
}

// foreign holds the references to rules outside of the document.
type foreign struct {
	uses     map[string][]use // references to names without a rule, or with a rule of another grammar
	imports  []*imported      // from Options
	cites    []*imported      // bundled grammars named in prose
	links    *links           // shared by the document and its imports
	compared int              // pairs of names compared so far, see maxSlips
}

// An imported is an import, with the results of using it.
type imported struct {
	Import
	document *syntax.Grammar     // nil until it is read
	named    map[string]string   // its rules, by names as its dialect folds them
	alike    map[string][]string // the same, as the dialect of the document folds them
	rules    map[*Rule]string    // rules of the grammar, with their names in the import
}

// links holds the compiled rules of imports, shared by a document and all its imports.
//
// Idea. The rules of one import are compiled together. Meanwhile another document may need
// one of them. That rule is then compiled once more, alone. If this needs the rule again,
// the rule refers to itself by way of other documents, and gets no table.
//
// Cost. Each rule is compiled at most twice. Once size is over maxLinked, no further document is
// compiled.
type links struct {
	done            map[link]*Rule
	together, alone map[link]bool // being compiled
	size            int           // bytes of documents compiled so far, counted each time
	called          []*calls      // the called rules of all circles with calls, see calls.go
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

// declared holds the contents of directives, and the options about octets.
type declared struct {
	specs            map[*Rule]*spec              // contents of @components, by the rules with components
	named            map[*Rule][]*Rule            // the named alternatives, by their rules
	withAlternatives []*Rule                      // the rules with alternatives to ship
	sets             []DeclaredSet                // the sets to ship
	encodings        map[*Rule]encoding           // by rule; nil stands for the document
	profiles         map[*Rule][]*syntax.RuleName // the names after a "not", unless another takes it back
}

// known holds facts about parts of the document once computed.
type known struct {
	octets      map[syntax.Expr]bool                  // numbers and classes of bytes
	classes     map[syntax.Expr]*unicode.RangeTable   // classes of expressions made of several; nil for other than classes
	runs        int                                   // runs of code points combined so far, see maxRuns
	letters     [utf8.RuneSelf]*unicode.RangeTable    // classes of ASCII characters, made when needed
	folded      [utf8.RuneSelf]*unicode.RangeTable    // the same in either case
	vocabulary  vocabulary                            // nil until it is needed
	lengths     map[syntax.Expr]int                   // lengths of the members, see exactness.go
	spelled     map[*Rule][]span                      // the code points of classes as written, see lint_case.go
	differences map[*syntax.Difference]*automaton.DFA // automata of differences other than classes, made when needed
}

// A Rule is a rule of a grammar: its definition and its increments together.
type Rule struct {
	Name  string // as in its first definition
	Core  bool   // taken from RFC 5234, appendix B.1
	From  string // name of a rule of another grammar there, "rfc3986#host"; else ""
	Defs  []*syntax.Rule
	Kind  Kind
	Sizes Sizes
	Table tables.Rule // "" if the rule is not compiled
	Err   error       // the reason why it is not compiled, other than recursion; a *CompileError

	expr    syntax.Expr // the alternatives of all Defs
	text    string      // text of the first of Defs, made to compare it with another
	refs    []*Rule     // the rules it refers to, each once, in order
	missing []string    // names without a rule to which it refers, and prose
	scc     []*Rule     // its strongly connected component, once known
	number  int         // its index in scc
	unread  bool        // whether a definition with this name could not be read
	broken  error       // why it cannot be compiled, independent of the rules it refers to
	root    error       // for a broken rule of another grammar: the first cause

	encoding  encoding
	units     []span              // its bytes and code points, if it is made of single bytes
	exactness tables.Exactness    // relation of the automaton to the document, once there is one
	dfa       *automaton.DFA      // its automaton; nil if it counts calls
	referred  bool                // another rule refers to it
	marked    *automaton.DFA      // for references to a rule read by order, see automaton.Boolean
	calls     *calls              // its called rule, if it needs one, see calls.go
	open      *automaton.DFA      // its automaton over bytes and tokens, if it has calls
	shut      error               // why a recursive rule, or one depending on it, has no automaton
	marks     *marks              // its components, if any
	words     vocabulary          // words of its own grammar, for a rule of another grammar
	class     *unicode.RangeTable // its class, if it is made of single code points
}

// Sizes are the numbers of states of a rule's automata on the way to its table.
type Sizes struct {
	NFA int
	DFA int // after the subset construction, before minimization

	// Steps are those of [automaton.Meter.Work] for the rule and its table, without those
	// for the speed of the table. Rules that refer to one another share them in equal
	// parts.
	Steps int64

	// Front and Rest are the numbers of states with places in shift rows: up to the first
	// block with a byte over 0x7F, and from there on. The start before the first byte is
	// not counted.
	Front, Rest int
}

// Rule returns the rule with this name: in the spelling of the document, or else the only
// rule whose name differs in case, or in "-" for "_". It returns nil if there is no such
// rule or if there are several.
func (g *Grammar) Rule(name string) *Rule {
	if r := g.referent(name); r != nil {
		return r
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// referent returns the rule for a name in the document, or nil.
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

// Own reports whether the document defines the rule. Core rules and rules of other grammars
// are not its own.
func (r *Rule) Own() bool { return !r.Core && r.From == "" }

// Expr returns the definition of the rule and its increments as one expression. The caller
// must not change it.
func (r *Rule) Expr() syntax.Expr { return r.expr }

// pos returns the position of the rule's first definition, or 0 without one.
func (r *Rule) pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

// add adds a rule to the grammar.
func (g *Grammar) add(r *Rule) *Rule {
	g.Rules = append(g.Rules, r)
	g.byName[g.document.Dialect.FoldName(r.Name)] = r
	if f := tables.FoldName(r.Name); r.Own() {
		g.alike[f] = append(g.alike[f], r)
	}
	return r
}

// report adds a diagnostic about the n bytes from pos on.
func (g *Grammar) report(code syntax.Code, pos syntax.Pos, n int, format string, args ...any) {
	g.Diagnostics.Add(syntax.NewDiagnostic(code, pos, n, format, args...))
}

// findRules returns the rules with the given names. It fails if there is no name, if a rule is
// unknown, or if one is listed twice.
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

// A spec is the content of a directive @components.
type spec struct {
	rules      []*Rule
	components []tables.Component
	of         map[*Rule]automaton.Mark // by rule: the number of its component, from 1
	reaches    map[*Rule]bool           // the rules that refer, themselves or through others, to a component
}

// marks holds the components of a rule, and the slots of the states of its automaton.
type marks struct {
	components []tables.Component
	slots      []machine.Slot
	slotOf     []uint8
}

// A DeclaredSet is a set of rules declared by a directive:
//
//	; @set Token: IRIREF STRING_LITERAL_QUOTE LANGTAG
type DeclaredSet struct {
	Name  string
	Rules []string // in the order of precedence
}

// An encoding is the meaning of the numbers in a rule.
type encoding uint8

// A vocabulary is the named classes of a grammar, the largest first.
type vocabulary []word

// A word is a name or phrase for a class, with the class and its size.
type word struct {
	text  string
	spans []span
	size  int
}

// A Kind is the kind of a rule's recursion. It decides whether a finite automaton can read
// the rule.
type Kind uint8

// String returns "regular", "linear", "self-embedding" or "depends".
func (k Kind) String() string {
	return [...]string{"regular", "linear", "self-embedding", "depends"}[k]
}

// The kinds. A strongly connected component of the rules is self-embedding if one of its
// rules derives itself with text on both sides (Chomsky, 1959). Otherwise its recursion is
// at one end only, and its language is regular.
const (
	Regular       Kind = iota // reaches no recursion: compiled exactly
	Linear                    // recursive at one end only: compiled exactly
	SelfEmbedding             // recursive in the middle: not regular as written; a table may count
	Depends                   // not recursive itself, but reaches a rule with recursion
)

// An UnresolvedError lists the missing names to which a rule refers, itself or through
// others.
type UnresolvedError struct{ Names []string }

// Error lists the names.
func (e *UnresolvedError) Error() string {
	const most = 8
	if n := len(e.Names) - most; n > 0 {
		return fmt.Sprintf("cannot be compiled without %s and %d more", strings.Join(e.Names[:most], ", "), n)
	}
	return "cannot be compiled without " + strings.Join(e.Names, ", ")
}
