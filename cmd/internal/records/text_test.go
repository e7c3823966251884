package records

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/text"
)

// TestText finds the links in texts. A delimited link is a value in its entirety; any other link
// ends where its IRI ends.
func TestText(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"no link: a://", ""},
		{"see http://a/b. And (http://c/d), mailto:e@f!", "http://a/b http://c/d mailto:e@f"},
		{"<http://a/b> <http://a/b c> <http://h:9x/>", "http://a/b|http://a/b c|http://h:9x/"},
		{"a < http://a/b and <http://c/<http://d/[>", "http://a/b|http://c/|http://d/["},
		{"[x](http://a/(b)/[c]) [y](http://d/| 'title') ![](http://e/", "http://a/(b)/[c]|http://d/||http://e/"},
		{`<a href="http://a/{b}" src='http://c/%zz'> say "http://d/{e}"`, "http://a/{b}|http://c/%zz|http://d/"},
		{`x:schemaLocation="http://a/ http://b/c"`, "http://a/|http://b/c"},
		{`[x](http://a/b\_c) y="http://d/\n"`, "http://a/b|http://d/"},
		{"[![x](http://a/(b](http://c/)", "http://a/(b|http://c/"},
		{`"://" <://> ](://) ="1://a"`, "1://a"},
		{"é <http://é/ü>é", "http://é/ü"},

		// References are decoded in delimited links.
		{`<a href="http://h/?a=1&#38;b=2#c">`, "http://h/?a=1&b=2#c"},
		{`[x](http://h/?a=1&#x26;b=2#c) ![](<http://h/&amp;>)`, "http://h/?a=1&b=2#c|http://h/&"},
		{`src='http://h/&#39;&quot;&apos;'`, `http://h/'"'`},
		{`href="http://h/?a=1&copy=2&lt&notit;&x;&;&"`, "http://h/?a=1&copy=2&lt&notit;&x;&;&"},
		{`href="http://h/?a=1&#38b=2#c" [x](http://h/?a=1&#38b=2)`, "http://h/?a=1&b=2#c|http://h/?a=1&#38b=2"},
		{"<http://h/&#X5b;&acE;&nvlt;&#0;&#00000038;>", "http://h/[\u223e\u0333&nvlt;\ufffd&#00000038;"},
		{"see http://h/?a&#38;b", "http://h/?a&#38;b"},

		// A blank ends a link in a list, and before a title.
		{`href="http://h/a b" src='http://h/a b ' HREF="http://h/a "`, "http://h/a b|http://h/a b|http://h/a"},
		{`srcset="http://h/a 1x, http://h/b 2x" data-src="http://h/{ b"`, "http://h/a|http://h/b|http://h/{"},
		{`x="http://h/{ b`, "http://h/{"},
		{`[x](http://h/a b) [x](http://h/a|  (t) ) [x](http://h/a b "t")`, "http://h/a b|http://h/a||http://h/a b"},
		{"[x](http://h/a (b) c) [x](http://h/a ((b)))", "http://h/a (b) c|http://h/a ((b))"},
		{`[x](http://h/a "t\" u") [x](http://h/a "t" u) [x](http://h/a| b`, `http://h/a|http://h/a "t" u|http://h/a|`},
		{"[x](http://h/{{ site.url }}/a) [x](http://h/{ b [x](http://h/c 't",
			"http://h/{{ site.url }}/a|http://h/{|http://h/c"},
	} {
		var r Record
		s := &Text{lines: Lines{Separator: '\n'}, prose: prose{find: text.Find}}
		if rest := s.Next(&r, []byte(test.text+"\n")); len(rest) > 0 || r.Blank != (test.want == "") {
			t.Errorf("%q: the rest is %q, blank is %v", test.text, rest, r.Blank)
		}
		var found []string
		for _, v := range r.Values {
			found = append(found, string(v.Text))
		}
		if got := strings.Join(found, "|"); got != test.want && strings.Join(found, " ") != test.want {
			t.Errorf("%q: %s, not %s", test.text, got, test.want)
		}
	}
}

// The end of a link is uncertain if more text precedes its closing delimiter.
func TestTextIsUncertain(t *testing.T) {
	for input, want := range map[string]bool{
		`href="http://h/{"`: false, `href="http://h/{ "`: false, `href="http://h/{ b"`: true,
		`x="http://h/{ "`: false, `x="http://h/{ b"`: true, `x="http://h/{ b`: true, `x='http://h/{` + "\tb'": true,
		"[x](http://h/{)": false, "[x](http://h/{ )": false, `[x](http://h/{ "t" )`: false, "[x](http://h/{ (t))": false,
		"[x](http://h/{": true, "[x](http://h/{ b)": true, "[x](http://h/{ b": true, `[x](http://h/{ b "t")`: true,
		`[x](http://h/{ "t`: true, `[x](http://h/{ "t"`: true, "[x](http://h/{ [x](http://h/)": true,
		"<http://h/{>": false, "<http://h/{ b>": false, // the delimiters enclose the blank
	} {
		var r Record
		(&Text{lines: Lines{Separator: '\n'}, prose: prose{find: text.Find}}).Next(&r, []byte(input))
		if got := r.Values[0].Uncertain; got != want {
			t.Errorf("%s: the end of %q is uncertain: %v", input, r.Values[0].Text, got)
		}
	}
}

// FuzzReferences compares the offsets of decoded bytes with the references there.
func FuzzReferences(f *testing.F) {
	f.Add([]byte("a&amp;b&#38;c&#x26;&acE;&copy=&#38x&;&"), true)
	f.Fuzz(func(t *testing.T, raw []byte, attribute bool) {
		r := references
		if attribute {
			r = htmlReferences
		}
		text := r.Append(nil, raw)
		if !bytes.Contains(raw, []byte("&")) && !bytes.Equal(text, raw) {
			t.Fatalf("%q becomes %q", raw, text)
		}
		last := 0
		for offset := range text {
			at, length := r.Origin(raw, offset)
			piece := r.Append(nil, raw[at:at+length])
			same := length > 1 || length == 1 && raw[at] == text[offset]
			if at < last || !same || !bytes.Contains(piece, text[offset:offset+1]) {
				t.Fatalf("%q: byte %d of %q comes from %d, %d", raw, offset, text, at, length)
			}
			last = at
		}
		if at, length := r.Origin(raw, len(text)); at != len(raw) || length != 0 {
			t.Fatalf("%q: the end comes from %d, %d", raw, at, length)
		}
	})
}

// TestTextIsLinear reads lines with many opening delimiters. Searching the rest of the line at each
// of them would take an hour.
func TestTextIsLinear(t *testing.T) {
	many := testkit.Few(500_000)
	for _, piece := range []string{"<a://", "](a://", "](a://\\", `="a://`, "='a://\\", "a://", "<a://\\>",
		"](a:// b", "](a:// (", `](a:// "`, "](a:// 'b \"", " (", `="a:// `, "='a:// \"", `href="a:// `,
		"<a://&", "](a://&#1"} {
		var r Record
		(&Text{lines: Lines{Separator: '\n'}, prose: prose{find: text.Find}}).Next(&r, []byte(strings.Repeat(piece, many)))
		if len(r.Values) > many {
			t.Errorf("%q: %d values", piece, len(r.Values))
		}
	}
}

// FuzzText checks that the values of any line are in order and do not overlap, and that each IRI
// found in it overlaps a value.
func FuzzText(f *testing.F) {
	f.Add("a <http://a/b c> [x](http://d) y='http://e' http://f/")
	f.Add("<a://<b://](c://=\"d://")
	f.Add("[x](a://b c \"t\") href='a://b&amp; c' x=\"a:// b\"")
	f.Fuzz(func(t *testing.T, input string) {
		var r Record
		line, _, _ := strings.Cut(input, "\n")
		if line == "" {
			return
		}
		(&Text{lines: Lines{Separator: '\n'}, prose: prose{find: text.Find}}).Next(&r, []byte(line))
		raw := func(v Value) []byte {
			if v.Escapes != nil {
				return v.Escapes.Append(nil, r.Raw[v.Start:v.End])
			}
			return r.Raw[v.Start:v.End]
		}
		last := 0
		for _, v := range r.Values {
			if v.Start < last || v.End <= v.Start || !bytes.Equal(v.Text, raw(v)) {
				t.Fatalf("%q: %+v", line, r.Values)
			}
			last = v.End
		}
		for s := range text.Find(string(r.Raw)) {
			if !slices.ContainsFunc(r.Values, func(v Value) bool { return v.Start < s.End && s.Start < v.End }) {
				t.Fatalf("%q: %q is in no value of %+v", line, r.Raw[s.Start:s.End], r.Values)
			}
		}
	})
}
