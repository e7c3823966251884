package extract

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// blockForms contains the ways in which documents mark a block, with GRAMMAR for its lines.
var blockForms = []struct{ name, file, text string }{
	{"a fence", "a.md", "# T\n\n```abnf\nGRAMMAR```\n"},
	{"an uppercase fence", "a.md", "``` ABNF\nGRAMMAR```\n"},
	{"tildes", "a.md", "~~~~ abnf\nGRAMMAR~~~~\n"},
	{"pandoc", "a.md", "```{.abnf #g .numberLines}\nGRAMMAR```\n"},
	{"kramdown below", "a.md", "~~~\nGRAMMAR~~~\n{: .language-abnf #g}\n"},
	{"kramdown below an indented block", "a.md", "Text:\n\n    GRAMMAR{: .language-abnf}\n"},
	{"mmark above", "a.md", "%%%\ntitle = \"x\"\n%%%\n\n{#g type=\"abnf\"}\n~~~\nGRAMMAR~~~\n"},
	{"a fence in a list", "a.md", "1. Item\n\n   text\n\n   ```abnf\n   GRAMMAR   ```\n"},
	{"a fence after CRLF", "a.md", "# T\r\n\r\n```abnf\r\nGRAMMAR```\r\n"},
	{"a fence of standard input", "-", "# T\n\n```bnf\nGRAMMAR```\n"},
	{"ebnf", "a.md", "```ebnf\nGRAMMAR```\n"},
	{"an unmarked fence", "a.md", "# T\n\n```\nGRAMMAR```\n\n```json\n{\"a\": 1}\n```\n"},
	{"a text fence", "a.md", "# T\n\n```text\nGRAMMAR```\nx = y\n"},
	{"a grammar fence", "-", "```grammar\nGRAMMAR```\n"},
	{"an unclosed fence", "a.md", "```abnf\nGRAMMAR"},
	{"indented code", "a.md", "---\ntitle: T\n---\n\nText:\n\n    GRAMMAR\nMore text.\n"},
	{"a tab", "a.md", "Text:\n\n\tGRAMMAR\nMore text.\n"},
	{"Bikeshed", "a.bs", "<h2>T</h2>\n<pre class=abnf>\nGRAMMAR</pre>\n"},
	{"ReSpec", "a.html", "<!doctype html>\n<p>x = y\n<pre class=\"nohighlight abnf\" id='g'>\nGRAMMAR</pre>"},
	{"pre and code", "-", "<html><pre><code class=\"language-abnf\">GRAMMAR</code></pre></html>"},
	{"highlighted", "a.html", "<pre class=\"highlight\"><code class='bnf'><span class=\"nt\">GRAMMAR</span></code></pre>"},
	{"an unmarked pre", "a.htm", "<pre>\nGRAMMAR</pre><p>a = b</p><pre class='idl'>interface A { };</pre>"},
	{"one line", "a.html", "<p>x</p><pre class=example>y</pre><PRE CLASS=abnf>GRAMMAR</PRE><pre>z</pre>"},
	{"pre in Markdown", "a.md", "# T\n\n<pre class=\"abnf\">\nGRAMMAR</pre>\n\n```\nno\n```\n"},
	{"AsciiDoc", "a.adoc", "= T\n\n[source,abnf]\n----\nGRAMMAR----\n\n[source,json]\n----\n1\n----\n"},
	{"AsciiDoc with a title", "-", "[[g]]\n.Title\n[source%nowrap,abnf,linenums]\n....\nGRAMMAR....\n"},
	{"AsciiDoc paragraph", "-", "[source, ebnf]\nGRAMMAR\nText.\n"},
	{"AsciiDoc short form", "a.adoc", "[,abnf]\n----\nGRAMMAR----\n"},
	{"AsciiDoc listing", "a.asciidoc", "= T\n\n----\nGRAMMAR----\n"},
	{"reStructuredText", "a.rst", "T\n=\n\n.. code-block:: abnf\n\n   GRAMMAR\nText.\n"},
	{"options", "-", ".. code-block:: ABNF\n   :name: g\n   :linenos:\n\n   GRAMMAR"},
	{"sourcecode", "a.rst", ".. sourcecode:: ebnf\n\n  GRAMMAR"},
	{"an unmarked directive", "a.rst", ".. code::\n\n  GRAMMAR"},
	{"a literal block", "a.rst", "Text::\n\n  GRAMMAR\nText\n"},
}

// Every form of block is read, whatever the notation, with the lines that it has in the document.
func TestBlockForms(t *testing.T) {
	for _, form := range blockForms {
		for _, lines := range [][]string{
			{`a = "x" / b`, `b = 1*DIGIT`},
			{`a ::= b "," b`, `b ::= [0-9]+`},
			{`<a> ::= <b> | <b> "," <a>`, `<b> ::= "0" | "1"`},
			{`a = "x" , b ;`, `b = "y" | "z" ;`},
			{`first-rule = "x"`, `             / SP second-rule`, `second-rule = %x41-5A`},
		} {
			text := form.text
			if strings.Contains(text, "<pre") || strings.Contains(text, "<PRE") {
				lines = strings.Split(escape(strings.Join(lines, "\n")), "\n")
			}
			before, _, _ := strings.Cut(text, "GRAMMAR")
			blanks := before[strings.LastIndex(before, "\n")+1:]
			if strings.Trim(blanks, " \t") != "" {
				blanks = ""
			}
			text = strings.Replace(text, "GRAMMAR", strings.Join(lines, "\n"+blanks)+"\n", 1)
			g := Extract(syntax.NewSource(form.file, text))
			if g == nil || len(g.Blocks) != 1 {
				t.Errorf("%s: %+v of\n%s", form.name, g, text)
				continue
			}
			check(t, g.Source.Document(), g)
			want := unescape(strings.Join(lines, "\n") + "\n")
			if got := g.Source.Text; got != want && got != strings.ReplaceAll(want, "\n", "\r\n") {
				t.Errorf("%s: %q, want %q, of\n%s", form.name, got, want, text)
			}
			if first := g.Runs[0].First; first != strings.Count(before, "\n")+1 {
				t.Errorf("%s: the grammar begins in line %d of\n%s", form.name, first, text)
			}
		}
	}
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func unescape(text string) string {
	return strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(text)
}

// Examples, configuration files, code and prose are not grammar.
func TestBlocksOfOtherLanguages(t *testing.T) {
	for _, text := range []string{
		"# T\n\n```toml\na = \"x\"\n```\n",
		"# T\n\n```\nname = \"value\"\nsize = 3\n```\n",
		"# T\n\n```\nx = [1, 2]; y = f(x) / 2\n```\n",
		"# T\n\n```sh\na=b\n```\n\n    $ a = b\n\n    more\n",
		"# T\n\n```\nvar a = \"x\", b = \"y\";\nlet c = {d: a | b};\n```\n",
		"<!DOCTYPE html><script>if (a = b) { c = \"x\" / d }</script>" +
			"<pre><code class=language-python>a = \"x\" / b</code></pre>",
		"<html><p>a = \"x\" / b</p><pre>GET / HTTP/1.1\nHost: a\n</pre></html>",
		"[source,java]\n----\nString a = \"x\" + b;\n----\n",
		".. code-block:: python\n\n   a = \"x\" / b\n",
		"# T\n\n```peg\na <- \"x\" / b\n```\n",
	} {
		g := Extract(syntax.NewSource("-", text))
		if g == nil || len(g.Runs) != 0 || len(g.Blocks) != 0 || !g.Kind.HasBlocks() {
			t.Errorf("%q: %+v", text, g)
		}
	}
}

// Tags that HTML defines disappear; others, such as names of classic BNF, are text.
func TestTagsInGrammars(t *testing.T) {
	for _, test := range [][2]string{
		{"<a href='#b'>b</a> = <dfn id=\"x>y\">c</dfn>", "b = c"},
		{"a = b<!-- a = \"c\" -->", "a = b"},
		{"a = b<br>  c = d", "a = b\n  c = d"},
		{"<digit> ::= \"0\" | <more", "<digit> ::= \"0\" | <more"},
		{"a = \"&lt;&amp;&quot;\" / <token, see &#x5B;RFC9110]>", "a = \"<&\"\" / <token, see [RFC9110]>"},
		{"a = \"<\" / b ; 1 < 2 <!-- open", "a = \"<\" / b ; 1 < 2 <!-- open"},
		{"a = <b>c</b> / <c- class=k>d</c->", "a = c / d"},
	} {
		g := Extract(syntax.NewSource("a.html", "<pre class=ebnf>"+test[0]+"</pre>"))
		if g == nil || g.Source.Text != test[1]+"\n" {
			t.Errorf("%s becomes %q", test[0], g.Source.Text)
		}
	}
}

// A marked block makes unmarked ones examples, which are listed if they contain definitions.
func TestUnmarkedBlocks(t *testing.T) {
	g := Extract(syntax.NewSource("a.md", "```abnf\na = \"x\" / \"y\"\n```\n\n```\nb = \"z\" / a\n```\n\n```\nb\n```\n"))
	if len(g.Blocks) != 2 || g.Blocks[0].Left || !g.Blocks[1].Left || g.Source.Text != "a = \"x\" / \"y\"\n" {
		t.Errorf("%+v: %q", g.Blocks, g.Source.Text)
	}
	if only, _ := g.Only([]string{"2"}); only.Source.Text != "b = \"z\" / a\n" {
		t.Errorf("%q", only.Source.Text)
	}
}
