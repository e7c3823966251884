// Package bundled lists the grammars that ship, with their tables, for programs and tests. The
// generator writes the list, so nothing that the generator imports may import it.
package bundled

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// A Grammar is a bundled grammar with the package of its tables.
type Grammar struct {
	Name      string // "rfc3987"
	Document  string // the name of its file in build/grammars
	Main      string // the rule that lines are checked against by default
	Authority string // the rule that takes the authorities of members apart, "" if there is none

	Names        func() []string
	Lookup       func(name string) (tables.Rule, bool)
	Alternatives func(rule string) (tables.Set, bool) // never nil

	Sets []tables.Set // those that the document declares, alternatives aside
}

// Find returns the grammar of that name.
func Find(name string) (Grammar, bool) {
	all := Grammars()
	i := slices.IndexFunc(all, func(g Grammar) bool { return g.Name == name })
	if i < 0 {
		return Grammar{}, false
	}
	return all[i], true
}

// Rules returns all rules of the grammar that have tables, in its order.
func (g *Grammar) Rules() (rules []tables.Rule) {
	for _, name := range g.Names() {
		if r, ok := g.Lookup(name); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// noAlternatives is for grammars that ship none.
func noAlternatives(string) (tables.Set, bool) { return "", false }
