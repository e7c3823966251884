package railroad

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/internal/svgtest"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// read returns the grammar in a text.
func read(t testing.TB, name, text string, dialect syntax.Dialect) *Grammar {
	t.Helper()
	document, list := notation.Read(syntax.NewSource(name, text), dialect)
	if strings.HasPrefix(name, "testdata/") && list.Errors() > 0 {
		t.Fatal(list.Err())
	}
	return New(document, Options{Name: filepath.Base(name)})
}

func bundled(t testing.TB, name string) *Grammar {
	b, ok := build.FindBundled(name)
	if !ok {
		t.Fatal(name)
	}
	return read(t, name, b.Source().Text, b.Dialect)
}

// documents returns the documents in testdata and the shared ones.
func documents(t *testing.T) (all []*Grammar) {
	files, _ := filepath.Glob("testdata/every.*")
	if os.Getenv("IRI_SHARED") != "" {
		files = append(files, shared.Glob(t, "grammars/*.abnf")...)
	}
	for _, file := range files {
		if text := testkit.ReadFile(t, file); filepath.Ext(file) != ".svg" {
			dialect, _ := notation.Detect(text)
			all = append(all, read(t, file, text, dialect))
		}
	}
	return all
}

// Every rule can be drawn, on wide and narrow screens, without a fault.
func TestEveryRule(t *testing.T) {
	all := documents(t)
	for _, b := range build.BundledGrammars() {
		all = append(all, bundled(t, b.Name))
	}
	drawn := 0
	for _, g := range all {
		for _, name := range g.Rules() {
			picture, err := g.SVG(name)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := g.SVG(name); again != picture {
				t.Errorf("%s %s: two pictures differ", g.title, name)
			}
			r, _ := g.find(name)
			narrow, f, err := (&drawer{Grammar: g.names, width: phoneWidth, link: noLink}).rule(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, picture := range []string{picture, narrow.Inline(f)} {
				if err := svgtest.Check(picture); err != nil {
					t.Fatalf("%s %s: %v", g.title, name, err)
				}
			}
			drawn++
		}
	}
	if drawn < 500 {
		t.Errorf("only %d rules are drawn", drawn)
	}
}

// Pictures that were looked at.
func TestGoldens(t *testing.T) {
	for _, test := range []struct {
		g          *Grammar
		rule, file string
	}{
		{bundled(t, "rfc3987"), "IPv6address", "IPv6address"},
		{bundled(t, "rfc3987"), "scheme", "scheme"},
		{bundled(t, "rfc3987"), "ucschar", "ucschar"},
		{documents(t)[0], "every", "every-abnf"},
		{documents(t)[0], "few", "few-abnf"},
		{documents(t)[1], "every", "every-ebnf"},
		{documents(t)[2], "every", "every-treetop"},
	} {
		picture, err := test.g.SVG(test.rule)
		if err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, "testdata/"+test.file+".svg", picture)
		if p, err := svgtest.Parse(picture); err != nil || p.View.Dx() > maxWidth {
			t.Errorf("%s is %d pixels wide (%v)", test.file, p.View.Dx(), err)
		}
	}
}

// words returns the texts of a picture of the rule a.
func words(t *testing.T, text string, dialect syntax.Dialect) string {
	t.Helper()
	picture, err := read(t, "test", text, dialect).SVG("a")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := svgtest.Parse(picture)
	var list []string
	for _, s := range d.Texts {
		list = append(list, s.What)
	}
	return strings.Join(list, " ")
}

// The texts of the boxes and lines in a picture of the rule a, in the order in which they are
// drawn.
func TestWords(t *testing.T) {
	for _, test := range []struct{ abnf, want string }{
		{`*5( b ":" )`, "b : at most 5 times"},
		{`[ *5( b ":" ) b ]`, "b : at most 5 times b"},
		{`*1b`, "b"},
		{`1b`, "b"},
		{`2b`, "b 2 times"},
		{`1*b`, "b"},
		{`2*b`, "b at least 2 times"},
		{`1*3b`, "b 1 to 3 times"},
		{`0b`, "nothing"},
		{`""`, "nothing"},
		{`( b / "" )`, "b"},
		// lists with separators
		{`b *( "," b )`, "b ,"},
		{`B *( "," b )`, "B ,"},
		{`b *3( "," b )`, "b , 1 to 4 times"},
		{`b 2*( "," b )`, "b , at least 3 times"},
		{`b c *( ":" ";" b c )`, "b c ; :"}, // read from right to left
		{`c b *( "," b )`, "c b ,"},
		{`b *( "," c )`, "b , c"},
		{`b *( "," *b )`, "b , b"},
		{`b *b`, "b b"},
		{`b *( "," b ) *( "," b )`, "b , , b"},
		{`%x61 *( "," "a" )`, "a , a Aa"},
		// characters
		{`"b"`, "b Aa"},
		{`%s"b"`, "b"},
		{`":"`, ":"},
		{`%x41-5A`, "A–Z"},
		{`%x30-39 / %x61-7A`, "one of 0–9 a–z"},
		{`"+" / "-" / b / "."`, "one of + - b ."},
		{`"x" / %x41-5A`, "x Aa A–Z"},
		{`"x" / "y"`, "one of x y Aa"},
		{`%xA0-D7FF`, "U+00A0–U+D7FF"},
		{`%x20`, "space"},
		{`" " / %x09`, "one of space tab"},
		{`"a b"`, "a␣b Aa"},
		{`%x0D.0A.41.42`, "CR LF AB"},
		{`%x0-10FFFF`, "any character"},
		{`%xD800`, "U+D800"},
		{`"<&>"`, "<&>"},
		// names
		{`<b, see RFC 0>`, "b, see RFC 0"},
		{`<host, see [RFC3986], Section 3.2.2>`, "rfc3986#host"},
	} {
		if got := words(t, "a = "+test.abnf+"\nb = a\nc = a\n", syntax.ABNF); got != test.want {
			t.Errorf("%s: got %q, want %q", test.abnf, got, test.want)
		}
	}
	for text, want := range map[string]string{
		"a = %x80-FF / %x41 / %x00-FF\n; @octets a\n": "one of byte 80–FF A any byte",
		"a = b d\nb = (\nc = a\n":                     "b d",
		"a = b\na =/ \"c\"\nb = %s\"\"\n":             "b c Aa",
	} {
		if got := words(t, text, syntax.ABNF); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// A label is cut off where it would be too wide.
func TestLongLabels(t *testing.T) {
	for _, long := range []string{strings.Repeat("b", 500), strings.Repeat("日", 500), strings.Repeat("b\u0301", 500)} {
		got := words(t, "a ::= '"+long+"'\n", syntax.W3C)
		if !strings.HasPrefix(long, strings.TrimSuffix(got, "…")) || len(got) > 220 || len(got) < 60 {
			t.Errorf("got %q", got)
		}
	}
}

// Pictures and pages are bounded: an error names the limit.
func TestLimits(t *testing.T) {
	deep := func(n int) *Grammar {
		var x syntax.Expr = &syntax.CharVal{Text: "b"}
		for range n {
			x = &syntax.Option{Item: x}
		}
		rules := []*syntax.Rule{{Name: "a", Expr: x}}
		return New(&syntax.Grammar{Source: syntax.NewSource("deep", ""), Rules: rules}, Options{})
	}
	repeated := func(first, more string) *Grammar {
		return read(t, "", "a = "+first+strings.Repeat(more, maxParts+1), syntax.ABNF)
	}
	const (
		tooDeep = "cannot draw a: it is nested deeper than the limit of 1000"
		tooMany = "cannot draw a: the pictures exceed the limit of 100000 parts; draw fewer rules"
	)
	for _, test := range []struct {
		name string
		g    *Grammar
		want string // of the error; "" for none
	}{
		{
			"brackets that a reader allows",
			read(t, "", "a = "+strings.Repeat("[ b ( ", 125)+"b"+strings.Repeat(") ]", 125), syntax.ABNF), "",
		},
		{"few brackets", deep(maxNesting - 1), ""},
		{"many brackets", deep(maxNesting), tooDeep},
		{"a stack overflow", deep(200_000), tooDeep},
		{"names", repeated("b", " b"), tooMany},
		{"characters", repeated("%x41", "/%x41"), tooMany},
		{"loops", repeated("b", " *b"), tooMany},
		{
			"combining characters",
			read(t, "", "a ::= 'b"+strings.Repeat("\u0301", maxParts)+"'\n", syntax.W3C), "",
		},
	} {
		text, err := test.g.SVG("a")
		if fmt.Sprint(err) != test.want && (err != nil || test.want != "") || len(text) > 1<<20 {
			t.Errorf("%s: got %d bytes and the error %v", test.name, len(text), err)
		}
		if _, err := test.g.Page(); (err != nil) != (test.want != "") {
			t.Errorf("%s: the page has the error %v", test.name, err)
		}
	}
}

var (
	href   = regexp.MustCompile(`href="([^"]*)"`)
	id     = regexp.MustCompile(` id="([^"]*)"`)
	labels = regexp.MustCompile(`aria-labelledby="([^" ]*) ([^" ]*)"`)
	loads  = regexp.MustCompile(`src=|url\(|@import|<link|<script|href="[^#]`)
)

// A page shows every rule once, and all of its links lead to a rule on it.
func TestPages(t *testing.T) {
	for _, g := range append(documents(t), bundled(t, "rfc3987"), bundled(t, "xri30"), bundled(t, "rfc2396")) {
		page, err := g.Page()
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := g.Page(); again != page {
			t.Errorf("%s: two pages differ", g.title)
		}
		var ids []string
		for _, m := range id.FindAllStringSubmatch(page, -1) {
			ids = append(ids, m[1])
		}
		slices.Sort(ids)
		if n := len(ids); len(slices.Compact(ids)) != n {
			t.Errorf("%s: an ID occurs twice", g.title)
		}
		known := func(name string) bool { _, ok := slices.BinarySearch(ids, name); return ok }
		for _, m := range href.FindAllStringSubmatch(page, -1) {
			if !known(strings.TrimPrefix(m[1], "#")) {
				t.Errorf("%s: the link %s leads nowhere", g.title, m[1])
			}
		}
		for _, m := range labels.FindAllStringSubmatch(page, -1) {
			if !known(m[1]) || !known(m[2]) {
				t.Errorf("%s: there is no label %q", g.title, m[1:])
			}
		}
		if found := loads.FindString(page); found != "" {
			t.Errorf("%s: the page loads something: %s", g.title, found)
		}
	}
}

// A page of some rules contains them in document order, and no links to others.
func TestPageOfRules(t *testing.T) {
	g := bundled(t, "rfc3986")
	page, err := g.Page("port", "uri", "digit")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`<section id="(.*)"`).FindAllStringSubmatch(page, -1) {
		got = append(got, m[1])
	}
	linked := func(rule string) bool { return strings.Contains(page, `<a href="#`+rule+`">`) }
	if fmt.Sprint(got) != "[URI port DIGIT]" || linked("scheme") || !linked("DIGIT") {
		t.Errorf("got %v", got)
	}
	if _, err := g.Page("port", "uri2"); fmt.Sprint(err) != `the grammar rfc3986 has no rule "uri2"` {
		t.Error(err)
	}
	g = read(t, "g", "a = <host, see [RFC3986]>\nb = (\n", syntax.ABNF)
	for rule, want := range map[string]string{
		"b":            "cannot draw b: its definition could not be read",
		"rfc3986#host": "cannot draw rfc3986#host: another document defines it; draw the rule of that document",
	} {
		if _, err := g.SVG(rule); fmt.Sprint(err) != want {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

// The text beside a diagram consists of the lines of the definition and their comments.
func TestTexts(t *testing.T) {
	const text = "; header\n\n" +
		"; about a\r\na = b ; first\r\n    / c\r\n    ; more\n; about b\n  b = %x41\n\n" +
		"  ; about c,\n  ; twice\n  c = a /\n      b\n  ; end\n" + "d = c"
	document, _ := notation.Read(syntax.NewSource("test", text), syntax.ABNF)
	var got []string
	all := texts(document)
	for _, r := range document.Rules {
		got = append(got, all[r])
	}
	want := []string{
		"; about a\na = b ; first\n    / c\n    ; more\n",
		"; about b\n  b = %x41\n",
		"; about c,\n; twice\nc = a /\n    b\n",
		"  ; end\nd = c\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// A picture is at most as wide as the options allow, and links names to other diagrams, except for
// names that have none.
func TestOptions(t *testing.T) {
	document, _ := notation.Read(syntax.NewSource("test", "a = b / c / d / ALPHA\nb = \"b\"\nc = \"c\"\n"), syntax.ABNF)
	link := func(rule string) string { return "#" + rule }
	picture, err := New(document, Options{Width: 200, Link: link}).SVG("a")
	if err != nil {
		t.Fatal(err)
	}
	var links []string
	for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(picture, -1) {
		links = append(links, m[1])
	}
	if want := []string{"#b", "#c", "#ALPHA"}; !slices.Equal(links, want) {
		t.Errorf("the links are %q, want %q", links, want)
	}
	long := func(opt Options) int {
		document, _ := notation.Read(syntax.NewSource("test", "a = "+strings.Repeat(`"x" DIGIT `, 40)), syntax.ABNF)
		picture, err := New(document, opt).SVG("a")
		if err != nil {
			t.Fatal(err)
		}
		p, err := svgtest.Parse(picture)
		if err != nil {
			t.Fatal(err)
		}
		return p.View.Dx()
	}
	if narrow, wide := long(Options{Width: 300}), long(Options{}); narrow > 300 || wide <= 300 || wide > maxWidth {
		t.Errorf("%d and %d pixels", narrow, wide)
	}
}
