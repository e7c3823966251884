package tables

import "github.com/irilex/iri/tables/internal/format"

// This file prints tables by name, because their bytes are not readable.

// String returns the names of the grammar and the rule: "rfc3987#IRI". It never panics.
func (r Rule) String() string { return printed(r.table()) }

// GoString formats the names as a conversion, `tables.Rule("rfc3987#IRI")`. Evaluating it does not
// yield the table.
func (r Rule) GoString() string { return "tables.Rule(\"" + r.String() + "\")" }

// String returns the names of the grammar and the set: "rfc3987#PathKinds". It never panics.
func (t Set) String() string { return printed(t.table()) }

// GoString formats the names as a conversion, `tables.Set("rfc3987#PathKinds")`. Evaluating it does
// not yield the table.
func (t Set) GoString() string { return "tables.Set(\"" + t.String() + "\")" }

func printed(t format.Table) string {
	grammar, name := t.Names()
	if name == "" {
		return "no table"
	}
	return grammar + "#" + name
}

// A struct that contains a rule or a set embeds ruled or ofSet, so that it prints like the rule or
// the set.
type (
	ruled struct{ rule Rule }
	ofSet struct{ set Set }
)

// String returns the names of the grammar and the rule.
func (r ruled) String() string { return r.rule.String() }

// GoString returns the GoString of the rule.
func (r ruled) GoString() string { return r.rule.GoString() }

// String returns the names of the grammar and the set.
func (s ofSet) String() string { return s.set.String() }

// GoString returns the GoString of the set.
func (s ofSet) GoString() string { return s.set.GoString() }
