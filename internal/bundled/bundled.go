// Package bundled lists the shipped grammars with their tables, for programs and tests. The
// generator writes the list, so no import of the generator may import it.
package bundled

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// A Grammar is a bundled grammar with the package of its tables.
type Grammar struct {
	Name      string // "rfc3987"
	Document  string // the name of its file in build/grammars
	Main      string // the default rule for lines
	Authority string // the rule that splits the authorities of members, "" without one

	Names        func() []string
	Lookup       func(name string) (tables.Rule, bool)
	Alternatives func(rule string) (tables.Set, bool) // never nil

	Sets []tables.Set // declared by the document, without alternatives
}

// Find returns the grammar of a name.
func Find(name string) (Grammar, bool) {
	all := Grammars()
	i := slices.IndexFunc(all, func(g Grammar) bool { return g.Name == name })
	if i < 0 {
		return Grammar{}, false
	}
	return all[i], true
}

// Rules returns all rules of the grammar with tables, in its order.
func (g *Grammar) Rules() (rules []tables.Rule) {
	for _, name := range g.Names() {
		if r, ok := g.Lookup(name); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// noAlternatives is the Alternatives of grammars without any.
func noAlternatives(string) (tables.Set, bool) { return "", false }
