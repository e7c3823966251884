package grammar

import (
	"errors"
	"fmt"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables"
)

// Find returns a rule of g. The error for an unknown name suggests similar names. The error for an
// ambiguous name lists the matching rules.
func Find(g *build.Grammar, name string) (*build.Rule, error) {
	r, err := g.Find(name)
	if err == nil {
		return r, nil
	}
	var names []string
	for _, r := range g.Rules {
		if tables.FoldName(r.Name) == tables.FoldName(name) {
			return nil, err
		}
		names = append(names, r.Name)
	}
	return nil, Unknown(g.Name, name, names)
}

// Unknown returns the error for a rule that a grammar does not contain. The error suggests similar
// names.
func Unknown(grammar, rule string, names []string) error {
	text := fmt.Sprintf("the grammar %s has no rule %q", grammar, rule)
	if near := similar.Names(rule, names); len(near) > 0 {
		text += "; similar: " + strings.Join(near, ", ")
	}
	return errors.New(text)
}

// Table returns the table of a rule, or an error that explains why there is none.
func Table(g *build.Grammar, name string) (tables.Rule, error) {
	r, err := Find(g, name)
	switch {
	case err != nil:
		return "", err
	case r.Table != "":
		return r.Table, nil
	}
	return "", fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
}

// Siblings returns a function that finds the tables of a grammar by rule name.
func Siblings(g *build.Grammar) func(name string) (tables.Rule, bool) {
	return func(name string) (tables.Rule, bool) {
		if r := g.Rule(name); r != nil && r.Table != "" {
			return r.Table, true
		}
		return "", false
	}
}

// Exactness returns the exactness of a table, such as "exact", "superset" or "subset(3)".
func Exactness(r tables.Rule) string {
	e, depth := r.Exactness()
	if e == tables.Subset {
		return fmt.Sprintf("%s(%d)", e, depth)
	}
	return e.String()
}
