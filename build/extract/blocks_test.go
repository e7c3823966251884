package extract

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// fences returns a Markdown document with the given blocks. Each begins with its language.
func fences(blocks ...string) string {
	var b strings.Builder
	for _, text := range blocks {
		b.WriteString("Text.\n\n```" + text + "\n```\n\n")
	}
	return b.String()
}

// Blocks that contradict one another or are in different notations are several grammars.
func TestSeveral(t *testing.T) {
	const other = "block 1 (line 4) and block 2 (line 10) define a differently"
	for _, test := range []struct{ text, want string }{
		{fences("abnf\na = \"x\" / b\nb = SP", "abnf\na = \"x\"\nc = a"),
			"block 1 (line 4) and block 2 (line 11) define a differently"},
		{fences("abnf\na = 1*DIGIT\nb = a", "ABNF\nA = 2DIGIT"),
			"block 1 (line 4) and block 2 (line 11) define A differently"},
		{fences("ebnf\na ::= 'x'", "ebnf\nb ::= a\na ::= 'y'"),
			"block 1 (line 4) and block 2 (line 11) define a differently"},
		{fences("bnf\n<a> ::= \"x\"", "bnf\n<a> ::= \"y\""), other},
		{fences("ebnf\na b = \"x\" , \"y\" ;", "ebnf\na b = \"x\" , \"z\" ;"),
			"block 1 (line 4) and block 2 (line 10) define a b differently"},
		{fences("abnf\na = \"x\"", "ebnf\nb ::= 'x'"),
			"block 1 (line 4) is in ABNF, but block 2 (line 10) is in W3C's EBNF"},
		{fences("bnf\n<a> ::= \"x\"", "ebnf\nb ::= 'x'"),
			"block 1 (line 4) is in classic BNF, but block 2 (line 10) is in W3C's EBNF"},
		{fences("ebnf\na = \"x\" , \"y\" ;", "abnf\nb = \"x\""),
			"block 1 (line 4) is in ISO EBNF, but block 2 (line 10) is in ABNF"},
		{fences("\na = \"x\" / \"y\"", "text\na = \"x\" / \"z\""), other},
		{"<rfc><artwork>\na = \"x\" / %x41\n</artwork><artwork>\na = \"x\" / %x42\n</artwork></rfc>",
			"block 1 (line 2) and block 2 (line 4) define a differently"},
		// one grammar
		{fences("abnf\na = b", "abnf\nb = \"x\""), ""},
		{fences("abnf\na = b", "abnf\nA = B ; again\nb = \"x\""), ""},
		{fences("abnf\na = b", "abnf\na =/ \"x\"\nb = \"y\""), ""},
		{fences("abnf\na = #( b [ c ] )\nb = \"x\"\nc = \"y\"",
			"abnf\na = [ ( b [ c ] ) *( OWS \",\" OWS ( b [ c ] ) ) ]\nOWS = *SP"), ""},
		{fences("ebnf\na ::= A", "ebnf\nA ::= 'x'", "ebnf\nb ::= a /* more */ A"), ""},
		{fences("ebnf\nletter = \"a\" | \"b\" ;", "ebnf\nword = letter , { letter } ;"), ""},
		{fences("abnf\na = \"x\"\na = \"y\""), ""}, // an error of one block
		{fences("abnf\na = \"x\"", "json\na = \"y\""), ""},
		{fences("abnf\na = \"x\"", "\na = \"y\" / \"z\""), ""},
	} {
		if got := Extract(syntax.NewSource("a.md", test.text)).Several(); got != test.want {
			t.Errorf("%q, want %q, of\n%s", got, test.want, test.text)
		}
	}
}

// A block is chosen by its number, or by the name that its markup gives.
func TestOnly(t *testing.T) {
	const one, two = "a = \"1\" / b\n", "a = \"2\" / b\n"
	for _, test := range []struct{ file, text string }{
		{"a.md", "~~~ abnf\n" + one + "~~~\n\n~~~ abnf\n" + two + "~~~\n{: #name title=\"T\"}\n"},
		{"a.md", "~~~ abnf\n" + one + "~~~\n\n~~~ abnf\n" + two + "~~~\n{: sourcecode-name=\"name\"}\n"},
		{"a.md", "```abnf\n" + one + "```\n\n```{.abnf #name}\n" + two + "```\n"},
		{"a.md", "```abnf\n" + one + "```\n\n``` abnf {#name}\n" + two + "```\n"},
		{"a.md", "{#other}\n```abnf\n" + one + "```\n\n{#name}\n```abnf\n" + two + "```\n"},
		{"a.xml", "<rfc><sourcecode type=\"abnf\">\n" + one +
			"</sourcecode><sourcecode type='abnf' name='name'>\n" + two + "</sourcecode></rfc>"},
		{"a.xml", "<rfc><artwork type=\"abnf\">\n" + one +
			"</artwork><artwork type='abnf' anchor='name'>\n" + two + "</artwork></rfc>"},
		{"a.xml", "<rfc><artwork type=\"abnf\">\n" + one +
			"</artwork><figure anchor='name'><artwork type='abnf'>\n" + two +
			"</artwork></figure></rfc>"},
		{"a.html", "<pre class=abnf>\n" + one + "</pre><pre id=name class=abnf>\n" + two + "</pre>"},
		{"a.html", "<pre><code class=abnf>\n" + one +
			"</code></pre>\n<pre><code id='name' class=abnf>\n" + two + "</code></pre>"},
		{"a.adoc", "[source,abnf]\n----\n" + one + "----\n\n[[name]]\n[source,abnf]\n----\n" + two + "----\n"},
		{"a.adoc", "[source,abnf]\n----\n" + one + "----\n\n[#name]\n.Title\n[source,abnf]\n----\n" + two + "----\n"},
		{"a.adoc", "[source,abnf]\n----\n" + one + "----\n\n[source#name,abnf]\n----\n" + two + "----\n"},
		{"a.rst", ".. code-block:: abnf\n\n  " + one + "\n.. code-block:: abnf\n  :name: name\n\n  " + two},
	} {
		g := Extract(syntax.NewSource(test.file, test.text))
		if g == nil || len(g.Blocks) != 2 || g.Several() == "" {
			t.Errorf("%+v of\n%s", g, test.text)
			continue
		}
		for names, want := range map[string]string{"1": one, "2": two, "name": two, "name,1": one + two} {
			only, unknown := g.Only(strings.Split(names, ","))
			if only == nil || only.Source.Text != want {
				t.Errorf("%s: %q (%s) of\n%s", names, only.Source.Text, unknown, test.text)
				continue
			}
			check(t, only.Source.Document(), only)
		}
		if only, unknown := g.Only([]string{"1", "3"}); only != nil || unknown != "3" {
			t.Errorf("block 3 is %+v (%s)", only, unknown)
		}
	}
}
