package codes

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables/explain"
)

// A page is read as it is written, and printed so that a person can follow it.
func TestRead(t *testing.T) {
	family := Family{Name: "f", Title: "F", Program: "prog", Command: "prog check"}
	pages := read(family, `# Codes of F

Text about F.

## first
error: a mistake

Text with `+"`code`"+`.

Why: a source.

Example:

    a
      b

Instead:

    c

## second
note: worth knowing

Why: another source.

Example for `+"`prog print x.y`"+`:

    d

Also: first, third
`)
	want := []Page{{
		Code: "first", Family: family, Severity: "error", Title: "a mistake", Command: "prog check",
		Text: "Text with `code`.\n\nWhy: a source.", Example: "a\n  b\n", Instead: "c\n",
	}, {
		Code: "second", Family: family, Severity: "note", Title: "worth knowing", Command: "prog print x.y",
		Text: "Why: another source.", Example: "d\n", Also: []string{"first", "third"},
	}}
	if !reflect.DeepEqual(pages, want) {
		t.Fatalf("%+v", pages)
	}
	var b strings.Builder
	pages[1].Write(&b)
	const printed = `second: worth knowing
(note of prog)

Why: another source.

Example for prog print x.y:

    d

Also: first, third
`
	if b.String() != printed {
		t.Errorf("%s", b.String())
	}
}

// Pages are short and complete.
func TestPages(t *testing.T) {
	pages := All()
	if len(pages) == 0 {
		t.Fatal("there are no pages")
	}
	for i, p := range pages {
		if slices.ContainsFunc(pages[:i], func(q Page) bool { return q.Code == p.Code }) {
			t.Errorf("%s has two pages", p.Code)
		}
		if !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(p.Code) {
			t.Errorf("%q is no code", p.Code)
		}
		if p.Title == "" || len(p.Title) > 60 || strings.HasSuffix(p.Title, ".") {
			t.Errorf("%s: the title is %q", p.Code, p.Title)
		}
		if !strings.Contains(p.Text, "\n\nWhy: ") {
			t.Errorf("%s: the text does not say why", p.Code)
		}
		if p.Severity == "error" && p.Example != "" && p.Instead == "" {
			t.Errorf("%s: the page does not say what would be right", p.Code)
		}
		var b strings.Builder
		p.Write(&b)
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(line)) - 1; n >= 80 {
				t.Errorf("%s: a line of %d characters: %s", p.Code, n, line)
			}
		}
		if n := strings.Count(p.Text, "\n"); n > 10 {
			t.Errorf("%s: a text of %d lines", p.Code, n+1)
		}
	}
}

// The files of families say themselves what they are, and have pages in the order of their codes.
func TestFiles(t *testing.T) {
	names, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(entry.Name(), ".md")
		if !slices.ContainsFunc(Families, func(f Family) bool { return f.Name == name }) {
			t.Errorf("%s is the file of no family", entry.Name())
		}
		var codes []string
		for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(text), -1) {
			codes = append(codes, m[1])
		}
		if !slices.IsSorted(codes) {
			t.Errorf("%s: the pages are not in the order of their codes", entry.Name())
		}
	}
}

// Every code that a program reports has a page, with its severity, and every page is of such a code.
func TestReported(t *testing.T) {
	severities := map[string]string{}
	for _, k := range syntax.Codes() {
		severities["grammar "+string(k.Code)] = k.Severity.String()
	}
	for _, code := range explain.Codes() {
		severities["syntax "+code] = syntax.Error.String()
	}
	for _, code := range iri.PolicyCodes() {
		severities["policy "+code] = syntax.Error.String()
	}
	resolving := []string{iri.OpaqueBase.String(), iri.PathUnderflow.String()}
	for _, code := range append(resolving, fault.NoDNSName, fault.NoReference, fault.NoTab) {
		severities["result "+code] = syntax.Error.String()
	}
	for _, code := range records.Codes() {
		severities["record "+code] = syntax.Error.String()
	}
	for _, p := range All() {
		if p.Family.Name == "finding" { // TestFindingPages of package iri
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

// The examples of policies have the codes, and what stands instead is allowed.
func TestPolicyExamples(t *testing.T) {
	for code, policy := range map[string]iri.Policy{
		"bidi-control":        {NoBidi: true},
		"component-forbidden": {Forbid: iri.Fragment},
		"component-missing":   {Require: iri.Host},
		"host-not-allowed":    {Hosts: []string{"example.org"}},
		"numeric-name":        {NoNumericNames: true},
		"port-not-allowed":    {Ports: []uint16{443}},
		"scheme-not-allowed":  {Schemes: []string{"https"}},
	} {
		page, _ := Find(code)
		example := strings.TrimSuffix(page.Example, "\n")
		if code == "bidi-control" { // which a page cannot show
			example = "http://example.org/\u202E"
		}
		i, err := iri.Parse(example)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		var refused *iri.PolicyError
		if err := policy.Check(i); !errors.As(err, &refused) || refused.Code != code {
			t.Errorf("%s: the example is refused as %v", code, err)
		}
		if page.Instead == "" && code != "bidi-control" {
			t.Errorf("%s has nothing instead", code)
		} else if page.Instead != "" {
			if err := policy.Check(iri.MustParse(strings.TrimSuffix(page.Instead, "\n"))); err != nil {
				t.Errorf("%s: what stands instead is refused: %v", code, err)
			}
		}
	}
}
