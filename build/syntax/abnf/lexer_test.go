package abnf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/token"
)

var kindNames = [...]string{
	token.End: "end", token.Bad: "bad", token.Name: "name", token.Define: "define", token.Increment: "increment",
	token.Choice: "choice", token.Number: "number", token.Star: "star", token.List: "list", token.OpenGroup: "open",
	token.CloseGroup: "close",
	token.OpenOption: "[", token.CloseOption: "]", token.String: "string", token.NumVal: "numval", token.Prose: "prose",
}

// tokens returns the tokens of text, each as kind(text); the first token of a line is preceded by
// its indentation.
func tokens(n *variant, text string) string {
	var items []string
	for _, t := range lex(n, text, 0).Tokens {
		item := kindNames[t.Kind] + "(" + text[t.Pos:t.End] + ")"
		if t.Indent >= 0 {
			item = fmt.Sprintf("%d:%s", t.Indent, item)
		}
		items = append(items, item)
	}
	return strings.Join(items, " ")
}

func TestLex(t *testing.T) {
	for _, tt := range []struct {
		d          syntax.Dialect
		text, want string
	}{
		{syntax.ABNF, "", "0:end()"},
		{syntax.ABNF, "a", "0:name(a) end()"},
		{syntax.ABNF, " a\n", "1:name(a) 0:end()"},
		{syntax.ABNF, "\ta\n \tb\n  c", "8:name(a) 8:name(b) 2:name(c) end()"},
		{syntax.ABNF, "a-1_b", "0:name(a-1_b) end()"},
		{syntax.ABNF, "1a", "0:number(1) name(a) end()"},
		{syntax.ABNF, "1*2a", "0:number(1) star(*) number(2) name(a) end()"},
		{syntax.ABNF, "a=b=/c", "0:name(a) define(=) name(b) increment(=/) name(c) end()"},
		{syntax.ABNF, "= /", "0:define(=) choice(/) end()"},
		{syntax.ABNF, "([a])", "0:open(() [([) name(a) ](]) close()) end()"},
		{syntax.ABNF, "a;b\nc", "0:name(a) 0:name(c) end()"},
		{syntax.ABNF, "\"a;\"b", "0:string(\"a;\") name(b) end()"},
		{syntax.ABNF, "%s\"a\" %x1.2-g", "0:string(%s\"a\") numval(%x1.2-g) end()"},
		{syntax.ABNF, "<a>b", "0:prose(<a>) name(b) end()"},
		{syntax.ABNF, "<-a", "0:define(<-) name(a) end()"},
		{syntax.ABNF, "<-a>", "0:prose(<-a>) end()"},
		{syntax.ABNF, "a::=b:=c", "0:name(a) define(::=) name(b) define(:=) name(c) end()"},
		{syntax.ABNF, "a|||b", "0:name(a) bad(|||) name(b) end()"},
		{syntax.ABNF, "'a b'c'", "0:bad('a b') name(c) bad(') end()"},
		{syntax.ABNF, "\"a\nb", "0:bad(\"a) 0:name(b) end()"},
		{syntax.ABNF, "a\rb\r\nc", "0:name(a) 0:name(b) 0:name(c) end()"},
		{syntax.ABNF, "\u00A0a", "1:name(a) end()"},
		{syntax.ABNF, "%", "0:bad(%) end()"},
		{syntax.ABNF, "%q1", "0:bad(%q1) end()"},
		{syntax.RFC822, "a|b/c", "0:name(a) choice(|) name(b) bad(/) name(c) end()"},
		{syntax.RFC822, "%x41", "0:bad(%x41) end()"},
		{syntax.RFC822, "a_b", "0:name(a_b) end()"},
	} {
		if got := tokens(&variants[tt.d], tt.text); got != tt.want {
			t.Errorf("%s %q\n got %s\nwant %s", tt.d, tt.text, got, tt.want)
		}
	}
}
