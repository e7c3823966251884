package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
)

// An importer collects the parts of an excerpt from the imports of its document.
type importer struct {
	doc     *grammar.Document
	core    func(name string) bool
	defined map[string]bool                // names in all parts, as the document folds them
	from    []*grammar.Document            // in the order of their first use
	names   map[*grammar.Document][]string // taken from each
	aliases []*syntax.Rule                 // of --import NAME=GRAMMAR#RULE
}

// withImports returns the excerpt of the rules with the given names, followed by excerpts of the
// imports they refer to. Together these make one document.
func withImports(
	doc *grammar.Document, compiled *build.Grammar, main *syntax.Grammar, names []string,
) []*syntax.Grammar {
	i := importer{doc: doc, defined: map[string]bool{}, names: map[*grammar.Document][]string{}}
	i.core = func(name string) bool { r := compiled.Rule(name); return r != nil && r.Core }
	i.add(main)
	for _, name := range names {
		i.need(name)
	}
	parts := []*syntax.Grammar{main}
	for _, from := range i.from {
		g, _ := from.Read()
		parts = append(parts, excerpt(g, i.names[from]))
	}
	if main.Rules = append(main.Rules, i.aliases...); len(main.Rules) == 0 {
		return parts[1:] // all rules are from imports
	}
	return parts
}

// add adds a part, and the imports it refers to.
func (i *importer) add(part *syntax.Grammar) {
	for _, r := range part.Rules {
		i.defined[i.doc.Dialect.FoldName(r.Name)] = true
	}
	var profiled []string // rules that profiles name
	for _, d := range part.Directives {
		name, rules := build.Profile(d)
		i.defined[i.doc.Dialect.FoldName(name)] = true
		profiled = append(profiled, rules...)
	}
	for _, name := range profiled {
		i.need(name)
	}
	for _, r := range part.Rules {
		for _, name := range references(r.Expr) {
			i.need(name)
		}
	}
}

// need adds an undefined name from the import that provides it.
func (i *importer) need(name string) {
	fold := i.doc.Dialect.FoldName
	if i.defined[fold(name)] || i.core(name) {
		return
	}
	from, rule := i.doc.Provider(name)
	if from == nil {
		return
	}
	i.defined[fold(name)] = true
	if fold(rule) != fold(name) {
		i.aliases = append(i.aliases, &syntax.Rule{Name: name, Expr: &syntax.RuleName{Name: rule}})
	}
	if !slices.Contains(i.from, from) {
		i.from = append(i.from, from)
	}
	i.names[from] = append(i.names[from], rule)
	g, _ := from.Read()
	i.add(excerpt(g, []string{rule}))
}

// checkAlone returns an error if an excerpt with parts of imports changes the language of a rule,
// because two documents may have different rules of one name.
func checkAlone(cmd *cobra.Command, text string, dialect syntax.Dialect, rules []*build.Rule) error {
	source := syntax.NewSource("excerpt", text)
	alone, _ := build.Compile(cmd.Context(), source, build.Options{Name: "excerpt", Dialect: dialect})
	for _, r := range rules {
		if other := alone.Rule(r.Name); r.Table != "" &&
			(other == nil || other.Table == "" || other.Table.Hash() != r.Table.Hash()) {
			return fmt.Errorf("%s has no excerpt: merged with its imports it would match other strings", r.Name)
		}
	}
	return nil
}
