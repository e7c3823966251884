package build

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A Grammar is a document in which each name is resolved to its rule. Its rules are a graph: each
// has the rules it refers to.
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

	document *syntax.Grammar
	byName   map[string]*Rule   // the rules, by names as the dialect folds them
	alike    map[string][]*Rule // rules the document defines, by names as [tables.FoldName] folds them
	asked    map[*Rule]bool     // the rules of [Options].Rules and those they refer to; nil for all rules
	foreign
	declared
	known

	recursion Recursion // from Options

	limits Limits
	meter  *automaton.Meter // counts the cost of compiling
	tuning *tune.Budget     // counts the cost of making tables fast, see Limits.Tuning; nil without Options.Places
}

// foreign holds the references to rules outside of the document.
type foreign struct {
	uses     map[string][]use // references to names without a rule, or with a rule of another grammar
	imports  []*imported      // from Options
	cites    []*imported      // bundled grammars named in prose, or searched for a name
	links    *links           // shared by the document and its imports
	compared int              // pairs of names compared so far, see maxSlips
}

// An imported is an [Import] of a document, with the results of reading and using it.
type imported struct {
	Import
	limits   syntax.Limits       // those of the importing document, also for compiling the import
	document *syntax.Grammar     // the syntax tree of the import; nil until it is read
	named    map[string]string   // names of the import's rules, by names as its own dialect folds them
	alike    map[string][]string // the same names, by names as the dialect of the importing document folds them
	rules    map[*Rule]string    // rules of the importing grammar, with their names in the import
}

// links holds the compiled rules of imports. A document and all its imports share it.
//
// Idea. The rules needed from one import are compiled together. Meanwhile another document may
// need one of these rules. Then that rule is compiled once more, alone. If this needs the same
// rule again, the rule refers to itself by way of other documents, and gets no table.
//
// Cost. Each rule is compiled at most twice. Once size is over maxLinked, no further document is
// compiled.
type links struct {
	done            map[link]*Rule // the compiled rules
	together, alone map[link]bool  // the rules being compiled with others of their import, and those being compiled alone
	size            int            // bytes of the documents compiled so far; a document compiled twice counts twice
	called          []*calls       // the called rules of all circles with calls, see calls.go
}

// A link names a rule of an import: its source, the options for reading it, and the rule's name.
type link struct {
	source    *syntax.Source
	how, rule string
}

// A use is a reference, in the rule by, to a name that no rule of the document has.
type use struct {
	by *Rule
	at *syntax.RuleName
}

// declared holds the contents of directives, and the options about octets.
type declared struct {
	specs            map[*Rule]*spec              // contents of @components, by each rule before the colon
	named            map[*Rule][]*Rule            // contents of @alternatives, by the rule before the colon
	withAlternatives []*Rule                      // the rules with a set of alternatives to ship
	sets             []DeclaredSet                // the sets to ship
	encodings        map[*Rule]encoding           // octets or code points, by rule; nil stands for the document
	profiles         map[*Rule][]*syntax.RuleName // the profiles, with the rules they exclude
}

// known holds facts about parts of the document, stored when they are first computed.
type known struct {
	octets      map[syntax.Expr]bool                  // the numbers and classes that match bytes, see markOctets
	classes     map[syntax.Expr]*unicode.RangeTable   // results of combine; nil for an expression without a class
	runs        int                                   // runs of code points in the classes combined so far, see maxRuns
	letters     [utf8.RuneSelf]*unicode.RangeTable    // classes of ASCII characters in one case, made when needed
	folded      [utf8.RuneSelf]*unicode.RangeTable    // the same in both cases
	vocabulary  vocabulary                            // words for classes; nil until needed
	lengths     map[syntax.Expr]int                   // results of the method length, see exactness.go
	spelled     map[*Rule][]span.Span                 // results of spellings, see lint_case.go
	differences map[*syntax.Difference]*automaton.DFA // automata of differences other than classes, made when needed
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

	expr    syntax.Expr // the alternatives of all Defs
	text    string      // formatExpr of the first of Defs, made to compare it with another definition
	refs    []*Rule     // the rules to which it refers, each once, in the order of expr
	missing []string    // names without a rule to which it refers, and prose
	scc     []*Rule     // its strongly connected component, with the rule itself; nil until known
	number  int         // its index in scc
	unread  bool        // whether a definition with this name could not be read
	broken  error       // why it cannot be compiled, whatever the rules are to which it refers
	root    error       // for a broken rule of another grammar: the first cause, perhaps in a third grammar

	encoding  encoding            // whether its numbers are octets
	units     []span.Span         // its bytes and code points, if all members are single ones, some of them bytes
	exactness tables.Exactness    // relation of the table to the language in the document, once there is an automaton
	dfa       *automaton.DFA      // its finite automaton; nil without one, as for a table that counts calls
	referred  bool                // whether another rule refers to it
	marked    *automaton.DFA      // its automaton with moves on MatchEnd, if it is read by order and referred, see peg.go
	calls     *calls              // the called rule whose calls are in its automaton; nil without calls
	open      *automaton.DFA      // its automaton over bytes and tokens, if it has calls
	shut      error               // the reason why it has no automaton, if the reason is recursion; else nil
	marks     *marks              // its components; nil without any
	words     vocabulary          // for a rule of another grammar: the words of that grammar
	class     *unicode.RangeTable // its class, if each member is a single code point
}

// Sizes are the numbers of states of a rule's automata on the way to its table, and the cost of
// compiling it.
type Sizes struct {
	NFA int
	DFA int // after the subset construction, before minimization

	// Steps are the steps, as [automaton.Meter.Work] counts them, for the rule and its table,
	// without those for the speed of the table. Rules compiled together have equal parts of their
	// steps.
	Steps int64

	// Front and Rest are the numbers of states with places in the shift rows of the table. Front is
	// for the blocks before the first one with a byte over 0x7F, and Rest is for this block and all
	// after it. Front leaves out the extra place that the start has before the first byte. Apart
	// from this place the start counts like any other state.
	Front, Rest int
}

// Rule returns the rule with this name. The rule spelled as the document spells it comes first.
// Otherwise it returns the only rule whose name differs in case, or in "-" for "_". It returns nil
// if there is no such rule, or if there are several.
func (g *Grammar) Rule(name string) *Rule {
	if r := g.referent(name); r != nil {
		return r
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// referent returns the rule to which the name refers in the document, or nil.
func (g *Grammar) referent(name string) *Rule { return g.byName[g.document.Dialect.FoldName(name)] }

// Find is [Grammar.Rule] with an error instead of nil.
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

// names returns the names of rules with commas between them.
func names(rules []*Rule) string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Name)
	}
	return strings.Join(list, ", ")
}

// Own reports whether the document defines the rule. It is false for core rules and rules of other
// grammars.
func (r *Rule) Own() bool { return !r.Core && r.From == "" }

// Expr returns the definition of the rule, together with its increments, as one expression. The
// caller must not change it.
func (r *Rule) Expr() syntax.Expr { return r.expr }

// pos returns the position of the rule's first definition, or 0 without one.
func (r *Rule) pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

// add adds r to the rules of the grammar and to the maps of names, and returns it.
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

// findRules returns the rules with the names in the text names, which blanks separate. It fails if
// there is no name, if a rule is unknown, or if one is listed twice.
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
	of         map[*Rule]automaton.Mark // by rule of a component: the number of the component, from 1
	reaches    map[*Rule]bool           // the rules that refer, directly or through others, to a rule of a component
}

// marks holds the components of a rule. slotOf has, for each state of its automaton, an index into
// slots: the one or two components to which the byte before the state may belong.
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
	Rules []string // of two rules that match a string, the first one listed wins
}

// An encoding tells whether the numbers in a rule are code points or octets.
type encoding uint8

// A vocabulary is a list of words for the classes of a grammar, those of the largest classes
// first.
type vocabulary []word

// A word is a name or phrase for a class in messages, as "a digit", with the class and its size.
type word struct {
	text  string
	spans []span.Span
	size  int
}

// A Kind tells whether, and how, a rule is recursive. It decides whether a finite automaton can
// read the rule.
type Kind uint8

// String returns "regular", "linear", "self-embedding" or "depends".
func (k Kind) String() string {
	return [...]string{"regular", "linear", "self-embedding", "depends"}[k]
}

// The kinds. A circle of rules is self-embedding if one of its rules derives itself with text on
// both sides (Chomsky, 1959), as a = "(" a ")" / "x" does. Any other circle has text on one side
// of its references only, as a = "x" a / "y", and its language is regular.
const (
	Regular       Kind = iota // reaches no recursion; compiled exactly
	Linear                    // recursive with text on one side only; compiled exactly
	SelfEmbedding             // recursive in the middle: no finite automaton is exact, but a table may count calls
	Depends                   // not recursive itself, but refers, directly or through others, to a recursive rule
)

// An UnresolvedError is the reason why a rule cannot be compiled: the names in its definition for
// which there is no compiled rule.
type UnresolvedError struct{ Names []string }

// Error lists the names, eight at most, and counts the others.
func (e *UnresolvedError) Error() string { return "cannot be compiled without " + listed(e.Names) }

// listed lists names, eight at most, and counts the others.
func listed(names []string) string {
	const most = 8
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}
