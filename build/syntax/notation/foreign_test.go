package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestForeignNotations(t *testing.T) {
	const (
		yacc  = "%token NUMBER\n%%\nexpr : expr '+' term | term ;\nterm\n  : NUMBER { $$ = $1; }\n  ;\n%%\nint x = 1;\n"
		antlr = "grammar Expr;\nprog: stat+ ;\nstat: ID '=' INT ;\nID : [a-z]+ ;\n"
		peg   = "Expr <- Sum\nSum <- Product (('+' / '-') Product)*\nValue <- [0-9]+ / '(' Expr ')'\n"
		lark  = "start: (_NL | statement)*\nstatement: NAME \"=\" expr\n%import common.CNAME -> NAME\n%ignore \" \"\n"
		pest  = "digit = { '0'..'9' }\nnumber = @{ digit+ ~ (\".\" ~ digit+)? }\nWHITESPACE = _{ \" \" }\n"
		cddl  = "person = {\n  name: tstr,\n  ? age: uint\n}\npeople = [* person]\n"
		gbnf  = "root ::= object\nobject ::= \"{\" ws \"\\\"\" [^\"\\\\]* \"}\"\nws ::= [ \\t\\n]*\n"
		wsn   = "syntax = { production } .\nproduction = identifier \"=\" expression \".\" .\nexpression = term .\n"
	)
	for text, want := range map[string]string{
		yacc:                                   "test:2:1: the document is in yacc's notation",
		strings.ReplaceAll(yacc, "\n", "\r\n"): "test:2:1: the document is in yacc's notation",
		antlr:                                  "test:1:1: the document is in ANTLR's notation",
		"lexer " + antlr:                       "test:1:1: the document is in ANTLR's notation",
		peg:                                    "test:1:1: the document is in PEG's notation (name <- expression)",
		lark:                                   "test:3:1: the document is in Lark's notation",
		pest:                                   "test:1:1: the document is in pest's notation",
		cddl:                                   "test:1:1: the document is in CDDL (RFC 8610)",
		gbnf:                                   "test:1:1: the document is in GBNF",
		wsn:                                    "test:1:1: the document is in Wirth's notation",
	} {
		for _, d := range syntax.Dialects() {
			g, l := Read(syntax.NewSource("test", text), d)
			if got := l.Error(); !strings.HasPrefix(got, want) || len(l.Items) != 1 ||
				l.Items[0].Code != "foreign-notation" || len(g.Rules) > 0 {
				t.Errorf("%s: %q: %s", d, text, got)
			}
		}
	}
	for _, text := range []string{
		"a = \"x\"\n<b> ::= \"y\"\n", "a = <b>\n", "a = \"%%\"\n", "; %%\na = b\n", "grammar Expr rule a 'x' end end", "%%\n",
		"a = \"x\" ; see b <- c\n", "a = ( b / c )\nb = \"{\"\nc = int\nint = 1*DIGIT\n", "a = { b } ;\nb = 'text' ;\n",
		"root ::= [a-z]* 'b'\n", "a = \"x\" . b = \"y\", \"z\" .\n", "% a = b\na = \"x\"\n",
	} {
		for _, d := range syntax.Dialects() {
			if _, l := Read(syntax.NewSource("test", text), d); strings.Contains(l.Error(), "the document is in") {
				t.Errorf("%s: %q: %s", d, text, l.Error())
			}
		}
	}
}
