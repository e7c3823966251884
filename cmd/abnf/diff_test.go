package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// TestCode parses table cells that contain code as GitHub Flavored Markdown does: a cell ends at an
// unescaped "|", "\|" in a cell means "|", and a code span ends at a run of as many backquotes as
// it begins with.
func TestCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		text := ""
		for range rng.IntN(8) {
			text += string("|`\\ab\x07é"[rng.IntN(8)])
		}
		text = quoted(text)
		row := "| " + code(text) + " | second |"
		cells := tableCells(row)
		if len(cells) != 2 || codeSpan(cells[0]) != text {
			t.Fatalf("%s is read as %q, want %s", row, cells, text)
		}
		if strings.ContainsFunc(row, unicode.IsControl) {
			t.Fatalf("%q has a control character", row)
		}
	}
}

func tableCells(row string) (cells []string) {
	cell := ""
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\' && i+1 < len(row) && row[i+1] == '\\': // an escaped backslash does not escape "|"
			cell += `\\`
			i++
		case row[i] == '\\' && i+1 < len(row) && row[i+1] == '|':
			cell += "|"
			i++
		case row[i] == '|':
			cells = append(cells, strings.TrimSpace(cell))
			cell = ""
		default:
			cell += row[i : i+1]
		}
	}
	return cells[1:] // the first cell, before the first "|", is empty
}

func codeSpan(cell string) string {
	fence := cell[:len(cell)-len(strings.TrimLeft(cell, "`"))]
	text, after, ok := strings.Cut(cell[len(fence):], fence)
	for ok && strings.HasPrefix(after, "`") { // a longer run does not end the span
		run := fence + after[:len(after)-len(strings.TrimLeft(after, "`"))]
		more, rest, found := strings.Cut(after[len(run)-len(fence):], fence)
		text, after, ok = text+run+more, rest, found
	}
	if !ok || after != "" {
		return "no code span: " + cell
	}
	if strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = text[1 : len(text)-1]
	}
	return text
}

// TestDiffOfBrokenDocuments checks that diff reports two documents as equal only if every rule in
// both has a table.
func TestDiffOfBrokenDocuments(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	definitions := []string{`"x"`, `"y"`, `b / "z"`, `"(" [a] ")"`, `b a / "x"`, "nowhere", `"open`, "( b", "<words>",
		`%x80-FF`, `2`, ""}
	t.Chdir(t.TempDir())
	document := func() (text string) {
		for _, rule := range []string{"a", "b", "c"}[:1+rng.IntN(3)] { // half of the rules get the first definition
			text += rule + " = " + definitions[max(rng.IntN(2*len(definitions))-len(definitions), 0)] + "\n"
		}
		return text
	}
	write := func(name, text string) (broken bool) {
		testkit.WriteFile(t, name, text)
		g, _ := build.Compile(t.Context(), syntax.NewSource(name, text), build.Options{})
		return g.Diagnostics.Errors() > 0 ||
			slices.ContainsFunc(g.Rules, func(r *build.Rule) bool { return r.Own() && r.Table == "" })
	}
	equal, broken := 0, 0
	for i := range 300 {
		first, second := document(), document()
		if !testkit.OneIn(4, i) {
			continue
		}
		lost := write("first.abnf", first)
		lost = write("second.abnf", second) || lost
		scripttest.Forget()
		var out, stderr bytes.Buffer
		status := run([]string{"diff", "first.abnf", "second.abnf"}, strings.NewReader(""), &out, &stderr)
		switch {
		case status == 0 && lost:
			t.Fatalf("status 0: %s%s", out.String(), stderr.String())
		case status == 0:
			equal++
		case lost:
			broken++
		}
	}
	if equal < testkit.Few(10) || broken < testkit.Few(20) {
		t.Errorf("%d pairs are equal, %d have a broken document", equal, broken)
	}
}
