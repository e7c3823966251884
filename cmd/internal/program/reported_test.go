package program_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/policy"
)

// Every code that a program reports has a page that states its severity, and the code of every page
// is reported.
func TestReported(t *testing.T) {
	severities := map[string]string{}
	for _, k := range syntax.Codes() {
		severities["grammar "+string(k.Code)] = k.Severity.String()
	}
	for _, code := range explain.Codes() {
		severities["syntax "+code] = syntax.Error.String()
	}
	for _, code := range policy.Codes() {
		severities["policy "+code] = syntax.Error.String()
	}
	resolving := []string{"opaque-base", "path-underflow"}
	severities["syntax "+fault.Format] = syntax.Error.String()
	for _, code := range append(resolving, fault.MisreadResult, fault.NoDNSName, fault.NoReference, fault.NoTab) {
		severities["result "+code] = syntax.Error.String()
	}
	for _, code := range records.Codes() {
		severities["record "+code] = syntax.Error.String()
	}
	for _, p := range program.Codes() {
		if p.Family.Name == "finding" { // see TestFindingPages in package iri
			continue
		}
		key := p.Family.Name + " " + p.Code
		if severities[key] != p.Severity {
			t.Errorf("%s: the page says %q, the program %q", key, p.Severity, severities[key])
		}
		delete(severities, key)
	}
	for key := range severities {
		t.Errorf("%s has no page", key)
	}
}

// Each policy example violates its policy with the expected code, and each corrected example is
// allowed.
func TestPolicyExamples(t *testing.T) {
	for code, config := range map[string]policy.Config{
		"bidi-control":        {NoBidi: true},
		"component-forbidden": {Forbid: iri.Fragment},
		"component-missing":   {Require: iri.Host},
		"host-not-allowed":    {Hosts: []string{"example.org"}},
		"numeric-name":        {NoNumericNames: true},
		"port-not-allowed":    {Ports: []uint16{443}},
		"scheme-not-allowed":  {Schemes: []string{"https"}},
	} {
		page, _ := program.FindCode(code)
		example := strings.TrimSuffix(page.Example, "\n")
		if code == "bidi-control" { // a page cannot show the character
			example = "http://example.org/\u202E"
		}
		i, err := iri.Parse(example)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		var refused *policy.Error
		if err := policy.MustNew(config).Check(i); !errors.As(err, &refused) || refused.Code != code {
			t.Errorf("%s: the example is refused as %v", code, err)
		}
		if page.Instead == "" && code != "bidi-control" {
			t.Errorf("%s has nothing instead", code)
		} else if page.Instead != "" {
			if err := policy.MustNew(config).Check(iri.MustParse(strings.TrimSuffix(page.Instead, "\n"))); err != nil {
				t.Errorf("%s: what stands instead is refused: %v", code, err)
			}
		}
	}
}
