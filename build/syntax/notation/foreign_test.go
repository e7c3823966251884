package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestForeignNotations(t *testing.T) {
	const (
		bnf   = "<a> ::= \"x\" | <b>\n<b> ::= \"y\"\n"
		yacc  = "%token NUMBER\n%%\nexpr : expr '+' term | term ;\nterm\n  : NUMBER { $$ = $1; }\n  ;\n%%\nint x = 1;\n"
		antlr = "grammar Expr;\nprog: stat+ ;\nstat: ID '=' INT ;\nID : [a-z]+ ;\n"
	)
	for text, want := range map[string]string{
		bnf:                                    "test:1:1: the document is in classic BNF",
		" " + bnf:                              "test:1:1: the document is in classic BNF",
		yacc:                                   "test:2:1: the document is in yacc's notation",
		strings.ReplaceAll(yacc, "\n", "\r\n"): "test:2:1: the document is in yacc's notation",
		antlr:                                  "test:1:1: the document is in ANTLR's notation",
		"lexer " + antlr:                       "test:1:1: the document is in ANTLR's notation",
	} {
		for _, d := range syntax.Dialects() {
			g, l := Read(syntax.NewSource("test", text), d)
			if got := l.Error(); !strings.HasPrefix(got, want) || codes(l) != "1:1 foreign-notation" &&
				codes(l) != "2:1 foreign-notation" || len(g.Rules) > 0 {
				t.Errorf("%s: %q: %s", d, text, got)
			}
		}
	}
	for _, text := range []string{
		"a = \"x\"\n<b> ::= \"y\"\n", "a = <b>\n", "a = \"%%\"\n", "; %%\na = b\n", "grammar Expr rule a 'x' end end", "%%\n",
	} {
		for _, d := range syntax.Dialects() {
			if _, l := Read(syntax.NewSource("test", text), d); strings.Contains(l.Error(), "the document is in") {
				t.Errorf("%s: %q: %s", d, text, l.Error())
			}
		}
	}
}
