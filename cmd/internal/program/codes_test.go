package program

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadCodes reads two pages and prints one.
func TestReadCodes(t *testing.T) {
	family := family{Name: "f", Title: "F", Program: "prog", Command: "prog check"}
	pages := readCodes(family, `# Codes of F

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
	want := []CodePage{{
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
func TestCodePages(t *testing.T) {
	pages := Codes()
	if len(pages) == 0 {
		t.Fatal("there are no pages")
	}
	for i, p := range pages {
		if slices.ContainsFunc(pages[:i], func(q CodePage) bool { return q.Code == p.Code }) {
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

// Every file belongs to a family and contains its pages in code order.
func TestCodeFiles(t *testing.T) {
	names, err := codeFiles.ReadDir("codes")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		text, err := codeFiles.ReadFile("codes/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(entry.Name(), ".md")
		if !slices.ContainsFunc(families, func(f family) bool { return f.Name == name }) {
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
