package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
)

// An importer collects the parts of an excerpt that come from the document's imports.
type importer struct {
	doc     *grammar.Document
	core    func(name string) bool
	defined map[string]bool                // names in all parts, case-folded as in the document
	from    []*grammar.Document            // the imports in order of first use
	names   map[*grammar.Document][]string // rules taken from each import
	aliases []*syntax.Rule                 // defined by --import NAME=GRAMMAR#RULE
}

// withImports returns the excerpt of the rules with the given names, followed by excerpts of the
// imports they refer to. Together the parts form one document.
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
		return parts[1:] // all rules come from imports
	}
	return parts
}

// add records the names that a part defines and collects the imports it refers to.
func (i *importer) add(part *syntax.Grammar) {
	for _, r := range part.Rules {
		i.defined[i.doc.Dialect.FoldName(r.Name)] = true
	}
	var profiled []string // rules named in profiles
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

// need takes an undefined rule from the import that provides it.
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

// checkAlone returns an error if a rule matches different strings in an excerpt merged with its
// imports. This can happen because two documents may define different rules with the same name.
func checkAlone(cmd *cobra.Command, text string, dialect syntax.Dialect, rules []*build.Rule) error {
	source := syntax.NewSource("excerpt", text)
	alone, _ := build.Compile(cmd.Context(), source, build.Options{Name: "excerpt", Dialect: dialect})
	for _, r := range rules {
		if other := alone.Rule(r.Name); r.Table != "" &&
			(other == nil || other.Table == "" || other.Table.Hash() != r.Table.Hash()) {
			return fmt.Errorf("cannot excerpt %s: merged with its imports, it would match different strings", r.Name)
		}
	}
	return nil
}
