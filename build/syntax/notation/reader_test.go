package notation

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// dump returns the text of [Dump] without the final line ending.
func dump(t *testing.T, g *syntax.Grammar) string {
	t.Helper()
	var b strings.Builder
	if err := syntax.Dump(&b, g); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// textOf returns the text of a file.
func textOf(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// letterNotes are the codes found in nearly every document; TestLetter tests them.
var letterNotes = []string{"line-end", "final-line-end", "shared-line", "non-ascii"}

// codes returns the diagnostics as "line:column code", separated by commas. Any diagnostic other
// than an error is followed by its severity. The notes in letterNotes are omitted.
func codes(l *syntax.List) string {
	var items []string
	for _, d := range l.Items {
		if slices.Contains(letterNotes, d.Code) {
			continue
		}
		p := l.Source.Position(d.Pos)
		item := fmt.Sprintf("%d:%d %s", p.Line, p.Column, d.Code)
		if d.Severity != syntax.Error {
			item += " " + d.Severity.String()
		}
		items = append(items, item)
	}
	return strings.Join(items, ", ")
}

// A readTest is a document and its expected result: one line per rule, and the diagnostics.
type readTest struct {
	text  string
	want  string
	codes string
}

func runReadTests(t *testing.T, d syntax.Dialect, tests []readTest) {
	t.Helper()
	for _, tt := range tests {
		g, l := Read(syntax.NewSource("test", tt.text), d)
		if got := dump(t, g); got != tt.want {
			t.Errorf("%s: read %q\n got %s\nwant %s", d, tt.text, got, tt.want)
		}
		if got := codes(l); got != tt.codes {
			t.Errorf("%s: read %q\n got %s\nwant %s", d, tt.text, got, tt.codes)
		}
	}
}

// The sections are those of RFC 5234 unless another RFC is named.
func TestABNF(t *testing.T) {
	for section, tests := range map[string][]readTest{
		"2.1 names": {
			{"a = b", "a = ref{b}", ""},
			{"Rule-1a = x--y-", "Rule-1a = ref{x--y-}", ""},
			{"a = rule", "a = ref{rule}", ""},
			{"  a = b\n    c\n  d = e", "a = cat{ref{b} ref{c}}\nd = ref{e}", ""},
		},
		"2.2 rule form": {
			{"a=b", "a = ref{b}", ""},
			{"a\t=\tb\t", "a = ref{b}", ""},
			{"a = b\n c", "a = cat{ref{b} ref{c}}", ""},
			{"a = b\r\n c\r\nd = e\r\n", "a = cat{ref{b} ref{c}}\nd = ref{e}", ""},
			{"a\n = b", "a = ref{b}", ""},
			{"a = ; why\n ; because\n b ; so\n", "a = ref{b}", ""},
			{"a =\n\n  b\n", "a = ref{b}", ""},
		},
		"2.3 terminal values": {
			{`a = "b"`, `a = istr{"b"}`, ""},
			{`a = ""`, `a = istr{""}`, ""},
			{`a = " !#~\;</"`, `a = istr{" !#~\\;</"}`, ""},
			{"a = %x41", "a = num{41}", ""},
			{"a = %X4a", "a = num{4A}", ""},
			{"a = %d65", "a = num{41}", ""},
			{"a = %D65", "a = num{41}", ""},
			{"a = %b1000001", "a = num{41}", ""},
			{"a = %B1", "a = num{1}", ""},
			{"a = %d13.10", "a = num{D A}", ""},
			{"a = %x41.42.43", "a = num{41 42 43}", ""},
			{"a = %x0000000000000041", "a = num{41}", ""},
			{"a = %x10FFFF", "a = num{10FFFF}", ""},
			{"a = %xD800", "a = num{D800}", ""},
		},
		"3.1 concatenation": {
			{`a = b "c" %x64`, `a = cat{ref{b} istr{"c"} num{64}}`, ""},
		},
		"3.2 alternatives": {
			{"a = b / c", "a = alt{ref{b} ref{c}}", ""},
			{"a = b/c", "a = alt{ref{b} ref{c}}", ""},
			{"a = b\n / c\n /d", "a = alt{ref{b} ref{c} ref{d}}", ""},
			{"a = b /\n c", "a = alt{ref{b} ref{c}}", ""},
			{"a = b c / d", "a = alt{cat{ref{b} ref{c}} ref{d}}", ""},
		},
		"3.3 incremental alternatives": {
			{"a = b\na =/ c", "a = ref{b}\na =/ ref{c}", ""},
			{"a =/ b", "a =/ ref{b}", ""},
			{"a=/b", "a =/ ref{b}", ""},
		},
		"3.4 value ranges": {
			{"a = %x30-39", "a = range{30-39}", ""},
			{"a = %d48-57", "a = range{30-39}", ""},
			{"a = %b110000-111001", "a = range{30-39}", ""},
			{"a = %x41-41", "a = range{41-41}", ""},
			{"a = %x0-10FFFF", "a = range{0-10FFFF}", ""},
		},
		"3.5 groups": {
			{"a = (b)", "a = group{ref{b}}", ""},
			{"a = ( b / c ) d", "a = cat{group{alt{ref{b} ref{c}}} ref{d}}", ""},
			{"a = ((b) (c))", "a = group{cat{group{ref{b}} group{ref{c}}}}", ""},
			{"a = (\n b\n )", "a = group{ref{b}}", ""},
		},
		"3.6 repetition": {
			{"a = *b", "a = rep{0,-1 ref{b}}", ""},
			{"a = 1*b", "a = rep{1,-1 ref{b}}", ""},
			{"a = *5b", "a = rep{0,5 ref{b}}", ""},
			{"a = 2*5b", "a = rep{2,5 ref{b}}", ""},
			{`a = 2*2"b"`, `a = rep{2,2 istr{"b"}}`, ""},
			{"a = *( b c )", "a = rep{0,-1 group{cat{ref{b} ref{c}}}}", ""},
			{"a = 1*[b]", "a = rep{1,-1 opt{ref{b}}}", ""},
			{"a = *%x30", "a = rep{0,-1 num{30}}", ""},
			{"a = 0*0b", "a = rep{0,0 ref{b}}", ""},
			{"a = 0*100000b", "a = rep{0,100000 ref{b}}", ""},
		},
		"3.7 specific repetition": {
			{"a = 3b", "a = rep{3,3 ref{b}}", ""},
			{"a = 4%x30-39", "a = rep{4,4 range{30-39}}", ""},
			{"a = 0<b>", `a = rep{0,0 prose{"b"}}`, ""},
			{"a = 007b", "a = rep{7,7 ref{b}}", ""},
		},
		"3.8 options": {
			{"a = [b]", "a = opt{ref{b}}", ""},
			{"a = [ b / [ c ] ]", "a = opt{alt{ref{b} opt{ref{c}}}}", ""},
		},
		"3.9 comments": {
			{"; only\na = b ; \"x\" ( / =\n; c = d\n", "a = ref{b}", ""},
			{"a = b;c", "a = ref{b}", ""},
			{"; über\na = b", "a = ref{b}", ""},
		},
		"4 prose-val": {
			{"a = <b; c = \"d\" / e>", `a = prose{"b; c = \"d\" / e"}`, ""},
			{"a = <>", `a = prose{""}`, ""},
			{"a = *<é>", `a = rep{0,-1 prose{"é"}}`, ""},
		},
		"errata 2968, 3076: blanks at the ends of rules": {
			{"a = b \n \nc = d\t ; e\n  \n", "a = ref{b}\nc = ref{d}", ""},
			{"  \n\na = b", "a = ref{b}", ""},
		},
		"RFC 7405, 2.1 case": {
			{`a = %s"bC"`, `a = str{"bC"}`, ""},
			{`a = %i"bC"`, `a = istr{"bC"}`, ""},
			{`a = %S"b" %I"c"`, `a = cat{str{"b"} istr{"c"}}`, ""},
			{`a = *%s"b"`, `a = rep{0,-1 str{"b"}}`, ""},
		},
	} {
		t.Run(section, func(t *testing.T) { runReadTests(t, syntax.ABNF, tests) })
	}
}

func TestRFC822(t *testing.T) {
	runReadTests(t, syntax.RFC822, []readTest{
		{`a = "b" | c`, `a = alt{str{"b"} ref{c}}`, ""},
		{"a_b = c_d-e", "a_b = ref{c_d-e}", ""},
		{"a = b |\n    c |\n    d\ne = f", "a = alt{ref{b} ref{c} ref{d}}\ne = ref{f}", ""},
		{"a = [ b ] *c 1*( d | e )", "a = cat{opt{ref{b}} rep{0,-1 ref{c}} rep{1,-1 group{alt{ref{d} ref{e}}}}}", ""},
		{"a = 2b 1*3c", "a = cat{rep{2,2 ref{b}} rep{1,3 ref{c}}}", ""},
		{`a = "\" <b c> ; d`, `a = cat{str{"\\"} prose{"b c"}}`, ""},
		{`a = b"c"(d)`, `a = cat{ref{b} str{"c"} group{ref{d}}}`, ""},
		{"a = b / c\nd = e", "d = ref{e}\nunread a", "1:7 bad-character"},
		{"a =/ b", "unread a", "1:3 no-increments"},
		{"a = %x41", "unread a", "1:5 no-number-values"},
		{`a = %s"b"`, "unread a", "1:5 no-number-values"},
		{"a = 1#b #c", "unread a", "1:6 list-not-read, 1:9 list-not-read"},
		{"a = ( b | )", "unread a", "1:9 empty-alternative"},
	})
}

// Starts and ends of rules, and text outside rules.
func TestBoundaries(t *testing.T) {
	runReadTests(t, syntax.ABNF, []readTest{
		{"a = b c = d e =/ f", "a = ref{b}\nc = ref{d}\ne =/ ref{f}", ""},
		{`a = "x = y" <z = z> b ; c = d`, `a = cat{istr{"x = y"} prose{"z = z"} ref{b}}`, ""},
		{"a = b\n  c = d", "a = ref{b}\nc = ref{d}", ""},
		{"a = ( b\nc = d", "c = ref{d}\nunread a", "1:5 unterminated-group"},

		// Prose is skipped; comments and blank lines are not prose.
		{"Some words (say).\n\na = b", "a = ref{b}", "1:1 prose-skipped warning"},
		{"; comment\n\n   \na = b", "a = ref{b}", ""},
		{"Let\n   x = y, that's all\n; \xFF\nand \"z\na = b\nc = d", "a = ref{b}\nc = ref{d}\nunread x",
			"1:1 prose-skipped warning, 2:4 skipped-definition"},
		{"   a = b\n   c = d\n", "a = ref{b}\nc = ref{d}", ""},
		{"   prose\n   a = b\n   c = d\ne = f\n", "a = ref{b}\nc = ref{d}\ne = ref{f}", "1:4 prose-skipped warning"},
		{"\ta = b\n\t\tc\n", "a = cat{ref{b} ref{c}}", ""},
		{"        a = b\n\tc = d\n", "a = ref{b}\nc = ref{d}", ""},
		{"words then a = b", "a = ref{b}\nunread words", "1:1 missing-equals"},
		{"(words) a = b", "a = ref{b}", "1:1 stray-text"},

		// Lines at the margin.
		{"a = b\nc d\ne = f", "a = ref{b}\ne = ref{f}\nunread c", "2:1 missing-equals"},
		{"a = b /\nc\nd = e", "a = alt{ref{b} ref{c}}\nd = ref{e}", "2:1 unindented-line warning"},
		{"a = ( b\nc )\nd = e", "a = group{cat{ref{b} ref{c}}}\nd = ref{e}", "2:1 unindented-line warning"},
		{"a = b\n/ c\n\"d\"\ne = f", "e = ref{f}\nunread a", "2:1 unindented-line warning, 3:1 unindented-continuation"},
		{"  a = b\n  / c\n  d = e", "a = alt{ref{b} ref{c}}\nd = ref{e}", "2:3 unindented-line warning"},
		{"  a = b\n / c\n  d = e", "a = alt{ref{b} ref{c}}\nd = ref{e}", "2:2 unindented-line warning"},
		{"a = b )\nc\nd = e", "d = ref{e}\nunread a\nunread c", "1:7 stray-bracket, 2:1 missing-equals"},

		// No rules.
		{"", "", "1:1 no-rules"},
		{" \n\r\n", "", "1:1 no-rules"},
		{"; a = b", "", "1:1 no-rules"},
		{"just words", "", "1:1 no-rules"},
		{`"a" <b`, "", "1:1 no-rules"},
		{"= a", "", "1:1 no-rules"},
	})
}

func TestDirectives(t *testing.T) {
	const text = "; @octets\nprose ; @a b\n;@c-d\te  f \nx = y ; @g\r\n; no @h\n; @\n;  @ i\n; @j, k\n;@l"
	g, l := Read(syntax.NewSource("test", text), syntax.ABNF)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	want := []syntax.Directive{{Name: "octets", Text: "", Pos: 2}, {Name: "a", Text: "b", Pos: 18},
		{Name: "c-d", Text: "e  f", Pos: 24}, {Name: "g", Text: "", Pos: 43},
		{Name: "l", Text: "", Pos: syntax.Pos(len(text) - 2)}}
	if got := fmt.Sprint(g.Directives); got != fmt.Sprint(want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestUnknownDialect(t *testing.T) {
	g, l := Read(syntax.NewSource("test", "a = b"), syntax.Dialect(99))
	if got := codes(l); got != "1:1 unknown-dialect" || len(g.Rules) != 0 {
		t.Errorf("got %s and %d rules", got, len(g.Rules))
	}
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		text string
		want syntax.Dialect
		why  string
	}{
		{"a = b / c / d", syntax.ABNF, `2 "/" and 0 "|" outside strings and comments`},
		{"a = b | c", syntax.RFC822, `1 "|" and 0 "/" outside strings and comments`},
		{`a = b | "/" <//> ; ////`, syntax.RFC822, `1 "|" and 0 "/" outside strings and comments`},
		{`a = b / "|" <||> ; ||||`, syntax.ABNF, `1 "/" and 0 "|" outside strings and comments`},
		{"and/or either/or\na = b | c", syntax.RFC822, `1 "|" and 0 "/" outside strings and comments`},
		{"a = b / c | d", syntax.ABNF, `1 "/" and 1 "|" outside strings and comments`},
		{"a = b ; c\nd = e ;\n;\nf = g", syntax.ABNF,
			`neither "/" nor "|" outside strings and comments; ABNF is the common case`},
		{"a = b ; # c\nd = e / \";\";", syntax.AParse, `";" ends 2 of 2 definitions`},
		{"# c\na = b;d = e;f = g\n;", syntax.AParse, `";" ends 2 of 3 definitions`},
		{"a = b;\n$rule c;\nd = e;\n$include 'f';", syntax.AParse, `";" ends 2 of 2 definitions`},
		{"grammar A rule a '=' / b end rule b c end end", syntax.Treetop, `"rule … end" 2 times`},
		{"rule a b end", syntax.Treetop, `"rule … end" once`},
		{"grammar A\n  rule a\n    b {\n def c\n d = e\n f = g | h\n end\n }\n  end\nend", syntax.Treetop,
			`"grammar A", and "rule … end" once`},
		{"require 'x'\nmodule M\n grammar A do # b\n  rule a '::=' end\n rule b c end\n end\nend", syntax.Treetop,
			`"grammar A", and "rule … end" 2 times`},
		{"grammar A # of b\nrule a\n {\n a = b\n c ::= d\n }\nend\nend", syntax.Treetop,
			`"grammar A", and "rule … end" once`},
		{"The\ngrammar Of all rules: rule a\nis the end\na = b\nc = d", syntax.ABNF, ""},
		{"grammar A\nrule = b end", syntax.ABNF, ""},
		{"grammar a\nrule b is the end\na = b\nc = d", syntax.ABNF, ""},
		{"grammar A", syntax.ABNF, ""},
		{"grammar", syntax.ABNF, ""},
		{"The rule a is the end\na = b\nc = d", syntax.ABNF,
			`neither "/" nor "|" outside strings and comments; ABNF is the common case`},
		{"[1] a ::= [#x20-#x7F] | \"=\"\n[2] b ::= a+ /* c = d */", syntax.W3C, `"::=" defines 2 rules`},
		{"a = b / c\nd = e\nf ::= g", syntax.ABNF, `1 "/" and 0 "|" outside strings and comments`},
		{"\x00\xFF'\"[{<rule ::= ; end", syntax.ABNF, ""},
		{"a = b", syntax.ABNF, `neither "/" nor "|" outside strings and comments; ABNF is the common case`},
		{"", syntax.ABNF, `neither "/" nor "|" outside strings and comments; ABNF is the common case`},
	} {
		if d, why := Detect(tt.text); d != tt.want || why != tt.why && tt.why != "" {
			t.Errorf("Detect(%q) = %s, %s, want %s, %s", tt.text, d, why, tt.want, tt.why)
		}
	}
}
