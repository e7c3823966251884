package explain_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/explain"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// brokenStrings returns the broken strings of package internal/explain, and IRIs with one byte
// changed.
func brokenStrings(t *testing.T) (list []string) {
	t.Helper()
	for line := range strings.Lines(testkit.ReadFile(t, "../internal/explain/testdata/broken.txt")) {
		if _, escaped, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			s, err := strconv.Unquote(`"` + strings.ReplaceAll(escaped, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
	}
	for i, s := range corpus.Lines("iris", 2000) {
		at := i * 7 % len(s)
		list = append(list, s, s[:at]+" [@:%\xff\ue000"[i%8:][:1]+s[at:], s[:at], s[at:])
	}
	return list
}

// IRI and Reference, which link few tables, give the same explanations as an Explainer with all
// tables of the grammar.
func TestIRIsAreExplainedByFewTables(t *testing.T) {
	explained := 0
	for _, of := range []struct {
		rule    tables.Rule
		explain func(string) (explain.Explanation, bool)
	}{{rfc3987.IRI, explain.IRI}, {rfc3987.IRIReference, explain.Reference}} {
		x := explain.New(of.rule, rfc3987.Lookup)
		for _, s := range brokenStrings(t) {
			want, wrong := x.Explain(s)
			got, ok := of.explain(s)
			if ok != wrong || !reflect.DeepEqual(got, want) {
				t.Errorf("%v %q: %+v, %v; by all tables %+v, %v", of.rule, s, got, ok, want, wrong)
			}
			if ok {
				explained++
			}
		}
	}
	if explained < 1000 {
		t.Errorf("only %d strings have an explanation", explained)
	}
}
