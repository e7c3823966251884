package extract

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/testkit"
)

// FuzzExtract checks that [Extract] keeps its promises for any input.
func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no documents (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a directory
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		names := []string{"fuzz", "fuzz.md", "fuzz.html", "fuzz.adoc", "fuzz.rst"}
		document := syntax.NewSource(names[len(text)%len(names)], text)
		g := Extract(document)
		if g == nil {
			return
		}
		check(t, document, g)
		g.Several()
		if len(g.Blocks) > 0 {
			only, _ := g.Only([]string{"1"})
			check(t, document, only)
		}
		for _, d := range syntax.Dialects() {
			_, list := notation.Read(g.Source, d)
			for _, item := range list.Items {
				at, n := g.Source.Span(item.Pos, item.Len)
				line, start := g.Source.Line(item.Pos)
				if on := int(item.Pos - start); int(at)+n > len(text) || on < 0 || on > len(line)+len("\r\n") {
					t.Errorf("%s: %+v is at %d, %d bytes", d, item, at, n)
				}
			}
		}
	})
}

// Any text of 256 KiB takes linear time; quadratic time would take hours. By default one in three
// texts is tried, and one in four of the XML ones.
func TestHostile(t *testing.T) {
	size := testkit.Few(1 << 18)
	const title = "Request for Comments: 1\n\n"
	fill := func(pattern string) string { return strings.Repeat(pattern, size/len(pattern)+1) }
	var chain, wide strings.Builder
	for i := 0; chain.Len() < size; i++ {
		chain.WriteString(" a" + strconv.Itoa(i) + " = a" + strconv.Itoa(i+1) + " \"x\"\n")
	}
	wide.WriteString("a = b\n c =")
	for i := range testkit.Few(40_000) {
		wide.WriteString(" a" + strconv.Itoa(i))
	}
	for i := range testkit.Few(40_000) {
		wide.WriteString("\n a" + strconv.Itoa(i) + " = c \"x\"")
	}
	texts := []string{chain.String(), wide.String(), " a = \"x\" " + fill(" a"), " a = \"x\"\n" + fill("  a\n")}
	for _, pattern := range []string{
		"<", "[", "(", "\"", "*", "|", " ", "\t", "\n", "\f", "\r", "\x00", "\xFF", "a", "=", ";", "a = ",
		" a = b\n", " a = <\n",
		"  a\n\n", "\f\n", "x  [Page 1]\n", "[Page ", "a ::= [", "a ::= /* ", "a ::= <", " a = \"", " a\n  = ",
		"/\n", "\t\ta\n",
		"a b c 1 2\n\f", "~~~ abnf\n", "~~~ abnf\na = b\n~~~\n", "1 ", "i ", "a = a a a a a a\n",
	} {
		texts = append(texts, fill(pattern), " a = "+fill(pattern))
	}
	for _, pattern := range []string{"<", "[", "'", "/*", "(", "#x"} {
		texts = append(texts, " a ::= "+fill(pattern))
	}
	for i, text := range texts {
		if !testkit.OneIn(3, i) {
			continue
		}
		document := syntax.NewSource("hostile", title+text)
		if g := Extract(document); g != nil && len(g.Source.Text) > 9*len(document.Text) {
			t.Errorf("%.40q becomes %d bytes", text, len(g.Source.Text))
		}
	}
	for i, pattern := range []string{
		"<", "<!--", "<![CDATA[", "&", "&lt;", "&a", "<a b=\"", "</a>", "<sourcecode>", "<artwork/>", "<?", "<!x [", "]]>",
		"<artwork>a = b</artwork>", "a\n", " a = b &lt;\n",
	} {
		for j, open := range []string{"<rfc>", "<rfc><artwork type=\"abnf\">", "<rfc><artwork><![CDATA["} {
			if !testkit.OneIn(4, 3*i+j) {
				continue
			}
			Extract(syntax.NewSource("hostile", open+fill(pattern)))
		}
	}
	for i, pattern := range []string{
		"```\n", "```abnf\n", "~~~~\n~~~\n", "{: #a}\n", "[source,abnf]\n", "----\n", ".. code-block:: abnf\n", "a::\n",
		" a::\n  :b: c\n", "    a = b\n\n", "    a = \"b\" / c\n    ```\n", "<pre>", "<pre ", "<pre class=abnf>a</pre>",
		"<pre><code ", "<!--", "<br>", "<a", "&", "&lt;", "a = \"b\" / c\n", "```bnf\na = b\n```\n",
		"\n```\na = \"x\" , b ;\n```\n",
	} {
		for j, open := range []string{"", "```\n", "<pre class=abnf>", ".. code::\n\n  "} {
			if !testkit.OneIn(4, i+j) {
				continue
			}
			for _, name := range []string{"a.md", "a.html", "a.adoc", "a.rst"} {
				if g := Extract(syntax.NewSource(name, open+fill(pattern))); g != nil {
					g.Several()
				}
			}
		}
	}
}
