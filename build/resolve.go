package build

import (
	"fmt"
	"io"
	"slices"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// resolve finds the rule that every name stands for.
func resolve(document *syntax.Grammar, name string, list *syntax.List) *Grammar {
	g := &Grammar{
		Name: name, Source: document.Source, document: document, byName: map[string]*Rule{}, Diagnostics: list,
		declared: declared{specs: map[*Rule]*spec{}, named: map[*Rule][]*Rule{}, encodings: map[*Rule]encoding{}},
		known: known{
			octets: map[syntax.Expr]bool{}, classes: map[syntax.Expr]*unicode.RangeTable{},
			lengths: map[syntax.Expr]int{}, differences: map[*syntax.Difference]*automaton.DFA{},
		},
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
	return g
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
