package build

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// A Grammar is a document with its names resolved: a graph of rules.
type Grammar struct {
	Name   string
	Source *syntax.Source
	// Rules are the rules of the document in the order of their first definitions, and
	// behind them the core rules that it refers to and does not define.
	Rules []*Rule

	byName     map[string]*Rule // by folded name
	dialect    syntax.Dialect
	directives []syntax.Directive
	list       *syntax.List

	specs            map[*Rule]*spec   // of the directives, by the rules that have components
	named            map[*Rule][]*Rule // of the directives, the alternatives by the rules that have them
	withAlternatives []*Rule           // of the directives, the rules whose alternatives are to ship
	sets             []declaredSet     // of the directives

	encodings  map[*Rule]encoding                  // of the directives and options; of nil for the document
	octets     map[syntax.Expr]bool                // numbers and classes of bytes
	classes    map[syntax.Expr]*unicode.RangeTable // of expressions made of several, nil for one that is not a class
	runs       int                                 // of code points combined so far
	letters    [utf8.RuneSelf]*unicode.RangeTable  // strings of one character, as far as they were needed
	folded     [utf8.RuneSelf]*unicode.RangeTable  // the same in either case
	vocabulary vocabulary                          // nil until it is needed
	limits     Limits
	meter      *automaton.Meter // what compiling has cost
	tuning     *tune.Budget     // what making tables faster has cost, see Limits.Tuning

	lengths     map[syntax.Expr]int                   // of their members, see exactness.go
	differences map[*syntax.Difference]*automaton.DFA // of those that are no classes, as far as they are made
}

// A Rule is a rule of a grammar: its definition and its increments together.
type Rule struct {
	Name  string // as it is first defined
	Core  bool   // taken from RFC 5234, appendix B.1
	Defs  []*syntax.Rule
	Kind  Kind
	Sizes Sizes
	Table tables.Rule // "" when the rule is not compiled
	Err   error       // why not, when it is not recursion; a *CompileError

	expr    syntax.Expr // the alternatives of all Defs
	text    string      // of the first of Defs, once another is compared with it
	refs    []*Rule     // the rules it refers to, each once, in order
	missing []string    // names it refers to that are nobody's, and prose
	scc     []*Rule     // its strongly connected component, once that is found
	number  int         // of the rule in it
	unread  bool
	broken  error // why it cannot be compiled, whatever it refers to

	encoding  encoding
	units     []span           // of a rule that matches single bytes, or bytes and code points
	exactness tables.Exactness // of the automaton, once there is one
	dfa       *automaton.DFA
	class     *unicode.RangeTable // of a rule that matches single code points only, else nil
}

// Expr returns the definition of the rule and its increments as one expression, which must
// not be changed.
func (r *Rule) Expr() syntax.Expr { return r.expr }

// Sizes are the numbers of states of a rule's automata on the way to its table.
type Sizes struct {
	NFA int
	DFA int // of the subset construction, before it is minimized
}

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

// Rule returns the rule of a name, spelled in any case and with "-" or "_", or nil.
func (g *Grammar) Rule(name string) *Rule { return g.byName[fold(name)] }

// find is Rule with an error in place of nil.
func (g *Grammar) find(name string) (*Rule, error) {
	if r := g.Rule(name); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("the grammar %s has no rule %q", g.Name, name)
}

func fold(name string) string { return tables.FoldName(name) }

func (r *Rule) pos() syntax.Pos {
	if len(r.Defs) == 0 {
		return 0
	}
	return r.Defs[0].NamePos
}

func (g *Grammar) report(s syntax.Severity, code string, pos syntax.Pos, n int, format string, args ...any) {
	g.list.Add(syntax.Diagnostic{Severity: s, Code: code, Pos: pos, Len: n, Message: fmt.Sprintf(format, args...)})
}

// resolve finds the rule behind every name.
func resolve(document *syntax.Grammar, opt Options, list *syntax.List) *Grammar {
	g := &Grammar{
		Name: opt.Name, Source: document.Source, dialect: document.Dialect, directives: document.Directives,
		byName: map[string]*Rule{}, list: list,
		specs: map[*Rule]*spec{}, named: map[*Rule][]*Rule{}, octets: map[syntax.Expr]bool{}, encodings: map[*Rule]encoding{},
		classes: map[syntax.Expr]*unicode.RangeTable{},
		lengths: map[syntax.Expr]int{}, differences: map[*syntax.Difference]*automaton.DFA{},
	}
	for _, def := range document.Rules {
		g.define(def, document.Dialect)
	}
	for _, x := range document.Unread { // of a rule that has other definitions too, a part is missing
		r := g.Rule(x.Name)
		if r == nil {
			r = g.add(&Rule{Name: x.Name})
		}
		r.unread = true
	}
	builtin := coreSyntax()
	lost := map[string][]syntax.Pos{}
	for i := 0; i < len(g.Rules); i++ { // grows by core rules
		g.link(g.Rules[i], builtin, lost)
	}
	g.reportLost(lost)
	g.reportUnused()
	g.readDirectives()
	g.chooseOctets(opt.Octets)
	g.remarkCodePoints()
	g.remarkDuplicates()
	return g
}

func (g *Grammar) add(r *Rule) *Rule {
	g.Rules = append(g.Rules, r)
	g.byName[fold(r.Name)] = r
	return r
}

// define adds a definition or an increment. Of two definitions the first counts, unless the dialect has it otherwise.
func (g *Grammar) define(def *syntax.Rule, dialect syntax.Dialect) {
	r := g.Rule(def.Name)
	switch {
	case r == nil && def.Incremental:
		g.report(syntax.Error, "increment-first", def.NamePos, len(def.Name),
			`"=/" adds alternatives to a rule defined before, and %s is not; a definition has "="`, def.Name)
		g.add(&Rule{Name: def.Name, Defs: []*syntax.Rule{def}, expr: def.Expr})
	case r == nil:
		g.add(&Rule{Name: def.Name, Defs: []*syntax.Rule{def}, expr: def.Expr})
	case def.Incremental:
		if len(r.Defs) == 1 { // from now on a node of its own, which may grow
			r.expr = &syntax.Alternation{Items: slices.Clone(alternatives(r.expr))}
		}
		r.Defs = append(r.Defs, def)
		alt := r.expr.(*syntax.Alternation)
		alt.Items = append(alt.Items, alternatives(def.Expr)...)
	case dialect.LaterWins():
		g.redefine(r, def)
	default:
		g.reportDuplicate(r, def)
	}
}

// redefine puts a definition in the place of an earlier one.
func (g *Grammar) redefine(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.pos())
	how := "otherwise"
	if formatExpr(r.expr) == formatExpr(def.Expr) {
		how = "in the same way"
	}
	g.report(syntax.Warning, "duplicate-rule", def.NamePos, len(def.Name),
		"%s is already defined in line %d, column %d, %s; the definition here counts", def.Name, at.Line, at.Column, how)
	r.Name, r.Defs, r.expr = def.Name, []*syntax.Rule{def}, def.Expr
}

func alternatives(e syntax.Expr) []syntax.Expr {
	if alt, ok := e.(*syntax.Alternation); ok {
		return alt.Items
	}
	return []syntax.Expr{e}
}

func (g *Grammar) reportDuplicate(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.pos())
	if r.text == "" {
		r.text = formatExpr(r.Defs[0].Expr)
	}
	if r.text == formatExpr(def.Expr) {
		g.report(syntax.Warning, "duplicate-rule", def.NamePos, len(def.Name),
			"%s is defined again, in the same way as in line %d", def.Name, at.Line)
		return
	}
	g.report(syntax.Error, "duplicate-rule", def.NamePos, len(def.Name),
		`%s is already defined in line %d, otherwise; that definition counts ("=/" would add to it)`, def.Name, at.Line)
}

func formatExpr(e syntax.Expr) string {
	var b strings.Builder
	syntax.Dump(&b, &syntax.Grammar{Rules: []*syntax.Rule{{Expr: e}}})
	return b.String()
}

// link fills in what r refers to, and takes core rules in.
func (g *Grammar) link(r *Rule, builtin *syntax.Grammar, lost map[string][]syntax.Pos) {
	known := map[string]bool{} // folded names that r refers to already
	for x := range references(r.expr) {
		switch x := x.(type) {
		case *syntax.ProseVal:
			r.missing = append(r.missing, "<"+x.Text+">")
			g.report(syntax.Error, "prose", x.Start, len(x.Text)+2,
				"what <%s> matches is said in words, which no program can compile; write a rule", x.Text)
		case *syntax.RuleName:
			name := fold(x.Name)
			to := g.Rule(name)
			if to == nil {
				to = g.coreRule(name, builtin)
			}
			switch {
			case to == nil:
				lost[name] = append(lost[name], x.Start)
				if !known[name] {
					r.missing = append(r.missing, x.Name)
				}
			case !known[name]:
				r.refs = append(r.refs, to)
			}
			known[name] = true
		}
	}
}

// references yields the names and prose in e.
func references(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) {
		for atom := range atoms(e) {
			switch atom.(type) {
			case *syntax.RuleName, *syntax.ProseVal:
				if !yield(atom) {
					return
				}
			}
		}
	}
}

// atoms yields the names, prose, strings, numbers and classes in e. What is repeated zero times
// has none: "0<ipchar>" is the empty string whatever an ipchar is.
func atoms(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) { visit(e, yield) }
}

func visit(e syntax.Expr, yield func(syntax.Expr) bool) bool {
	if rep, ok := e.(*syntax.Repetition); ok && rep.Max == 0 {
		return true
	}
	items := syntax.Items(e)
	for _, item := range items {
		if !visit(item, yield) {
			return false
		}
	}
	return len(items) > 0 || e == nil || yield(e)
}

// reportLost reports each undefined name once, at its first place.
func (g *Grammar) reportLost(lost map[string][]syntax.Pos) {
	for name, places := range lost {
		first := slices.Min(places)
		more := ""
		if n := len(places); n > 1 {
			more = fmt.Sprintf(" (the first of %d places)", n)
		}
		g.report(syntax.Error, "undefined-rule", first, len(name), "%s is not defined, here or among the core rules%s",
			g.Source.Text[first:int(first)+len(name)], more)
	}
}

func (g *Grammar) reportUnused() {
	used := map[*Rule]bool{}
	for _, r := range g.Rules {
		for _, to := range r.refs {
			used[to] = used[to] || to != r
		}
	}
	for _, r := range g.Rules {
		if !used[r] && !r.Core && !r.unread {
			g.report(syntax.Note, "unused-rule", r.pos(), len(r.Name),
				"no rule refers to %s: an entry point, or left over", r.Name)
		}
	}
}

func (g *Grammar) dumpResolved(w io.Writer) error {
	for _, r := range g.Rules {
		fmt.Fprint(w, r.Name)
		if r.Core {
			fmt.Fprint(w, " (core)")
		}
		fmt.Fprint(w, ":")
		for _, to := range r.refs {
			fmt.Fprint(w, " ", to.Name)
		}
		for _, name := range r.missing {
			fmt.Fprint(w, " ?", name)
		}
		fmt.Fprintln(w)
	}
	return nil
}
