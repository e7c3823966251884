package main

import (
	"slices"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
	"github.com/irilex/iri/internal/shared"
)

// isFormat gives the verdicts of package formats on the cases of the JSON Schema test suite and of
// package formatcases.
func TestCases(t *testing.T) {
	cases, err := formatcases.Parse(shared.Read(t, "formats", "json-schema-formats.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]cel.Program{}
	for _, c := range slices.Concat(cases, formatcases.Cases()) {
		f, ok := formats.Lookup(c.Format)
		if !ok {
			continue // only "regex"; package formats tests that
		}
		if programs[c.Format] == nil {
			if programs[c.Format], err = compile(`it.isFormat("` + c.Format + `")`); err != nil {
				t.Fatal(err)
			}
		}
		answer, _, err := programs[c.Format].Eval(map[string]any{"it": c.Input})
		if err != nil || answer.Value() != f.Valid(c.Input) {
			t.Errorf("%s: %q: %v, %v, but package formats decides %v", c.Format, c.Input, answer, err, f.Valid(c.Input))
		}
	}
	if len(programs) != len(formats.Names()) {
		t.Errorf("cases of %d formats, not of %d", len(programs), len(formats.Names()))
	}
}

func TestUnknownFormat(t *testing.T) {
	program, err := compile(`it.isFormat("colour")`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `there is no format "colour"`
	if answer, _, err := program.Eval(map[string]any{"it": "red"}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, %v", answer, err)
	}
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ it, iri, iriRef, uri, uriRef any }{
		{"http://example.org/", true, true, true, true},
		{"http://例え.example/", true, true, false, false},
		{"../é", false, true, false, false},
		{"../e", false, true, false, true},
		{"http://a b/", false, false, false, false},
		{"", false, true, false, true},
		{"\xff", false, false, false, false},
	} {
		for name, want := range map[string]any{"isIri": c.iri, "isIriRef": c.iriRef, "isUri": c.uri, "isUriRef": c.uriRef} {
			program, err := compile("it." + name + "()")
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := program.Eval(map[string]any{"it": c.it})
			if err != nil || answer.Value() != want {
				t.Errorf("%s of %q: %v, %v", name, c.it, answer, err)
			}
		}
	}
	if _, err := compile("1.isUri()"); err == nil {
		t.Error("a number has the function isUri")
	}
}
