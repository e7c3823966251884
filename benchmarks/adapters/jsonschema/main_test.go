package main

import (
	"slices"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
	"github.com/irilex/iri/internal/shared"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schemas give the verdicts of package formats on the cases of the JSON Schema test suite and of
// package formatcases.
func TestCases(t *testing.T) {
	cases, err := formatcases.Parse(shared.Read(t, "formats", "json-schema-formats.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, c := range slices.Concat(cases, formatcases.Cases()) {
		f, ok := formats.Lookup(c.Format)
		if !ok {
			continue // only "regex"; package formats tests that
		}
		if schemas[c.Format] == nil {
			if schemas[c.Format], err = compile(c.Format); err != nil {
				t.Fatal(err)
			}
		}
		if err := schemas[c.Format].Validate(c.Input); (err == nil) != f.Valid(c.Input) {
			t.Errorf("%s: %q: %v, but package formats decides %v", c.Format, c.Input, err, f.Valid(c.Input))
		}
	}
	if len(schemas) != len(formats.Names()) {
		t.Errorf("cases of %d formats, not of %d", len(schemas), len(formats.Names()))
	}
}

func TestOtherTypesPass(t *testing.T) {
	schema, err := compile("uri")
	if err != nil {
		t.Fatal(err)
	}
	for _, instance := range []any{nil, 1, true, []any{" "}, map[string]any{"a": " "}} {
		if err := schema.Validate(instance); err != nil {
			t.Error(err)
		}
	}
}
