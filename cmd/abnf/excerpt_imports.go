package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
)

// An importation collects the parts of an excerpt from the imports of its document.
type importation struct {
	doc     *grammar.Document
	core    func(name string) bool
	defined map[string]bool                // names in all parts, as the document folds them
	from    []*grammar.Document            // in the order of their first use
	names   map[*grammar.Document][]string // taken from each
	aliases []*syntax.Rule                 // of --import NAME=GRAMMAR#RULE
}

// withImports returns the excerpt of rules with these names, and those of the imports below it.
// Together they make one document.
func withImports(
	doc *grammar.Document, compiled *build.Grammar, main *syntax.Grammar, names []string,
) []*syntax.Grammar {
	i := importation{doc: doc, defined: map[string]bool{}, names: map[*grammar.Document][]string{}}
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
		return parts[1:] // all of the rules are those of imports
	}
	return parts
}

// add takes in a part, and the imports below it.
func (i *importation) add(part *syntax.Grammar) {
	for _, r := range part.Rules {
		i.defined[i.doc.Dialect.FoldName(r.Name)] = true
	}
	for _, r := range part.Rules {
		for _, name := range references(r.Expr) {
			i.need(name)
		}
	}
}

// need takes in a name without a definition so far, from the import with one.
func (i *importation) need(name string) {
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

// checkAlone returns an error if an excerpt with parts of imports has other languages than its
// rules: two documents may mean two rules by one name.
func checkAlone(cmd *cobra.Command, text string, dialect syntax.Dialect, rules []*build.Rule) error {
	source := syntax.NewSource("excerpt", text)
	alone, _ := build.Compile(cmd.Context(), source, build.Options{Name: "excerpt", Dialect: dialect, Limits: plain()})
	for _, r := range rules {
		if other := alone.Rule(r.Name); r.Table != "" && (other == nil || other.Table == "" || other.Table.Hash() != r.Table.Hash()) {
			return fmt.Errorf("%s has no excerpt: in one document with its imports it would be another rule", r.Name)
		}
	}
	return nil
}
