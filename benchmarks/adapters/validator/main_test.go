package main

import (
	"errors"
	"slices"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
	"github.com/irilex/iri/internal/shared"
)

// Tags give the verdicts of package formats on the cases of the JSON Schema test suite and of
// package formatcases.
func TestCases(t *testing.T) {
	cases, err := formatcases.Parse(shared.Read(t, "formats", "json-schema-formats.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	v := validator.New()
	if err := register(v); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, c := range slices.Concat(cases, formatcases.Cases()) {
		f, ok := formats.Lookup(c.Format)
		if !ok {
			continue // only "regex"; package formats tests that
		}
		tested[c.Format] = true
		if err := v.Var(c.Input, tag(c.Format)); (err == nil) != f.Valid(c.Input) {
			t.Errorf("%s: %q: %v, but package formats decides %v", c.Format, c.Input, err, f.Valid(c.Input))
		}
	}
	if len(tested) != len(formats.Names()) {
		t.Errorf("cases of %d formats, not of %d", len(tested), len(formats.Names()))
	}
}

func TestTags(t *testing.T) {
	v := validator.New(validator.WithRequiredStructEnabled())
	const other = "http://a/|" // not a URI, but accepted by the built-in tag
	before := validator.New().Var(other, "uri")
	if err := register(v); err != nil {
		t.Fatal(err)
	}
	if after := v.Var(other, "uri"); before != nil || after == nil {
		t.Errorf("%s: before %v, after %v", other, before, after)
	}
	for _, c := range []struct {
		page   Page
		failed []string // tags
	}{
		{Page{"urn:isbn:0451450523", "http://例え.example/", "?page=2", "2024-02-29"}, nil},
		{Page{"http://a/", "http://a/", "", ""}, nil},
		{Page{"", "http://a/", "", ""}, []string{"required"}},
		{Page{"/a", "http://a/", "a b", "2023-02-29"}, []string{"uri", "iri_reference", "date"}},
		{Page{"http://例え.example/", "", "#", ""}, []string{"uri", "iri"}},
		{Page{"http://a/|", "http://a/`", "//[", "1"}, []string{"uri", "iri", "iri_reference", "date"}},
	} {
		var failed []string
		var problems validator.ValidationErrors
		if errors.As(v.Struct(c.page), &problems) {
			for _, p := range problems {
				failed = append(failed, p.Tag())
			}
		}
		if !slices.Equal(failed, c.failed) {
			t.Errorf("%+v: %q, not %q", c.page, failed, c.failed)
		}
	}
}
