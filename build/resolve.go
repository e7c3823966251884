package build

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// resolve makes the grammar of a document: it adds the rules, and finds the rule for every name.
func resolve(document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	g := &Grammar{
		Name: opt.Name, Source: document.Source, document: document, Diagnostics: list,
		byName: map[string]*Rule{}, alike: map[string][]*Rule{}, foreign: foreign{uses: map[string][]use{}},
		declared: declared{
			specs: map[*Rule]*spec{}, named: map[*Rule][]*Rule{}, encodings: map[*Rule]encoding{},
			profiles: map[*Rule][]*syntax.RuleName{},
		},
		known: known{
			octets: map[syntax.Expr]bool{}, classes: map[syntax.Expr]*unicode.RangeTable{},
			lengths: map[syntax.Expr]int{}, spelled: map[*Rule][]span.Span{},
			differences: map[*syntax.Difference]*automaton.DFA{},
		},
		recursion: opt.Recursion, limits: opt.Limits, Semantics: opt.Semantics,
	}
	for _, i := range opt.Imports {
		g.imports = append(g.imports, g.newImported(i))
	}
	if g.links = opt.links; g.links == nil {
		g.links = &links{done: map[link]*Rule{}, together: map[link]bool{}, alone: map[link]bool{}}
	}
	g.defineAll()
	g.defineProfiles()
	for i := 0; i < len(g.Rules); i++ { // g.Rules grows by core rules and imports
		g.link(g.Rules[i])
	}
	g.asked = g.reachedBy(opt.Rules)
	return g
}

// defineAll adds the rules of the document, and a rule for each definition that the reader could
// not read.
func (g *Grammar) defineAll() {
	fold := g.document.Dialect.FoldName
	defined := map[string]bool{}
	for _, def := range g.document.Rules {
		defined[fold(def.Name)] = true
	}
	for _, def := range g.document.Rules {
		g.define(g.bind(def, defined), g.document.Dialect)
	}
	for _, x := range g.document.Unread { // also a rule with another definition, because it lacks a part
		r := g.referent(x.Name)
		if r == nil {
			r = g.add(&Rule{Name: x.Name})
		}
		r.unread = true
	}
}

// defineProfiles adds the profiles of the document to its rules. A profile with a mistake in its
// text is added without a definition, so that it cannot be compiled.
func (g *Grammar) defineProfiles() {
	for _, d := range profilesOf(g.document) {
		p := readProfile(g.Source.Text, d)
		for _, octet := range p.octets {
			g.octets[octet] = true
		}
		if p.def != nil && g.referent(p.def.Name) != nil {
			g.report("bad-directive", p.def.NamePos, len(p.def.Name),
				"@profile: there is a rule %s already; a profile needs a name of its own", g.referent(p.def.Name).Name)
			continue
		}
		if p.wrong != "" {
			g.report("bad-directive", p.wrongAt.pos, max(1, len(p.wrongAt.text)), "@profile: %s", p.wrong)
		}
		if p.def != nil && p.wrong != "" {
			g.profiles[g.add(&Rule{Name: p.def.Name, Defs: []*syntax.Rule{p.def}, unread: true})] = nil
		} else if p.def != nil {
			g.define(p.def, g.document.Dialect)
			g.profiles[g.referent(p.def.Name)] = p.negated
		}
	}
}

// define adds the definition def to the rules, or adds an increment ("=/") to its rule. Of two
// definitions of one name the first counts, or the later one in a dialect with LaterWins.
func (g *Grammar) define(def *syntax.Rule, dialect syntax.Dialect) {
	r := g.referent(def.Name)
	switch {
	case r == nil && def.Incremental:
		g.report("increment-first", def.NamePos, len(def.Name),
			`"=/" adds alternatives to a rule that is defined before it, and %s is not; write "=" to define it`, def.Name)
		g.add(&Rule{Name: def.Name, Defs: []*syntax.Rule{def}, expr: def.Expr})
	case r == nil:
		g.add(&Rule{Name: def.Name, Defs: []*syntax.Rule{def}, expr: def.Expr})
	case def.Incremental:
		if len(r.Defs) == 1 { // a new node, because each increment adds to it
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

// redefine replaces the definition of r by the later one def, and reports that.
func (g *Grammar) redefine(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.pos())
	how := "differently"
	if g.formatExpr(r.expr) == g.formatExpr(def.Expr) {
		how = "in the same way"
	}
	g.report("overridden-rule", def.NamePos, len(def.Name),
		"%s is defined %[4]s on line %[2]d, column %[3]d; this later definition is used", def.Name, at.Line, at.Column, how)
	r.Name, r.Defs, r.expr = def.Name, []*syntax.Rule{def}, def.Expr
}

// reportDuplicate reports def, a second definition of r. It is an error if def differs from the
// first.
func (g *Grammar) reportDuplicate(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.pos())
	if r.text == "" {
		r.text = g.formatExpr(r.Defs[0].Expr)
	}
	if r.text == g.formatExpr(def.Expr) {
		g.report("repeated-rule", def.NamePos, len(def.Name),
			"%s is defined in the same way on line %d", def.Name, at.Line)
		return
	}
	hint := ""
	if d := g.document.Dialect; d == syntax.ABNF || d == syntax.AParse {
		hint = ` ("=/" would add to it)`
	}
	g.report("duplicate-rule", def.NamePos, len(def.Name),
		"%s is defined differently on line %d; the first definition is used%s", def.Name, at.Line, hint)
}

// link fills in the rules r refers to, and the names without a rule. It adds core rules and rules
// of other grammars to which r refers.
func (g *Grammar) link(r *Rule) {
	known := map[string]bool{} // names already among the references
	for x := range references(r.expr) {
		switch x := x.(type) {
		case *syntax.ProseVal:
			r.missing = append(r.missing, g.enclose(x))
			g.report("prose", x.Start, len(x.Text)+2, "%s", g.saidInWords(x, r.Defs[0]))
		case *syntax.RuleName:
			name := g.document.Dialect.FoldName(x.Name)
			to := g.referent(x.Name)
			if to == nil && r.Core { // the reference is not in the document
				if to = g.importRule(x.Name); to == nil {
					to = g.coreRule(x.Name)
				}
			} else if to == nil {
				to = g.takeIn(x)
			}
			switch {
			case to == nil && !known[name]:
				r.missing = append(r.missing, x.Name)
			case to != nil && !known[name]:
				r.refs = append(r.refs, to)
			}
			if r.Own() && (to == nil || to.From != "") {
				g.uses[name] = append(g.uses[name], use{r, x})
			}
			known[name] = true
		}
	}
}

// aName matches prose that has the form of a rule's name.
var aName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// saidInWords returns a message for prose in the definition def that names no known rule. It cannot
// be compiled, and the message suggests a remedy.
func (g *Grammar) saidInWords(x *syntax.ProseVal, def *syntax.Rule) string {
	remedy := "is a description in words, which cannot be compiled; write a rule, or import one"
	if aName.MatchString(x.Text) {
		remedy = "is not the name of a rule here; write a rule of another document without angle brackets, " +
			"and name the document with --import"
	}
	if g.document.Dialect == syntax.W3C {
		remedy = "is a link to another document, which is not read; write the name of a rule in its place"
		if name, there := linkName(x.Text, def); name != "" {
			remedy = fmt.Sprintf("is a link to another document, which is not read; name a GRAMMAR that has the rule: "+
				"--import %s=GRAMMAR#%s", name, there)
		}
	}
	return g.enclose(x) + " " + remedy
}

// takeIn adds a rule for x, an undefined name of the document, and returns it. It returns nil if
// there is no such rule. A name with "#" in it, GRAMMAR#RULE, names the grammar and the rule. Any
// other name is that of a rule of an import, or else of a core rule. A list, "1#element", also
// needs a rule for the white space between its elements. The reader writes a reference to that
// rule at the offset of the "#". For it takeIn takes the rule of RFC 9110, unless an import has
// one.
func (g *Grammar) takeIn(x *syntax.RuleName) *Rule {
	if strings.Contains(x.Name, "#") {
		return g.takeFrom(x.Name)
	}
	if r := g.importRule(x.Name); r != nil {
		return r
	}
	if b, ok := FindBundled("rfc9110"); ok && strings.HasPrefix(g.Source.Text[x.Start:], "#") {
		if rule, ok := g.bundled(b).find(x.Name, b.Dialect.FoldName); ok {
			return g.take(g.bundled(b), x.Name, rule)
		}
	}
	if g.document.Dialect.HasCore() {
		return g.coreRule(x.Name)
	}
	return nil
}

// reportUses reports each name without a rule, and each name of an import's rule that cannot be
// compiled. It reports a name once, at its first reference in a rule that counts (see narrow.go).
func (g *Grammar) reportUses() {
	for _, places := range g.uses {
		to := g.referent(places[0].at.Name)
		if to != nil && to.broken == nil {
			continue
		}
		counted := slices.DeleteFunc(slices.Clone(places), func(u use) bool { return !g.isAsked(u.by) })
		if len(counted) == 0 {
			g.Elsewhere++
			continue
		}
		slices.SortFunc(counted, func(a, b use) int { return cmp.Compare(a.at.Start, b.at.Start) })
		counted = slices.CompactFunc(counted, func(a, b use) bool { return a.at.Start == b.at.Start }) // of a list
		first := counted[0].at
		more := ""
		if n := len(counted); n > 1 {
			more = fmt.Sprintf(" (the first of %d places)", n)
		}
		if to == nil {
			g.report("undefined-rule", first.Start, len(first.Name), "%s%s", g.undefined(first.Name), more)
		} else {
			code := syntax.Code("import")
			if _, ok := errors.AsType[*automaton.LimitError](to.broken); ok {
				code = "limit"
			}
			g.report(code, first.Start, tokenLen(g.Source.Text[first.Start:]),
				"%s comes from another grammar, and %v%s", first.Name, to.broken, more)
		}
	}
}

// dumpResolved writes a line for each rule: its name, the rules it refers to, and the names without
// a rule.
func (g *Grammar) dumpResolved(w io.Writer) error {
	for _, r := range g.Rules {
		fmt.Fprint(w, r.Name)
		if !r.Own() {
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
