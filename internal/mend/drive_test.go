package mend_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/mend"
)

func TestDrive(t *testing.T) {
	for s, want := range map[string]bool{
		"file:///C|/a":     true,
		"FILE:///z|":       true,
		"file:/C|/":        true,
		"file:c|/a":        true,
		"file:C|?q":        true,
		"file:///C|#f":     true,
		"file://server/A|": true,
		"file://C|/a":      false, // the authority
		"file:////C|/a":    false,
		"file:///C|a":      false,
		`file:///C|\a`:     false,
		"file:///CD|/a":    false,
		"file:///1|/a":     false,
		"file:///a/C|/a":   false,
		"file:///|/a":      false,
		"file:|":           false,
		"file:?C|/a":       false,
		"file:///?C|/a":    false,
		"http:///C|/a":     false,
		"files:/C|/a":      false,
		"///C|/a":          false,
		"C|/a":             false,
		"|":                false,
	} {
		before, after, _ := strings.Cut(s, "|")
		if got := mend.Drive(before, after); got != want {
			t.Errorf("%q: %t, want %t", s, got, want)
		}
	}
}
