package tables

import "github.com/irilex/iri/tables/internal/format"

// This file prints tables by their names, because their bytes tell a person nothing.

// String returns the names of the grammar and the rule: "rfc3987#IRI". It never panics.
func (r Rule) String() string { return printed(r.table()) }

// GoString returns the same as a conversion: `tables.Rule("rfc3987#IRI")`, which is no table.
func (r Rule) GoString() string { return "tables.Rule(\"" + r.String() + "\")" }

// String returns the names of the grammar and the set: "rfc3987#PathKinds". It never panics.
func (t Set) String() string { return printed(t.table()) }

// GoString returns the same as a conversion: `tables.Set("rfc3987#PathKinds")`, which is no table.
func (t Set) GoString() string { return "tables.Set(\"" + t.String() + "\")" }

func printed(t format.Table) string {
	grammar, name := t.Names()
	if name == "" {
		return "no table"
	}
	return grammar + "#" + name
}

// A ruled is embedded in the structs that hold a rule, and a ofSet in those that hold a set, so that
// they print as it does.
type (
	ruled struct{ rule Rule }
	ofSet struct{ set Set }
)

func (r ruled) String() string   { return r.rule.String() }
func (r ruled) GoString() string { return r.rule.GoString() }
func (s ofSet) String() string   { return s.set.String() }
func (s ofSet) GoString() string { return s.set.GoString() }
