package notation

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// A line before the first rule that is meant to define a rule is an error in every dialect, whether
// or not prose precedes it.
func TestBrokenDefinition(t *testing.T) {
	const error, warning = "skipped-definition", "prose-skipped warning"
	for _, tt := range []struct {
		dialects []syntax.Dialect
		first    string // the rule after it
		lines    []string
	}{
		{[]syntax.Dialect{syntax.ABNF, syntax.RFC822}, "c = \"y\"\r\n", []string{
			`3gpp-id = 1*DIGIT`, `a.b = "x"`, `1a = "x"`, `-a = "x"`, `_a = "x"`, `a$ = "x"`, `"a" = "x"`,
			`a/b = "x"`, `a(x) = "x"`, `a’s = "x"`, `#a = "x"`, `top! = "x"`, `<a = "x"`, `a@b = c`, `§a = "x"`,
			`a : "x"`, `a -> "x"`, `a → "x"`,
			`a:"x"`, `a :"x"`, `a : %x41`, `a : (b)`, `a:[b]`, `a:'x'`,
			`1a=b`, `1a =/ "x"`, `1a ::= "x"`, `1a := "x"`, `1a => "x"`, `1a = <b>`, `1a = #b`, `1a = *b`,
			"1a =\r\n  \"x\"", "1a = ; why\r\n\r\n  \"x\"", "  1a = \"x\"",
			`xml:lang = "x"`, `a:b = "x"`, `a{1} = "x"`, `a> = "x"`, "a.b\u00A0=\u00A0\"x\"", `1a = {b}`, `1a = +b`,
		}},
		{[]syntax.Dialect{syntax.AParse}, "c = \"y\";\n", []string{
			`1top = "a" name;`, `a : "x";`, `a.b = 'x';`, `-a = 'x';`, `a -> b;`, `a:"x";`, `"a" = "x";`,
			"1a = # why\n 'x';", `a.b = { "x" };`, `a.b = +"x";`, `a:b = "x";`,
		}},
		{[]syntax.Dialect{syntax.W3C}, "c ::= 'y'\n", []string{
			`1a ::= "x"`, `<a ::= "x"`, `<a> ::= "x"`, `top! ::= "x"`, `-a ::= 'x'`, `"a" ::= 'x'`, `a/b ::= 'x'`,
			`a : 'x'`, `a:'x'`, `a -> 'x'`, `a → b`, `1a = 'x'`, `a’s ::= [a-z]`, "1a ::=\n\t'x'",
			`[1] 1a ::= 'x'`, `[1] a : 'x'`, `[12b]1a ::= 'x'`, "1a ::= /* why */\n  #x41",
		}},
	} {
		for _, d := range tt.dialects {
			for _, line := range tt.lines {
				for _, above := range []string{"", "Some words, said here:\n\n"} {
					g, list := Read(syntax.NewSource("test", above+line+"\n"+tt.first), d)
					got := codes(list)
					if !strings.Contains(got, error) || !strings.Contains(got, warning) || strings.Count(got, ",") > 1 {
						t.Errorf("%s: %q after %q: %s", d, line, above, got)
					}
					if len(g.Rules) != 1 || g.Rules[0].Name != "c" || len(g.Unread) != 1 {
						t.Errorf("%s: %q after %q: %s", d, line, above, dump(t, g))
					}
				}
			}
		}
	}
}

// Prose before the first rule is still prose.
func TestProseIsSkipped(t *testing.T) {
	prose := []string{
		`Example: "foo"`, `Example: "foo" is one, "bar" is not`, `Note: (see below)`, `Note: [RFC5234]`, `Bytes: %x00`,
		`Some words (say).`, `The grammar follows.`, `a, b. c: d`, `It's said: "so"`, `"a b" is a string`,
		`"a = b", he said`, `1. The syntax`, `[1] The syntax`, `Copyright (c) 2003`, `-*- mode: abnf -*-`, `vim:set`,
		`{"a":"b"}`, `- one -> two`, `Content-Type:text/plain`, `if(a){`, `(b ... c)`,
		"`a:[b]` is a slice", `<!--a:"b"-->`,
	}
	equals := []string{ // in W3C's EBNF every "=" is a definition sign
		`===========`, `https://example.com/?q=1 is where`, `see example.com/?q=1`, `1a =`, `1a ::=`, `n <= 3`,
		`<a href="b">`, `where n = 3 is meant`, `a b = "x"`, `Example: a = "x"`,
		"`GODEBUG=1` is", `--dialect=abnf`, `<!--type=class-->`,
	}
	for _, tt := range []struct {
		d     syntax.Dialect
		first string
		lines []string
	}{
		{syntax.ABNF, "c = \"y\"\n", slices.Concat(prose, equals)},
		{syntax.RFC822, "c = \"y\"\n", slices.Concat(prose, equals)},
		{syntax.AParse, "c = 'y';\n", slices.Concat(prose, equals)},
		{syntax.W3C, "c ::= 'y'\n", prose},
	} {
		for _, line := range tt.lines {
			g, list := Read(syntax.NewSource("test", line+"\n"+tt.first), tt.d)
			if got := codes(list); got != "1:1 prose-skipped warning" || len(g.Rules) != 1 || len(g.Unread) > 0 {
				t.Errorf("%s: %q: %s; %s", tt.d, line, got, dump(t, g))
			}
		}
	}
}
