package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

// pedantic is the command that reports pedantic notes.
const pedantic = "abnf check --severity note g.abnf"

// TestCodePages checks that each example on a code page triggers its code.
func TestCodePages(t *testing.T) {
	scripttest.Pages(t, prepared(), func(args []string, stdin string) string {
		var out bytes.Buffer
		run(args, strings.NewReader(stdin), &out, &out)
		return out.String()
	}, map[string]scripttest.Example{
		"difference-rewritten": {}, // see TestCodesOfLibrary for these four
		"name-changed":         {},
		"no-abnf":              {},
		"unknown-dialect":      {},
		"byte-order-mark":      {Text: "\uFEFFa = \"x\"\n"},
		"final-line-end":       {Command: pedantic, Text: `a = "x"`},
		"foreign-blank":        {Text: "a\u00A0= \"x\"\n"},
		"ill-formed-comment":   {Text: "a = \"x\" ; \xFF\n"},
		"ill-formed-utf8":      {Text: "a = \"x\" \xFF\n"},
		"lint-limit": {Command: pedantic, Text: `a = "x"` +
			numbered(400, ` / "`+strings.Repeat("y", 200)+`%dx"`) + "\n"},
		"lone-cr":       {Text: "a = \"x\"\r"},
		"more":          {Text: numbered(1001, "r%d = s%[1]d\n")},
		"nbsp":          {Command: "abnf check --severity note g.aparse", Text: "a\u00A0= \"x\";\n"},
		"nesting-limit": {Text: "a = " + strings.Repeat("(", 251) + `"x"` + strings.Repeat(")", 251) + "\n"},
		"not-compiled":  {Text: strings.Repeat("a", 1<<16) + " = \"x\"\n"},
		"nul":           {Text: "a = \"x\" ;\x00\n"},
		"rule-limit":    {Text: numbered(10_001, "r%d = s\n") + "s = \"x\"\n"},
		"set-limit": {
			Command: "abnf print --as abnf g.ebnf",
			Text:    "a ::= [^" + numbered(2048, "#x%X0") + "]\n" + numbered(1024, "r%d ::= a - \"x\"\n"),
		},
		"source-limit": {Text: ";" + strings.Repeat(" ", 1<<20)},
	})
}

// TestCodesOfLibrary checks the codes of package syntax that no command reports.
func TestCodesOfLibrary(t *testing.T) {
	read := func(d syntax.Dialect, text string) (*syntax.Grammar, *syntax.List) {
		return notation.Read(syntax.NewSource("g", text), d)
	}
	printed := func(g *syntax.Grammar) *syntax.List {
		list, err := notation.PrintAsWith(io.Discard, g, syntax.ABNF, build.Rewriter(t.Context(), g, build.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	_, unknown := read(100, "")
	named, _ := read(syntax.W3C, "a_b ::= 'x'")
	subtracted, _ := read(syntax.W3C, "a ::= 'x'* - 'xx'")
	prose := &syntax.Grammar{
		Source: syntax.NewSource("g", ""), Dialect: syntax.AParse,
		Rules: []*syntax.Rule{{Name: "a", Expr: &syntax.ProseVal{Text: "x>y"}}},
	}
	for code, list := range map[string]*syntax.List{
		"unknown-dialect": unknown, "name-changed": printed(named),
		"difference-rewritten": printed(subtracted), "no-abnf": printed(prose),
	} {
		if len(list.Items) != 1 {
			t.Fatalf("%s: %v", code, list.Items)
		}
		page, _ := program.FindCode(code)
		if d := list.Items[0]; d.Code != code || d.Severity.String() != page.Severity {
			t.Errorf("%s: %v", code, d)
		}
	}
}

// numbered formats each number from 1 to n and returns the concatenated results.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}
