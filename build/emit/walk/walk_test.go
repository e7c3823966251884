package walk

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/internal/svgtest"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables"
)

func table(t *testing.T, text, rule string) tables.Rule {
	t.Helper()
	g, err := build.Compile(t.Context(), syntax.NewSource("test.abnf", text), build.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	table, err := g.Table(rule)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func iri(t *testing.T) tables.Rule {
	t.Helper()
	b, _ := build.FindBundled("rfc3987")
	return table(t, b.Source().Text, "IRI")
}

func trace(t *testing.T, rule tables.Rule, text string) *Trace {
	t.Helper()
	trace, err := New(rule, "", text)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func TestPictures(t *testing.T) {
	rule := iri(t)
	member, fails := trace(t, rule, "http://example.org/é"), trace(t, rule, "http://user@example.org:80/a b?q#f")
	golden.Compare(t, "testdata/member.svg", member.SVG())
	golden.Compare(t, "testdata/fails.svg", fails.SVG())
	page, err := Page(member, fails)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/page.html", page)
}

func TestVerdict(t *testing.T) {
	rule := iri(t)
	nested := table(t, "a = \"(\" [a] \")\"", "a")
	for _, test := range []struct {
		rule tables.Rule
		text string
		want string
	}{
		{rule, "a:", "A member of IRI."},
		{rule, "", `Not yet a member of IRI: the string ends too early.|Expected: a letter.|` +
			`A member with the same beginning: "a:".`},
		{rule, "é:", `Not a member of IRI: unexpected "é" at character 1, byte 1.|Expected: a letter.|A member with`},
		{rule, "a:é é", `Not a member of IRI: unexpected space at character 4, byte 5.`},
		{rule, "a:é\u202e\t", `Not a member of IRI: unexpected U+0009 at character 5, byte 8.`},
		{rule, "a:\xc3(", `Not a member of IRI: unexpected "(" at character 4, byte 4.|Expected: the rest`},
		{rule, "a:\xff", `Not a member of IRI: unexpected byte 0xFF at character 3, byte 3.`},
		{rule, "a:\ue000", "Not a member of IRI: unexpected U+E000 at character 3, byte 3."},
		{nested, "(()", `Not yet a member of a: the string ends too early.|Expected: ")".|` +
			`A member with the same beginning: "(())".`},
		{table(t, "a = \"x\" a", "a"), "x", "Not a member of a, which has no members."},
		{table(t, "a = \"\"", "a"), "", "A member of a."},
		{table(t, `a = ""`, "a"), "x", `Not a member of a: unexpected "x" at character 1, byte 1.|Expected: the end.|`},
		{table(t, "a = "+strings.Join(every(40), "/"), "a"), "x",
			`Not a member of a: unexpected "x" at character 1, byte 1.|Expected: U+00E9, U+00EB, `},
	} {
		trace := trace(t, test.rule, test.text)
		if got := strings.Join(trace.verdict(), "|"); !strings.HasPrefix(got, test.want) {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		if trace.Member() != test.rule.Valid(test.text) {
			t.Errorf("%q: member is %v", test.text, trace.Member())
		}
		check(t, trace)
	}
}

// every returns n alternatives in ABNF whose first characters are not adjacent.
func every(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%%x%X \"q\"", 0xE9+2*i))
	}
	return list
}

// check checks the picture and the page of a trace: well-formed, without overlaps, and the same
// again.
func check(t *testing.T, trace *Trace) {
	t.Helper()
	picture := trace.SVG()
	if err := svgtest.Check(picture); err != nil {
		t.Errorf("%.60q: %v", trace.text, err)
	}
	page, err := Page(trace)
	if again, err := Page(trace); picture != trace.SVG() || page != again || err != nil {
		t.Errorf("%.60q: not the same bytes again (%v)", trace.text, err)
	}
	if err != nil {
		t.Error(err)
	}
	_, rest, _ := strings.Cut(page, "<main>")
	for d := xml.NewDecoder(strings.NewReader("<main>" + strings.TrimSuffix(rest, "</body>\n</html>\n"))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Errorf("%.60q: the page: %v", trace.text, err)
			break
		}
	}
}

// For random strings, the trace agrees with a byte-wise walk of the table: the verdict, the bytes
// read, and the state after each character. The components are those of the table.
func TestTrace(t *testing.T) {
	rule := iri(t)
	parts := []string{"http", ":", "//", "u", "@", "h.example", ":80", "/", "é", "日", "\u202e", "e\u0301", "?", "#",
		"[::1]", "%C3", "%", " ", "\xff", "\xe2\x82", "\x00", "<&>\"'"}
	random := rand.New(rand.NewPCG(1, 2))
	members := 0
	for range 300 {
		text := "a:"
		for range random.IntN(12) {
			text += parts[random.IntN(len(parts))]
		}
		trace := trace(t, rule, text)
		check(t, trace)
		state, read := rule.Start(), 0
		for read < len(text) && rule.AdvanceString(state, text[:read+1]) != 0 {
			read++
		}
		if trace.read != read || trace.member != rule.Valid(text) {
			t.Errorf("%q: %d bytes, member %v", text, trace.read, trace.member)
		}
		shown := ""
		for _, c := range trace.chars {
			shown += c.bytes
			want := rule.AdvanceString(state, text[:c.at+len(c.bytes)])
			if c.fate == passed && c.state != fmt.Sprint(want) {
				t.Errorf("%q: state %s after byte %d, want %d", text, c.state, c.at+len(c.bytes), want)
			}
			if (c.fate == passed) != (c.at+len(c.bytes) <= read) {
				t.Errorf("%q: the fate of %q is %d", text, c.bytes, c.fate)
			}
		}
		if shown != text {
			t.Errorf("%q is shown as %q", text, shown)
		}
		if extents, ok := rule.Split(text); ok {
			members++
			lengths := make([]int, len(trace.components))
			for _, c := range trace.chars {
				lengths[c.component] += len(c.bytes)
			}
			if fmt.Sprint(lengths) != fmt.Sprint(extents[:len(lengths)]) {
				t.Errorf("%q: components of %v bytes, want %v", text, lengths, extents)
			}
		}
	}
	if members < 20 {
		t.Errorf("only %d members", members)
	}
}

// A rule without components can take those of a rule that includes it.
func TestComponents(t *testing.T) {
	whole := table(t, "; @components w: key value\nw = key \"=\" value\nkey = 1*ALPHA\nvalue = *DIGIT", "w")
	trace, err := New(table(t, "w = 1*\"a\" \"=\" *DIGIT", "w"), whole, "aa=1x")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range trace.chars {
		got += fmt.Sprint(c.component, " ")
	}
	if got != "0 0 0 1 -1 " && got != "0 0 1 1 -1 " {
		t.Errorf("components %s", got)
	}
	check(t, trace)
}

// Long strings are cut, and the picture says so. Names of any length stay inside the picture.
func TestHostile(t *testing.T) {
	rule := iri(t)
	for text, want := range map[string]string{
		"a:" + strings.Repeat("b", 1<<20):                                      "1000 of 1048578 characters are shown.",
		"a:" + strings.Repeat("é", 300_000) + " " + strings.Repeat("/", 1<<18): "1041 of 562147 characters are shown.",
		strings.Repeat(" ", 1<<20):                                             "41 of 1048576 characters are shown.",
		"a:" + strings.Repeat("\xff", 2000):                                    "43 of 2002 characters are shown.",
		"a:" + strings.Repeat("b", 998):                                        "Below each character",
	} {
		trace := trace(t, rule, text)
		if got := trace.legend()[0]; !strings.HasPrefix(got, want) {
			t.Errorf("%.20q: %s, want %s", text, got, want)
		}
		if n := len(trace.SVG()); n > 1<<20 {
			t.Errorf("%.20q: %d bytes", text, n)
		}
		check(t, trace)
	}
	name := strings.Repeat("long-name-", 25)
	text := strings.ReplaceAll("; @components w: N b\nw = N \"=\" b\nN = \"x\"\nb = \"y\"", "N", name)
	check(t, trace(t, table(t, text, "w"), "x=y"))
	if _, err := New("", "", "x"); err == nil {
		t.Error("an empty table: no error")
	}
	if _, err := New("no table", "", "x"); err == nil {
		t.Error("a malformed table: no error")
	}
}
