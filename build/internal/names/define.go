package names

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// defineAll adds the rules of the document, and a rule for each definition that could not be read.
func (g *resolver) defineAll() {
	defined := map[string]bool{}
	for _, def := range g.Document.Rules {
		defined[g.Fold(def.Name)] = true
	}
	for _, def := range g.Document.Rules {
		g.define(g.bind(def, defined))
	}
	for _, x := range g.Document.Unread { // also for a rule with another definition, because a part is missing
		r := g.Referent(x.Name)
		if r == nil {
			r = g.add(&Rule{Name: x.Name})
		}
		r.Unread = true
	}
}

// defineProfiles adds the profiles of the document to its rules. A profile whose text contains an
// error is added without a definition, so it cannot be compiled.
func (g *resolver) defineProfiles() {
	for _, d := range profilesOf(g.Document) {
		p := readProfile(g.Source.Text, d)
		for _, octet := range p.octets {
			g.Octets[octet] = true
		}
		if p.def != nil && g.Referent(p.def.Name) != nil {
			g.report("bad-directive", p.def.NamePos, len(p.def.Name),
				"@profile: the rule %s already exists; choose another name", g.Referent(p.def.Name).Name)
			continue
		}
		if p.wrong != "" {
			g.report("bad-directive", p.wrongAt.pos, max(1, len(p.wrongAt.text)), "@profile: %s", p.wrong)
		}
		if p.def != nil && p.wrong != "" {
			g.Profiles[g.add(&Rule{Name: p.def.Name, Defs: []*syntax.Rule{p.def}, Unread: true})] = nil
		} else if p.def != nil {
			g.define(p.def)
			g.Profiles[g.Referent(p.def.Name)] = p.negated
		}
	}
}

// define adds the definition def to the rules or, if def is an increment ("=/"), to its rule. If a
// name has two definitions, the first one wins, or the later one if the dialect has LaterWins.
func (g *resolver) define(def *syntax.Rule) {
	r := g.Referent(def.Name)
	if r == nil && def.Incremental {
		g.report("increment-first", def.NamePos, len(def.Name),
			`"=/" adds alternatives to a rule defined earlier, but %s is not; write "=" to define it`, def.Name)
	}
	switch {
	case r == nil:
		g.add(&Rule{Name: def.Name, Defs: []*syntax.Rule{def}, Expr: def.Expr})
	case def.Incremental:
		if len(r.Defs) == 1 { // a new node, because increments will be appended to it
			r.Expr = &syntax.Alternation{Items: slices.Clone(Alternatives(r.Expr))}
		}
		r.Defs = append(r.Defs, def)
		alt := r.Expr.(*syntax.Alternation)
		alt.Items = append(alt.Items, Alternatives(def.Expr)...)
	case g.Document.Dialect.LaterWins():
		g.redefine(r, def)
	default:
		g.reportDuplicate(r, def)
	}
}

// redefine replaces the definition of r with the later definition def, and reports this.
func (g *resolver) redefine(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.Pos())
	how := "differently"
	if g.Format(r.Expr) == g.Format(def.Expr) {
		how = "identically"
	}
	g.report("overridden-rule", def.NamePos, len(def.Name),
		"%s is defined %[4]s on line %[2]d, column %[3]d; this later definition is used", def.Name, at.Line, at.Column, how)
	r.Name, r.Defs, r.Expr = def.Name, []*syntax.Rule{def}, def.Expr
}

// reportDuplicate reports def, a second definition of r, as an error if it differs from the first
// definition.
func (g *resolver) reportDuplicate(r *Rule, def *syntax.Rule) {
	at := g.Source.Position(r.Pos())
	if r.text == "" {
		r.text = g.Format(r.Defs[0].Expr)
	}
	if r.text == g.Format(def.Expr) {
		g.report("repeated-rule", def.NamePos, len(def.Name),
			"%s is defined identically on line %d", def.Name, at.Line)
		return
	}
	hint := ""
	if d := g.Document.Dialect; d == syntax.ABNF || d == syntax.AParse {
		hint = ` ("=/" would add to it)`
	}
	g.report("duplicate-rule", def.NamePos, len(def.Name),
		"%s is defined differently on line %d; the first definition is used%s", def.Name, at.Line, hint)
}
