package main

import (
	"errors"
	"testing"

	"github.com/go-playground/validator/v10"
)

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
		{Page{"urn:isbn:0451450523", "http://例え.example/", "?page=2"}, nil},
		{Page{"http://a/", "http://a/", ""}, nil},
		{Page{"", "http://a/", ""}, []string{"required"}},
		{Page{"/a", "http://a/", "a b"}, []string{"uri", "iri_reference"}},
		{Page{"http://例え.example/", "", "#"}, []string{"uri", "iri"}},
		{Page{"http://a/|", "http://a/`", "//["}, []string{"uri", "iri", "iri_reference"}},
	} {
		var failed []string
		var problems validator.ValidationErrors
		if errors.As(v.Struct(c.page), &problems) {
			for _, p := range problems {
				failed = append(failed, p.Tag())
			}
		}
		if len(failed) != len(c.failed) {
			t.Errorf("%+v: %q, not %q", c.page, failed, c.failed)
			continue
		}
		for i, tag := range c.failed {
			if failed[i] != tag {
				t.Errorf("%+v: %q, not %q", c.page, failed, c.failed)
			}
		}
	}
}
