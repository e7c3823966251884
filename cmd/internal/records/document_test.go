package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/text"
)

func newDocument(format Format) *document {
	return &document{linker: linker{format: format, find: text.Find}}
}

// linksOf returns the links of a document as "line:column text", obtained from its records.
func linksOf(format Format, source string) (found []string) {
	d := newDocument(format)
	var r Record
	line := 1
	for rest := []byte(source); len(rest) > 0; line += r.Lines {
		rest = d.Next(&r, rest)
		for _, v := range r.Values {
			before := r.Raw[:v.Start]
			column := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
			found = append(found, fmt.Sprintf("%d:%d %s", line+bytes.Count(before, newline), column, v.Text))
		}
	}
	return found
}

// TestHTML finds links in HTML and XML.
func TestHTML(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`<A HREF=a/b?c=1&amp;d=/e>`, "1:9 a/b?c=1&d=/e"},
		{`<a href=" x|y&#228;" href='z' href= href="">`, "1:11 x|yä|1:28 z|1:37 href=\"\""},
		{"<a\nhref='b\n c'\n src=\"d\">", "2:7 b\n c|4:7 d"},
		{`<a/href="b"/x=y><a href="b`, "1:10 b"},
		{`<img srcset=",a 1x, b(,c (1, 2) 2w,d,,e|&amp; ," imagesrcset="f,g">`, "1:15 a|1:21 b(,c|1:36 d,,e|&|1:63 f,g"},
		{`<a ping="a  b"><form action="{id}"><q cite=c><video poster=d><object data=e><p data=f>`,
			"1:10 a|1:13 b|1:30 {id}|1:44 c|1:60 d|1:75 e"},
		{`<base href="/x/"><p data-action="a->b" action={c} data-src=a data-srcset="b 1x" data-x="http://h:9x/ c"` +
			` data-y="a http://b/ c">`,
			"1:13 /x/|1:60 a|1:75 b|1:89 http://h:9x/|1:115 http://b/"},
		{`<p style="a:url(&quot;b|c&quot;) URL( d )" onclick="a='http://h/'"><a href="javascript:x y">`,
			"1:23 b|c|1:39 d"},
		{"<style>/* url(a) */ @import 'b'; x{y:url(c\\7C d)url('e f')curl(g)url()}'url(h)'</style><p>url(i)",
			"1:30 b|1:42 c|d|1:54 e f"},
		{"<style>@import url(a)\n'b'; @import 'c\n' url(d", "1:20 a"},
		{`<!-- <a href=a> --><script>"<a href=b>http://h/"</script><code>http://h/</code><pre><a href=c></pre>d`,
			"1:93 c"},
		{"<title>http://a/&amp;b &lt;http://c/&gt;</title>é http://d/&auml;.",
			"1:8 http://a/&b|1:28 http://c/|1:51 http://d/ä"},
		{`<?xml version="1.0"?><loc> http://a/?b&amp;c </loc><image:loc><![CDATA[http://d/&amp;e f]]></image:loc>`,
			"1:28 http://a/?b&c|1:72 http://d/&amp;e f"},
		{`<?xml?><title/><link href="a"/><x><![CDATA[<a href=b> http://c/ ]]></x>`, "1:28 a|1:55 http://c/"},
		{`<![CDATA[<a href=b>`, ""},
		{`<meta http-equiv=refresh content="0; url=a?b&amp;c "><meta content='.5,URL = "b|c"d' http-equiv=" REFRESH">`,
			"1:42 a?b&c|1:79 b|c"},
		{`<meta http-equiv=refresh content=7><meta http-equiv=Refresh content="5;"><meta http-equiv=refresh content="x;a">` +
			`<meta http-equiv=refresh content="1 a"><meta http-equiv=refresh content='0;url=""'><meta content="0;url=b">` +
			`<meta http-equiv=refresh content="0;urla"><meta http-equiv=refresh content=0;u>`,
			"1:149 a|1:256 urla|1:297 u"},
		{`<path fill="red url( a ) x" stroke=url(#b) MASK="url('c\'d')" clip-path="none" filter="http://h/"` +
			` marker-end='URL("e")'>`,
			"1:22 a|1:40 #b|1:55 c'd|1:88 http://h/|1:116 e"},
		{`<noscript><a href=b></noscript><iframe><a href=c></iframe><textarea><a href=d></textarea>`, "1:19 b"},
	} {
		if got := strings.Join(linksOf(HTML, test.source), "|"); got != test.want {
			t.Errorf("%s\n%q, not\n%q", test.source, got, test.want)
		}
	}
}

// TestCSS finds links in style sheets.
func TestCSS(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"@import 'a|b.css';\n.c { d: url( \"e f\" ), URL(\\7C g) }", "1:10 a|b.css|2:15 e f|2:27 |g"},
		{"/* url(a) http://b/ */ c:hover { content: 'url(d)' } http://e/", ""},
		{"<style>a{b:url(c&amp;d)}</style>", "1:16 c&amp;d"},
		{"a{b:url('c\nd)} e{f:url(g", "2:13 g"},
		{"@IMPORT url(a) print;\r\n@import \"b\";@charset \"c\";", "1:13 a|2:10 b"},
	} {
		if got := strings.Join(linksOf(CSS, test.source), "|"); got != test.want {
			t.Errorf("%s\n%q, not\n%q", test.source, got, test.want)
		}
	}
}

// TestMarkdown finds links in Markdown.
func TestMarkdown(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`[a](b|c "t http://t/") ![d](<e f>) [g](h\_\i&amp;&lt)`, "1:5 b|c|1:12 http://t/|1:30 e f|1:40 h_\\i&&lt"},
		{"[a]: b|c 't'\n[a]: <d e>\n[^f]: http://n/.\n\n[x][a] [y]() <mailto:a@b> <a@b>",
			"1:6 b|c|2:7 d e|3:7 http://n/|5:15 mailto:a@b"},
		{"> - <http://a/{b}>\n>   [c](d)", "1:6 http://a/{b}|2:9 d"},
		{"`http://a/` [`http://b/`](c)\n\n    http://d/\n\n```\nhttp://e/\n```\nhttp://f/__i__.",
			"1:27 c|8:1 http://f/__i__"},
		{"> <img\n> src=\"a|b\">\n\nx <a href=c&amp;d> <!-- <a href=e> -->\n\n<!--\nhttp://f/\n-->\n",
			"2:8 a|b|4:11 c&d"},
		{"[a](http://h/x y.png) [b](http://h/{{ x }})", "1:5 http://h/x y.png|1:27 http://h/{{ x }}"},
		{"[a](my file.md) ![b](/c d \"t\") [e](#f g) [h](i j.md#k) http://l/ [m](./n o)",
			"1:5 my file.md|1:22 /c d|1:36 #f g|1:46 i j.md#k|1:56 http://l/|1:70 ./n o"},
		{"f[T](a, b) [1](see below) [c] (d e.md) [f](g, h.md) [i](j\n[k](l m [n](mailto:o@p q.md)", "2:13 mailto:o@p"},
		{"http://a/?b&amp;c=&ouml; http://d/&unknown;e&f http://g/\\_h\\i http&#58;//j/&#x6b; [l](m n&amp;o\\_p.q)",
			"1:1 http://a/?b&c=ö|1:26 http://d/&unknown;e&f|1:48 http://g/_h|1:63 http://j/k|1:87 m n&o_p.q"},
		{"(http://a/b&#41; <http://c/ d&amp;> [e](http://f/g\\_h i) &lt;http://j/&gt;\r\nhttp://k/&amp;",
			"1:2 http://a/b|1:19 http://c/ d&|1:41 http://f/g_h i|1:62 http://j/|2:1 http://k/&"},
		{"[![a](b)](c) **http://d/** [e](f(g)h)", "1:7 b|1:11 c|1:16 http://d/|1:32 f(g)h"},
		{"| [a](b) | http://c/ |\r\n|-|-|\r\n| <http://d/> |\r\n", "1:7 b|1:12 http://c/|3:4 http://d/"},
	} {
		if got := strings.Join(linksOf(Markdown, test.source), "|"); got != test.want {
			t.Errorf("%s\n%q, not\n%q", test.source, got, test.want)
		}
	}
}

// TestCode finds IRIs in code if requested.
func TestCode(t *testing.T) {
	for format, source := range map[Format]string{
		HTML:     `<code>http://a/</code><script>"http://a/"</script><a href="javascript:a" onclick="x='http://a/'">`,
		Markdown: "`http://a/`\n\n    http://a/\n\n```\nhttp://a/\n```\n<code>http://a/</code>",
	} {
		d := &document{linker: linker{format: format, find: text.Find, code: true}}
		if d.parse([]byte(source)); len(d.links) != 4 {
			t.Errorf("%s: %v", source, d.links)
		}
	}
}

// TestCodeIsVerbatim finds IRIs in code without decoding references and backslashes.
func TestCodeIsVerbatim(t *testing.T) {
	const source = "`http://a/?b&amp;c` http://a/?b&amp;c\n\n    http://d/?e&amp;\\_f\n"
	d := &document{linker: linker{format: Markdown, find: text.Find, code: true}}
	d.parse([]byte(source))
	values, _ := valuesOf(nil, nil, d.text, 0, d.links)
	var got []string
	for _, v := range values {
		got = append(got, string(v.Text))
	}
	if want := "http://a/?b&amp;c|http://a/?b&c|http://d/?e&amp"; strings.Join(got, "|") != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestCopied locates destinations that are not slices of the text.
func TestCopied(t *testing.T) {
	for _, test := range []struct {
		source string // after the last link, which ends at "^"
		want   int    // -1 if there is none
	}{
		{"[b](b)", 4},
		{"b [b](^[b](b)", 10},
		{"[b](< b>)", 6},
		{"b [b]:\tb", 7},
		{"(b) b", 1},
		{"[a](^a)", -1},
		{"", -1},
	} {
		before, after, _ := strings.Cut(test.source, "^")
		source := []byte(before + after)
		m := markdown{linker: &linker{}, source: source, view: source}
		if after != "" {
			m.links = []link{{end: len(before)}}
		}
		at, ok := m.copied([]byte("b"))
		if test.want >= 0 != ok || ok && at != test.want {
			t.Errorf("%q: %d %t, not %d", test.source, at, ok, test.want)
		}
		m.add([]byte("b"), nil, nil, nil)
		if len(m.links) > 0 && m.links[len(m.links)-1].end > len(source) {
			t.Errorf("%q: %v", test.source, m.links)
		}
	}
}

// examples reads the CommonMark examples from the goldmark module.
func examples(t *testing.T) (list []struct{ Markdown string }) {
	testkit.NeedProcesses(t)
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "_test", "spec.json"))
	if err == nil {
		err = json.Unmarshal(content, &list)
	}
	if err != nil || len(list) < 650 {
		t.Fatalf("%d examples, %v", len(list), err)
	}
	return list
}

// rendered returns the references in the HTML that goldmark renders for a Markdown document.
func rendered(t *testing.T, source []byte) (list []string) {
	var page bytes.Buffer
	if err := goldmark.New(goldmark.WithRendererOptions(renderer.WithUnsafe())).Convert(source, &page); err != nil {
		t.Fatal(err)
	}
	for z := html.NewTokenizer(&page); ; {
		token := z.Next()
		if token == html.ErrorToken {
			return list
		}
		if token != html.StartTagToken && token != html.SelfClosingTagToken {
			continue
		}
		for _, a := range z.Token().Attr {
			email := strings.HasPrefix(a.Val, "mailto:") && !bytes.Contains(source, []byte(a.Val))
			if (a.Key == "href" || a.Key == "src") && strings.Trim(a.Val, whitespace) != "" && !email {
				list = append(list, escaped(a.Val))
			}
		}
	}
}

// escaped percent-encodes a reference as goldmark does.
func escaped(s string) string { return string(util.URLEscape([]byte(s), false)) }

// TestCommonMark compares the links in the examples of CommonMark with those in goldmark's HTML. A
// definition is one link, however often it is used. The HTML lacks links in the alternative text of
// an image.
func TestCommonMark(t *testing.T) {
	links := 0
	for i, example := range examples(t) {
		source := []byte(example.Markdown)
		d := newDocument(Markdown)
		d.parse(source)
		values, _ := valuesOf(nil, nil, source, 0, d.links)
		var got []string
		for _, v := range values {
			if v.frame != nil {
				got = append(got, escaped(string(v.Text)))
			}
		}
		want := rendered(t, source)
		links += len(want)
		slices.Sort(got)
		slices.Sort(want)
		if bytes.Contains(source, []byte("]:")) {
			want, got = slices.Compact(want), slices.Compact(got)
			got = slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) }) // not used
		}
		if alt := []int{520, 574, 575}; slices.Contains(alt, i+1) != !slices.Equal(got, want) {
			t.Errorf("example %d, %q: %q, not %q", i+1, source, got, want)
		}
	}
	if links < 140 {
		t.Errorf("%d links", links)
	}
}

// FuzzHTML compares attributes with those of the tokenizer of x/net/html, which keeps only the
// first of several attributes with the same name.
func FuzzHTML(f *testing.F) {
	f.Add(`<a href=b/c x='d'/y="e"=f =g h = i j/k=l><a b=c`)
	f.Fuzz(func(t *testing.T, source string) {
		source = strings.ReplaceAll(source, "\x00", "") // the tokenizer replaces NULs
		z, at := html.NewTokenizer(strings.NewReader(source)), 0
		for token := z.Next(); token != html.ErrorToken; token = z.Next() {
			raw := source[at : at+len(z.Raw())]
			if at += len(raw); raw != string(z.Raw()) {
				t.Fatalf("%q: a token is %q, not %q", source, z.Raw(), raw)
			}
			if token != html.StartTagToken && token != html.SelfClosingTagToken {
				continue
			}
			got, want := map[string]string{}, map[string]string{}
			for a := range attributes([]byte(raw)) {
				if _, ok := got[a.name]; !ok {
					got[a.name] = raw[a.start:a.end]
				}
			}
			for more := true; more; {
				var key, value []byte
				key, value, more = z.TagAttr()
				want[string(key)] = string(value)
			}
			for name, value := range want {
				plain := !strings.ContainsAny(value+got[name], "&\r\x00")
				if v, ok := got[name]; ok && plain && v != value || !ok && value != "" {
					t.Fatalf("%q: %s is %q, not %q", raw, name, v, value)
				}
			}
		}
		inOrder(t, HTML, source)
	})
}

// FuzzMarkdown compares the references in arbitrary documents with those in goldmark's HTML.
func FuzzMarkdown(f *testing.F) {
	f.Add("[a](b|c 'd') <http://e/> ![f](<g>)\n\n> [h]: i\\_&amp;\n\n<img src=j>\n- `k` [l](m(n)")
	f.Fuzz(func(t *testing.T, source string) { inOrder(t, Markdown, source) })
}

// inOrder checks that links do not overlap, and that the records contain the links of the document.
func inOrder(t *testing.T, format Format, source string) {
	d := newDocument(format)
	d.parse([]byte(source))
	last := 0
	for _, l := range d.links {
		if l.start < last || l.end <= l.start || l.end > len(source) {
			t.Fatalf("%q: %+v", source, d.links)
		}
		last = l.end
	}
	if n := len(linksOf(format, source)); n != len(d.links) {
		t.Fatalf("%q: %d links, not %d", source, n, len(d.links))
	}
}

// TestDocumentsAreLinear reads documents for which goldmark would take hours.
func TestDocumentsAreLinear(t *testing.T) {
	many := testkit.Fewest(500_000)
	for _, piece := range []string{">", "> ", "- ", "[", "[a](<b", "![a](b", "[`", "*a **b ", "[a]: b\n", "- -\n", "<a x",
		"<!--", "<a href='", "url(", "@import", "&#1;", "a\n", "<div>\n", "http://a/&amp; ", "|[a](b)\n"} {
		for _, format := range []Format{HTML, Markdown} {
			inOrder(t, format, strings.Repeat(piece, many/len(piece)))
		}
	}
}

// TestPlacesInDocuments locates the links in a record of many lines, which must take linear time.
func TestPlacesInDocuments(t *testing.T) {
	many := testkit.Few(100_000)
	source := "\n\xef\xbb\xbf<a href=é><a href='é\n'>é<a href='" + strings.Repeat("x\ny'><a href='", many) + "z\r\n'>"
	r := open(t, Options{Format: HTML, Find: text.Find}, strings.NewReader(source))
	var got []string
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		for i := range record.Values {
			if l := r.Line(i); i < 2 || i == many {
				got = append(got, fmt.Sprintf("%d %d %d %s", l.Number, l.Begin, l.Indent, l.Record))
			}
		}
	}
	want := []string{"2 11 9 \ufeff<a href=é><a href='é", "2 23 20 \ufeff<a href=é><a href='é",
		"3 13 12 '>é<a href='x\ny'><a href='x", "4 12 12 y'><a href='x\ny'><a href='x",
		fmt.Sprint(3+many, " 12 12 y'><a href='z")}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not\n%q", got, want)
	}
}

// FuzzReread replaces links and compares the texts with those read from the resulting document.
func FuzzReread(f *testing.F) {
	for _, source := range []string{"<a href='b'>c http://d/&amp;e <img srcset='f 1x,g'>",
		"<style>a{b:url('c')}</style><loc>d</loc>",
		"<p style=\"x:url(&quot;a&quot;)\" ping='b c' data-x=\"http://d/\">", "<a href=b>"} {
		f.Add(source, "x)y", true)
		f.Add(source, "x, y", true)
		f.Add(source, `x"y'z`, true)
	}
	f.Add("<meta http-equiv=refresh content='0;url=a'><meta http-equiv=refresh content=\"0;url='b'c\">", "x)y'", true)
	f.Add("<path fill='url(a)' mask=url(b)>", "x)y", true)
	f.Add("http://a/&amp;b\\_c [x](y&amp; z.md)", "&x", false)
	f.Add("<p x='a http://h/b'>", ".", true)
	f.Add("[a](b) <http://c/> [d]( <e> 't') http://f/&amp; (http://g/)\n\n[h]: i", "x)y", false)
	f.Add("[a](b) <http://c/> [d]( <e> 't') http://f/ 'http://g/'\n\n[h]: i", "x'>.", false)
	f.Fuzz(func(t *testing.T, source, change string, isHTML bool) {
		format := Markdown
		if isHTML {
			format = HTML
		}
		d, again := newDocument(format), newDocument(format)
		var r Record
		if source == "" || strings.Trim(change, "xyz.,;:'\"()>@?#/=") != "" { // few occur in IRIs
			return
		}
		rest := d.Next(&r, []byte(source))
		stored, texts := make([][]byte, len(r.Values)), make([][]byte, len(r.Values))
		var record []byte
		at := 0
		for i, v := range r.Values {
			stored[i] = append(bytes.Clone(r.Raw[v.Start:v.End]), change...)
			texts[i] = append(bytes.Clone(v.Text), change...)
			record = append(append(record, r.Raw[at:v.Start]...), stored[i]...)
			at = v.End
		}
		record = append(record, r.Raw[at:]...)
		if !again.reads(&r, record, stored, texts) {
			return
		}
		all := append(slices.Clone(record), source[len(source)-len(rest):]...)
		if len(r.Values) == 0 || len(rest) > 0 && !bytes.HasSuffix(r.Raw, newline) {
			return
		}
		again.parse(all)
		values, _ := valuesOf(nil, nil, all, 0, again.links[:min(len(texts), len(again.links))])
		got := [][]byte{}
		for _, v := range values {
			got = append(got, v.Text)
		}
		if !slices.EqualFunc(got, texts, bytes.Equal) {
			t.Fatalf("%q becomes %q: %q, not %q", source, all, got, texts)
		}
	})
}
