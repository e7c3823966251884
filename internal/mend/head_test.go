package mend_test

import (
	"testing"

	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestHead(t *testing.T) {
	for s, want := range map[string]string{
		"":                   "",
		"a/b":                "",
		"http://h/p?q":       "http://h",
		"http:h/p":           "http:h",
		"HTTP:////h#f":       "HTTP:////h",
		"urn:a:b":            "urn:",
		"urn:///a":           "urn://",
		"urn://a/b":          "urn://a",
		`urn:\a/b`:           `urn:\a`,
		"//h?q":              "//h",
		"///h/p":             "///h",
		"/p":                 "",
		`\\h\p/q`:            `\\h\p`,
		"http://h\tx/":       "http://h\tx",
		"1http://h/":         "",
		"ht tp://h/":         "",
		"a+-.9://user@h:8/x": "a+-.9://user@h:8",
		":a":                 "",
	} {
		if got := mend.Head(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// Head recognizes a scheme without a table.
func TestHeadOfSchemes(t *testing.T) {
	for c := range 128 {
		for _, s := range []string{string(rune(c)), "a" + string(rune(c)), string(rune(c)) + "1+"} {
			if got := mend.Head(s+":x") != ""; got != rfc3987.Scheme.Valid(s) && c != ':' && c != '\\' {
				t.Errorf("%q is a scheme: %t", s, got)
			}
		}
	}
	if mend.Unbroken("\ra\t\nb\n") != "ab" {
		t.Error("breaks remain")
	}
}
