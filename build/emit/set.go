package emit

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// An emittedSet is a set and its Go name.
type emittedSet struct {
	id    string
	rule  *build.Rule // the rule whose alternatives form the set; nil for a set of rules
	table tables.Set
}

// emittedSets returns the sets that opt names or, if opt names nothing, the sets declared by
// directives.
func emittedSets(g *build.Grammar, opt Options, names goNames) ([]emittedSet, error) {
	var sets []emittedSet
	add := func(id, what string, rule *build.Rule, table tables.Set, err error) error {
		if err == nil {
			err = names.take(id, what)
		}
		sets = append(sets, emittedSet{id, rule, table})
		return err
	}
	wanted, chosen := opt.Sets, []*build.Rule{}
	if opt.everything() {
		wanted, chosen = g.DeclaredSets(), g.DeclaredAlternatives()
	}
	for _, name := range opt.Alternatives {
		r, err := g.Find(name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, r)
	}
	for _, s := range wanted {
		table, err := g.Set(s.Name, s.Rules...)
		if err := add(identifier(s.Name), "the set "+s.Name, nil, table, err); err != nil {
			return nil, err
		}
	}
	for _, r := range chosen {
		table, err := g.Alternatives(r.Name)
		if err := add(identifier(r.Name)+"Alternatives", "the alternatives of "+r.Name, r, table, err); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// set writes a constant for a set and constants for the numbers of its rules.
func (e *emitter) set(s emittedSet, names goNames) error {
	what := "the set of rules"
	if s.rule != nil {
		what = "the set of alternatives of the rule " + s.rule.Name + "; the first match wins:"
	}
	e.printf("// %s is %s\n//\n", s.id, what)
	rules := s.table.Rules()
	for _, name := range rules {
		e.printf("//\t%s\n", printable(name))
	}
	exactness, depth := s.table.Exactness()
	e.printf("//\n// %d live states, %d classes, %d bytes; %s; language %x.\n",
		s.table.States(), s.table.Classes(), len(s.table),
		build.Recursion{Exactness: exactness, Depth: depth}, s.table.Hash())
	e.table(s.id, "Set", string(s.table))
	e.printf("// Rule numbers in %s.\nconst (\n", s.id)
	var ids []string
	for i, name := range rules {
		id := s.id + identifier(name)
		if id == s.id || !token.IsIdentifier(id) || slices.Contains(ids, id) { // the alternative is not a rule name
			id = fmt.Sprintf("%s%d", s.id, i)
		}
		if err := names.take(id, "rule "+name+" of "+s.id); err != nil {
			return err
		}
		ids = append(ids, id)
		e.printf("%s = %d\n", id, i)
	}
	e.printf(")\n\n")
	return nil
}

// alternatives writes the function that looks up the alternatives of a rule.
func (e *emitter) alternatives(sets []emittedSet) {
	var entries []entry
	for _, s := range sets {
		if s.rule != nil {
			entries = append(entries, entry{s.rule.Name, s.id})
		}
	}
	if len(entries) == 0 {
		return
	}
	e.printf("// %[1]sAlternatives returns the set of alternatives of the rule with that name%s.\n"+
		"func %[1]sAlternatives(rule string) (set tables.Set, ok bool) {\n", e.prefix, spelling(entries))
	e.find("rule", entries)
}
