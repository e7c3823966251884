// Package bundled lists the bundled grammars and their tables for programs and tests. The generator
// writes the list, so no package that the generator imports may import bundled.
package bundled

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// A Grammar is a bundled grammar with the contents of its table package.
type Grammar struct {
	Name      string // "rfc3987"
	Document  string // file name in build/grammars
	Main      string // default rule for lines
	Authority string // rule that splits the authority of a matching string, or ""

	Names        func() []string
	Lookup       func(name string) (tables.Rule, bool)
	Alternatives func(rule string) (tables.Set, bool) // never nil

	Sets []tables.Set // sets that the document declares, without alternatives
}

// Find returns the grammar with the given name.
func Find(name string) (Grammar, bool) {
	all := Grammars()
	i := slices.IndexFunc(all, func(g Grammar) bool { return g.Name == name })
	if i < 0 {
		return Grammar{}, false
	}
	return all[i], true
}

// Rules returns all rules that have tables, in grammar order.
func (g *Grammar) Rules() (rules []tables.Rule) {
	for _, name := range g.Names() {
		if r, ok := g.Lookup(name); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// noAlternatives is the Alternatives function of grammars without alternatives.
func noAlternatives(string) (tables.Set, bool) { return "", false }
