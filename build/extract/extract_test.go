package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
)

// Each document in testdata has a golden file with its grammar: its kind, its lines with their line
// numbers in the document, the runs, and the omitted lines.
func TestGolden(t *testing.T) {
	for _, pattern := range []string{"testdata/*.txt", "testdata/*.xml", "testdata/*.md"} {
		golden.Documents(t, pattern, func(t *testing.T, name, text string) string {
			document := syntax.NewSource(name, text)
			g := Extract(document)
			if g == nil {
				t.Fatal("nothing is extracted")
			}
			check(t, document, g)
			return show(g)
		})
	}
}

func show(g *Grammar) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, %d lines left out: %d\n", g.Kind, len(g.Left), g.Left)
	for _, r := range g.Runs {
		fmt.Fprintf(&b, "# lines %d to %d are %d to %d\n", r.Start, r.End, r.First, r.Last)
	}
	at := syntax.Pos(0)
	for line := range strings.Lines(g.Source.Text) {
		if strings.TrimSpace(line) == "" {
			b.WriteString("     ")
		} else {
			first := at + syntax.Pos(len(line)-len(strings.TrimLeft(line, " ")))
			fmt.Fprintf(&b, "%3d: ", g.Source.Position(first).Line)
		}
		b.WriteString(strings.ReplaceAll(line, "\r", "<CR>"))
		at += syntax.Pos(len(line))
	}
	return b.String()
}

// check checks a grammar: its positions are within the document and in document order, every byte
// other than white space comes from the document, an entity or an xref, and the runs contain its
// lines.
func check(t *testing.T, document *syntax.Source, g *Grammar) {
	t.Helper()
	src := g.Source
	if src.Document() != document || src.Name != document.Name {
		t.Fatalf("the source is %s", src.Name)
	}
	last := syntax.Pos(-1)
	for i := range len(src.Text) {
		at, n := src.Span(syntax.Pos(i), 1)
		if at < last || n < 0 || int(at)+n > len(document.Text) {
			t.Fatalf("byte %d is at %d, %d bytes, after %d", i, at, n, last)
		}
		last = at
		switch c := src.Text[i]; {
		case c == ' ' || c == '\n': // perhaps inserted
		case g.Kind != Text && (document.Text[at] == '&' || document.Text[at] == '<'): // an entity, a reference or a tag
		case n != 1 || document.Text[at] != c:
			t.Fatalf("byte %d, %q, is %q in the document", i, c, document.Text[at:int(at)+n])
		}
	}
	lines := strings.Count(src.Text, "\n")
	end := 0
	for i, r := range g.Runs {
		if r.Start != end+min(i, 1)+1 || r.End < r.Start || r.Last < r.First {
			t.Errorf("run %d is %+v, after line %d", i, r, end)
		}
		end = r.End
	}
	if end != lines {
		t.Errorf("the runs end in line %d of %d", end, lines)
	}
	if !slices.IsSorted(g.Left) {
		t.Errorf("left out: %d", g.Left)
	}
}

// Extract does not touch a document that is itself a grammar, whether it is ours or someone else's.
func TestGrammarsStay(t *testing.T) {
	var files []string
	for _, pattern := range []string{
		"../grammars/*", "../testdata/*", "../syntax/notation/testdata/*",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("nothing is %s (%v)", pattern, err)
		}
		files = append(files, found...)
	}
	testStays(t, files)
}

func TestSharedGrammarsStay(t *testing.T) {
	testStays(t, slices.Concat(shared.Glob(t, "seeds/*"), shared.Glob(t, "grammars/*.abnf")))
}

func testStays(t *testing.T, files []string) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a directory
		}
		if g := Extract(syntax.NewSource(file, string(text))); g != nil {
			t.Errorf("%s is taken for %s", file, g.Kind)
		}
	}
}

// A page break at any line does not change the grammar of a document.
func TestPagesAnywhere(t *testing.T) {
	text, err := os.ReadFile("testdata/pageless.text")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	want := Extract(syntax.NewSource("", string(text))).Source.Text
	if !strings.Contains(want, "ls32") {
		t.Fatalf("%s", want)
	}
	const title = 4 // lines
	for i := title; i < len(lines); i++ {
		for _, pageBreak := range []string{
			"\n\n\nNobody           Informational          [Page 7]\n\f\nRFC 9999      A Test      January 2001\n\n\n",
			"Nobody           Informational          [Page 7]\nRFC 9999      A Test      January 2001\n",
			"Nobody           Informational          [Page 7]\n\f",
		} {
			broken := strings.Join(lines[:i], "") + pageBreak + strings.Join(lines[i:], "")
			if got := Extract(syntax.NewSource("", broken)).Source.Text; got != want {
				t.Fatalf("with a page break before line %d:\n%s\nwant\n%s", i+1, got, want)
			}
		}
	}
}

// The first line of a page is not a running header if it continues a rule.
func TestPageThatBeginsWithAGrammar(t *testing.T) {
	for _, line := range []string{"<date-time, see RFC 822>", "( RFC822-date )", "/ RFC822-date"} {
		before, _ := strings.CutSuffix("a-rule /", line[:1])
		text := "Request for Comments: 1\n\n   a-rule = \"x\"\n   b-rule = " + before + "\n\f\n      " + line +
			"\n   RFC822-date = a-rule\n"
		g := Extract(syntax.NewSource("", text))
		if g == nil || !strings.Contains(g.Source.Text, line) {
			t.Errorf("%s is lost: %+v", line, g)
		}
	}
}

// Documents over the limit are left to the grammar reader, which reports them.
func TestLimit(t *testing.T) {
	text := "Request for Comments: 1\n\n   a-rule = \"x\" / \"y\"\n" + strings.Repeat("\n", Limit)
	if g := Extract(syntax.NewSource("", text)); g != nil {
		t.Errorf("%s of %d bytes", g.Kind, len(text))
	}
	if g := Extract(syntax.NewSource("", text[:Limit])); g == nil || len(g.Runs) != 1 {
		t.Errorf("%+v", g)
	}
}
