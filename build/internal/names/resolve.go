package names

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// Resolve finds the rule for every name of a document. It adds its diagnostics to list.
func Resolve(document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	g := &resolver{
		Grammar: &Grammar{
			Name: opt.Name, Source: document.Source, Document: document,
			Octets: map[syntax.Expr]bool{}, Profiles: map[*Rule][]*syntax.RuleName{},
			Specs: map[*Rule]*Spec{}, Named: map[*Rule][]*Rule{},
			byName: map[string]*Rule{}, alike: map[string][]*Rule{},
		},
		list: list, opt: opt, uses: map[string][]use{}, encodings: map[*Rule]Encoding{},
	}
	g.defineAll()
	g.defineProfiles()
	for i := 0; i < len(g.Rules); i++ { // g.Rules grows by core rules and imports
		g.link(g.Rules[i])
	}
	g.want(opt.Wanted)
	for _, r := range g.Rules {
		for _, to := range r.Refs {
			to.Referred = true
		}
	}
	g.compileImports()
	g.reportUses()
	g.readDirectives()
	g.chooseOctets(opt.Octets)
	if !opt.ByOrder {
		g.checkPredicates()
	}
	return g.Grammar
}

// Core returns the core rules of RFC 5234, with their numbers read as code points or as bytes.
func Core(encoding Encoding) *Grammar {
	opt := Options{Name: "core"}
	if encoding == Octets {
		opt.Octets = []string{WholeDocument}
	}
	document := coreSyntax()
	return Resolve(document, &syntax.List{Source: document.Source}, opt)
}

// want stores which rules count: those with these names, and those they refer to. Without names
// all rules do.
func (g *resolver) want(wanted []string) {
	if len(wanted) == 0 {
		return
	}
	var rules []*Rule
	for _, name := range wanted {
		if r := g.Rule(name); r != nil {
			r.Referred = g.opt.Import
			rules = append(rules, r)
		}
	}
	g.wanted = reached(rules...)
	for _, r := range rules {
		g.wanted[r] = true
	}
}

// compileImports stores the reasons why rules of other grammars cannot be compiled.
func (g *resolver) compileImports() {
	imports := slices.Concat(g.opt.Imports, g.cites)
	if len(imports) == 0 {
		return
	}
	for r, broken := range g.opt.Compile(g.Grammar, imports) {
		r.Broken = broken
	}
}
