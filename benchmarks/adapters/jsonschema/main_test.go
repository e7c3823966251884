package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/shared"
)

// TestTestSuite runs every row of the JSON Schema test suite for the four formats against the real
// module. A row holds the production, the verdicts of the RFC and of the suite, and the instance as
// a JSON string.
func TestTestSuite(t *testing.T) {
	formats := map[string]string{
		"URI": "uri", "URI-reference": "uri-reference", "IRI": "iri", "IRI-reference": "iri-reference",
	}
	rows := map[string]int{}
	for n, line := range strings.Split(shared.Read(t, "conformance", "json-schema-test-suite.tsv"), "\n") {
		fields := strings.Split(line, "\t")
		format, ok := formats[fields[0]]
		if !ok {
			continue
		}
		var instance string
		if err := json.Unmarshal([]byte(fields[3]), &instance); err != nil {
			t.Fatal(err)
		}
		schema, err := compile(format)
		if err != nil {
			t.Fatal(err)
		}
		rows[format]++
		if err := schema.Validate(instance); (err == nil) != (fields[2] == "1") {
			t.Errorf("row %d: %s %q: %v, but the suite says %s", n+1, format, instance, err, fields[2])
		}
	}
	t.Log(rows)
	if len(rows) != 4 || rows["uri"] < 35 {
		t.Errorf("too few rows: %v", rows)
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
