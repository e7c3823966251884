package records

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// TestText finds the links of texts. Links with marks are values as a whole, and others end where
// an IRI ends.
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
	} {
		var r Record
		s := &Text{lines: Lines{Separator: '\n'}, find: iri.Find}
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

// TestTextIsLinear reads lines with many opening marks. A search of the rest of the line at each
// of them would take an hour.
func TestTextIsLinear(t *testing.T) {
	many := testkit.Few(500_000)
	for _, piece := range []string{"<a://", "](a://", "](a://\\", `="a://`, "='a://\\", "a://", "<a://\\>"} {
		var r Record
		(&Text{lines: Lines{Separator: '\n'}, find: iri.Find}).Next(&r, []byte(strings.Repeat(piece, many)))
		if len(r.Values) > many {
			t.Errorf("%q: %d values", piece, len(r.Values))
		}
	}
}

// FuzzText checks the values of any line. They are in order and do not overlap. Each IRI found
// without marks overlaps with a value.
func FuzzText(f *testing.F) {
	f.Add("a <http://a/b c> [x](http://d) y='http://e' http://f/")
	f.Add("<a://<b://](c://=\"d://")
	f.Fuzz(func(t *testing.T, text string) {
		var r Record
		line, _, _ := strings.Cut(text, "\n")
		if line == "" {
			return
		}
		(&Text{lines: Lines{Separator: '\n'}, find: iri.Find}).Next(&r, []byte(line))
		last := 0
		for _, v := range r.Values {
			if v.Start < last || v.End <= v.Start || !bytes.Equal(v.Text, r.Raw[v.Start:v.End]) {
				t.Fatalf("%q: %+v", line, r.Values)
			}
			last = v.End
		}
		for s := range iri.Find(string(r.Raw)) {
			if !slices.ContainsFunc(r.Values, func(v Value) bool { return v.Start < s.End && s.Start < v.End }) {
				t.Fatalf("%q: %q is in no value of %+v", line, r.Raw[s.Start:s.End], r.Values)
			}
		}
	})
}
