package names

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// Resolve finds the rule for every name in a document. It adds its diagnostics to list.
func Resolve(document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	g := &resolver{
		Grammar: &Grammar{
			Name: opt.Name, Source: document.Source, Document: document,
			Octets: map[syntax.Expr]bool{}, Profiles: map[*Rule][]*syntax.RuleName{},
			Specs: map[*Rule]*Spec{}, Words: map[*Rule]string{}, Named: map[*Rule][]*Rule{},
			byName: map[string]*Rule{}, alike: map[string][]*Rule{},
		},
		list: list, opt: opt, uses: map[string][]use{}, encodings: map[*Rule]Encoding{},
	}
	g.defineAll()
	g.defineProfiles()
	for i := 0; i < len(g.Rules); i++ { // link adds core rules and imported rules
		g.link(g.Rules[i])
	}
	g.want()
	for _, r := range g.Rules {
		for _, to := range r.Refs {
			to.Referred = true
		}
	}
	g.compileImports()
	g.reportUses()
	g.readDirectives()
	g.chooseOctets()
	if !opt.PEG {
		g.checkPredicates()
	}
	return g.Grammar
}

// Core returns the core rules of RFC 5234, whose numbers are read as code points or as bytes.
func Core(encoding Encoding) *Grammar {
	opt := Options{Name: "core"}
	if encoding == Octets {
		opt.Octets = []string{WholeDocument}
	}
	document := coreSyntax()
	return Resolve(document, &syntax.List{Source: document.Source}, opt)
}

// compileImports compiles the imported rules, and stores the reason in each rule that cannot be
// compiled.
func (g *resolver) compileImports() {
	imports := slices.Concat(g.opt.Imports, g.cites)
	if len(imports) == 0 {
		return
	}
	for r, broken := range g.opt.Compile(g.Grammar, imports) {
		r.Broken = broken
	}
}

// checkPredicates reports each rule that contains a predicate, which only PEG semantics supports.
// These rules are not compiled.
func (g *resolver) checkPredicates() {
	for _, r := range g.Rules {
		if p := firstPredicate(r.Expr); p != nil {
			sign := g.Source.Text[p.Start : p.Start+1]
			g.report("predicate", p.Start, 1, "the predicate %q looks ahead, which needs PEG semantics; "+
				"compile the document with --semantics peg", sign)
			r.Broken = fmt.Errorf("it contains the predicate %q, which needs --semantics peg", sign)
		}
	}
}

// firstPredicate returns the first predicate in an expression, or nil.
func firstPredicate(e syntax.Expr) *syntax.Predicate {
	if p, ok := e.(*syntax.Predicate); ok {
		return p
	}
	for _, item := range syntax.Items(e) {
		if p := firstPredicate(item); p != nil {
			return p
		}
	}
	return nil
}
