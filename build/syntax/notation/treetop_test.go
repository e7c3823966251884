package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// rules wraps definitions, each of the form "name expression", into a Treetop grammar.
func rules(definitions ...string) string {
	var b strings.Builder
	b.WriteString("grammar Test\n")
	for _, d := range definitions {
		b.WriteString("rule " + d + " end\n")
	}
	return b.String() + "end\n"
}

func TestTreetopDocuments(t *testing.T) {
	runReadTests(t, syntax.Treetop, []readTest{
		{"grammar A rule b c end end", "b = ref{c}", ""},
		{"require 'x'\nrequire \"y\"\nmodule A\n  class B::C\n    grammar D do\n" +
			"      rule e do\n        f\n      end\n    end\n  end\nend\n", "e = ref{f}", ""},
		{"grammar A\n include B::C\n rule d e end\nend", "d = ref{e}", "2:2 include warning"},
		{"rule a b end rule c d end", "a = ref{b}\nc = ref{d}", ""},
		{"grammar A\nrule a = b / c # d\nrule e f end\nend", "a = first{ref{b} ref{c}}\ne = ref{f}", ""},
		{"# @octets\n# don't: [ ' \" {\ngrammar A rule b '#' [#] \"#\" # end\n end end",
			"@octets\nb = cat{str{\"#\"} class{23-23} str{\"#\"}}", ""},
		{"The rules don't\nlook like \"this:\ngrammar A rule b c end end", "b = ref{c}", "1:1 prose-skipped warning"},
		{"rule a b end rule a c end", "a = ref{b}\na = ref{c}", ""},
		{"rule end_ rules end rule rule_ grammar end", "end_ = ref{rules}\nrule_ = ref{grammar}", ""},

		{"", "", "1:1 no-rules"},
		{"a = b", "", "1:1 no-rules"},
		{"grammar A rule b c end", "b = ref{c}", "1:1 missing-end"},
		{"grammar A rule b c rule d e end end", "d = ref{e}\nunread b", "1:16 missing-end"},
		{"rule a b end end", "a = ref{b}", "1:14 stray-end"},
		{"grammar A 'x' rule b c end end", "b = ref{c}", "1:11 stray-text"},
		{"grammar A | rule b c end end", "b = ref{c}", "1:11 bad-character"},
		{"rule a end", "unread a", "1:6 empty-rule"},
		{"rule a b rule end", "unread a", "1:10 keyword"},
		{"rule a é end", "unread a", "1:8 bad-character"},
		{"rule a \u00A0b end", "unread a", "1:8 foreign-blank"},
		{"\uFEFFrule a b end", "a = ref{b}", "1:1 byte-order-mark warning"},
		{"rule a \xFF end", "unread a", "1:8 ill-formed-utf8"},
		{"rule a '\xFF' end", "unread a", "1:9 ill-formed-utf8"},
		{"rule a b # \xFF\nend", "a = ref{b}", "1:12 ill-formed-comment warning"},
		{"rule a \x00 end", "unread a", "1:8 nul"},

		// A require_statement extends to the end of its line.
		{"require File.expand_path('x', \"don't\nrequire 'a', b; # grammar Z rule y z end\n\ngrammar A\n rule b c end\nend",
			"b = ref{c}", ""},
		{"\trequire\t[{(\r\nmodule M\r\ngrammar A\r\nrule b c end\r\nend\r\nend\r\n", "b = ref{c}", ""},
		{"words that\nrequire no rule\nor more\nrequire 'x'\ngrammar A rule b c end end", "b = ref{c}",
			"1:1 prose-skipped warning"},
		{"grammar A\nrule b\nrequire c\nend\nrule require 'd' end end",
			"b = cat{ref{require} ref{c}}\nrequire = str{\"d\"}", ""},
		{"require 'x'\nrequire 'y'", "", "1:1 no-rules"},
		{"require \xFF\nrule a b end", "a = ref{b}", "1:9 ill-formed-comment warning"},
	})
}

func TestTreetopExpressions(t *testing.T) {
	for _, tt := range []readTest{
		{"b / c d / e", "first{ref{b} cat{ref{c} ref{d}} ref{e}}", ""},
		{"( b / c ) d", "cat{group{first{ref{b} ref{c}}} ref{d}}", ""},
		{"(b) ( (c) )", "cat{group{ref{b}} group{group{ref{c}}}}", ""},
		{"b? c* d+", "cat{rep{0,1 ref{b}} rep{0,-1 ref{c}} rep{1,-1 ref{d}}}", ""},
		{"b 2..3 c4 5..5 d 6.. (e)..7 f..",
			"cat{rep{2,3 ref{b}} rep{5,5 ref{c4}} rep{6,-1 ref{d}} rep{0,7 group{ref{e}}} rep{0,-1 ref{f}}}", ""},
		{"...2 . ..", "cat{rep{0,2 notclass{}} rep{0,-1 notclass{}}}", ""},
		{". '.' [.] .*", `cat{notclass{} str{"."} class{2E-2E} rep{0,-1 notclass{}}}`, ""},
		{"''", `str{""}`, ""},
		{"'x'i / \"\\u{e9}\"", "first{istr{\"x\"} str{\"é\"}}", ""},
		// Treetop counts braces inside strings too.
		{"l:b m:( n:c ) <D::E> { def f; '}'; end }", "", "2:40 unterminated-string"},
		{"l:b <D::E> m:c* { def f; { } end }", "cat{ref{b} rep{0,-1 ref{c}}}", "2:8 host-code note"},
		{"~b c", "cat{ref{b} ref{c}}", "2:8 host-code note"},

		{"&b c", "cat{ahead{ref{b}} ref{c}}", ""},
		{"!'b' .", `cat{notahead{str{"b"}} notclass{}}`, ""},
		{"l:!( b / c )", "notahead{group{first{ref{b} ref{c}}}}", "2:8 host-code note"},
		{"!!b c", "", "2:9 predicate"},
		{"&!b c", "", "2:9 predicate"},
		{"! b", "", "2:9 blank-before-suffix"},
		{"!b* c", "", "2:10 stray-suffix"},
		{"!", "", "2:8 empty-alternative"},
		{"! / b", "", "2:10 empty-alternative"},
		{"b &{ |s| true } c", "", "2:10 predicate"},
		{"b &{ true } { def c; end }", "", "2:10 predicate, 2:20 host-code note"},
		{"& { true } <B> { def c; end } d", "", "2:8 predicate, 2:19 host-code note"},
		{"!b <C>", "notahead{ref{b}}", "2:11 host-code note"},
		{"&b { def c; end } d / !(e f)* <G> { } / h", "", "2:11 host-code note, 2:36 stray-suffix"},
		{"b /", "", "2:10 empty-alternative"},
		{"/ b", "", "2:8 empty-alternative"},
		{"b / / c", "", "2:12 empty-alternative"},
		{"( )", "", "2:8 empty-group"},
		{"( b", "", "2:8 unterminated-group"},
		{"(", "", "2:8 unterminated-group"},
		{"b ) c", "", "2:10 stray-bracket"},
		{"l:", "", "2:8 empty-alternative, 2:8 host-code note"},
		{"b ? c", "", "2:9 blank-before-suffix"},
		{"b?* c", "", "2:10 second-suffix"},
		{"* b", "", "2:8 stray-suffix"},
		{"3 b", "", "2:8 stray-number"},
		{"b 5..3", "", "2:10 repeat-order"},
		{"b 0..0", "", "2:10 repeat-zero"},
		{"b ..0", "", "2:10 repeat-zero"},
		{"b 1..100001", "", "2:13 repetition-limit"},
		{"b 100001..", "", "2:10 repetition-limit"},
		{"'b''c'", `cat{str{"b"} str{"c"}}`, "2:11 missing-blank warning"},
		{"'b'r", "", "2:8 regexp-string"},
		{"'é'i", "", "2:8 fold-non-ascii"},
		{"'k'i", "class{4B-4B 6B-6B 212A-212A}", ""}, // Ruby lowercases the Kelvin sign too
		{"'kilo'i 'OK'i 'k'",
			`cat{group{cat{class{4B-4B 6B-6B 212A-212A} istr{"ilo"}}} group{cat{istr{"O"} class{4B-4B 6B-6B 212A-212A}}} ` +
				`str{"k"}}`, ""},
		{`"a\n"i '\\'i`, `cat{istr{"a\n"} istr{"\\"}}`, ""},
		{`"\u0041"i`, "", "2:8 fold-escape"},
		{`"\x41"i`, "", "2:8 fold-escape"},
		{`"\101"i`, "", "2:8 fold-escape"},
		{`"\N"i`, "", "2:8 fold-escape"},
		{"<B> c", "", "2:8 stray-code"},
		{"{ b } c", "", "2:8 stray-code"},
		{"{ b", "", "2:8 unterminated-block"},
		{"< b", "", "2:8 bad-character"},
		{"b = c", "", "2:10 stray-definition"},
		{"b | c", "", "2:10 bad-character"},
		{"b-c", "", "2:9 bad-character"},
		{"'b", "", "2:8 unterminated-string"},
		{"[b", "", "2:8 unterminated-class"},
		{"'b\\", "", "2:8 unterminated-string"},
	} {
		readExpression(t, tt)
	}
}

// readExpression reads an expression in a rule of its own, followed by another rule.
func readExpression(t *testing.T, tt readTest) {
	t.Helper()
	g, l := Read(syntax.NewSource("test", rules("a "+tt.text, "z y")), syntax.Treetop)
	got := ""
	for _, r := range g.Rules {
		if r.Name == "a" {
			got = strings.TrimPrefix(dump(t, &syntax.Grammar{Rules: []*syntax.Rule{r}}), "a = ")
		}
	}
	if got != tt.want {
		t.Errorf("read %q\n got %s\nwant %s", tt.text, got, tt.want)
	}
	if all := codes(l); all != tt.codes {
		t.Errorf("read %q\n got %s\nwant %s", tt.text, all, tt.codes)
	}
	if len(g.Rules) == 0 || g.Rules[len(g.Rules)-1].Name != "z" {
		t.Errorf("read %q: the rule behind it is lost", tt.text)
	}
	checkList(t, l)
	checkGrammar(t, g)
}

// Strings, 'single' and "double", as Ruby reads them.
func TestTreetopStrings(t *testing.T) {
	for _, tt := range []readTest{
		{`'a\\b\'c"'`, `str{"a\\b'c\""}`, ""},
		{`'\n\u0041\x41#{x}'`, `str{"\\n\\u0041\\x41#{x}"}`, ""},
		{`"a\\b\"c'"`, `str{"a\\b\"c'"}`, ""},
		{`"\n\t\r\e\a\b\f\v\s\0"`, `str{"\n\t\r\x1b\a\b\f\v \x00"}`, ""},
		{`"\q\/\#{x}#x"`, `str{"q/#{x}#x"}`, ""},
		{`"\u0041\u{42 43 44}\x45F\x4a\1178"`, `str{"ABCDEFJO8"}`, ""},
		{`"\u00410"`, `str{"A0"}`, "2:9 short-escape warning"},
		{`"\u{1F600}é"`, "str{\"😀é\"}", ""},

		{`"\u41"`, "", "2:9 bad-escape"},
		{`"\u{}"`, "", "2:9 bad-escape"},
		{`"\u{41"`, "", "2:9 bad-escape"},
		{`"\u{4x}"`, "", "2:9 bad-escape"},
		{`"\u{-1}"`, "", "2:9 bad-escape"},
		{`"\u{110000}"`, "", "2:9 code-point-limit"},
		{`"\uD800"`, "", "2:9 surrogate"},
		{`"\u{DFFF}"`, "", "2:9 surrogate"},
		{`"\x"`, "", "2:9 bad-escape"},
		{`"\xE9"`, "", "2:9 unsupported-escape"},
		{`"\377"`, "", "2:9 unsupported-escape"},
		{`"\cA"`, "", "2:9 unsupported-escape"},
		{`"#{x}"`, "", "2:9 interpolation"},
		{`"#@x"`, "", "2:9 interpolation"},
	} {
		readExpression(t, tt)
	}
}

// Classes as Onigmo, Ruby's regular expression engine, reads them.
func TestTreetopClasses(t *testing.T) {
	for _, tt := range []readTest{
		{`[a]`, "class{61-61}", ""},
		{`[a-zA-Z]`, "class{61-7A 41-5A}", ""},
		{`[^a-c.]`, "notclass{61-63 2E-2E}", ""},
		{`[-a] [a-] [a\-c] [!--]`, "cat{class{2D-2D 61-61} class{61-61 2D-2D} class{61-61 2D-2D 63-63} class{21-2D}}", ""},
		{`[a-c-e]`, "class{61-63 2D-2D 65-65}", ""},
		{`[\d-x]`, "class{30-39 2D-2D 78-78}", ""},
		{`[a^]`, "class{61-61 5E-5E}", ""},
		{`[\]\[\\\^]`, "class{5D-5D 5B-5B 5C-5C 5E-5E}", ""},
		{`[\n\t\r\e\a\b\f\v\q]`, "class{A-A 9-9 D-D 1B-1B 7-7 8-8 C-C B-B 71-71}", ""},
		{`[\d\s]`, "class{30-39 9-D 20-20}", ""},
		{`[\h] [\w]`, "cat{class{30-39 41-46 61-66} class{30-39 41-5A 5F-5F 61-7A}}", ""},
		{`[\D] [\S]`, "cat{class{0-2F 3A-10FFFF} class{0-8 E-1F 21-10FFFF}}", ""},
		{`[^\W]`, "notclass{0-2F 3A-40 5B-5E 60-60 7B-10FFFF}", ""},
		{`[\x41\x7\101\0]`, "class{41-41 7-7 41-41 0-0}", "2:8 class-duplicate warning"},
		{`[\u0041-\u{5A}é-ü]`, "class{41-5A E9-FC}", ""},
		{`[\u{61 62}-d]`, "class{61-61 62-64}", ""},
		{`[[:xdigit:]:]`, "class{30-39 41-46 61-66 3A-3A}", ""},
		{`[a:]`, "class{61-61 3A-3A}", ""},
		{`["'/#]`, "class{22-22 27-27 2F-2F 23-23}", ""},

		// Four digits, no more.
		{`[\u000A0-\u0D7FF]`, "class{A-A 30-D7F 46-46}", "2:8 class-duplicate warning, 2:9 short-escape warning"},
		{`[\u000A0]`, "class{A-A 30-30}", "2:9 short-escape warning"},
		{`[\uD0000-\uDFFFD]`, "", "2:9 short-escape warning, 2:17 surrogate"},

		{`[aba]`, "class{61-61 62-62 61-61}", "2:8 class-duplicate warning"},
		{`[a-cb]`, "class{61-63 62-62}", "2:8 class-duplicate warning"},
		{`[\w_]`, "class{30-39 41-5A 5F-5F 61-7A 5F-5F}", "2:8 class-duplicate warning"},
		{`[ bc ]`, "class{20-20 62-62 63-63 20-20}", "2:8 class-duplicate warning, 2:8 suspicious-class warning"},
		{`[ ( b ":" ) ]`, "class{20-20 28-28 20-20 62-62 20-20 22-22 3A-3A 22-22 20-20 29-29 20-20}",
			"2:8 class-duplicate warning, 2:8 suspicious-class warning"},
		{`['0x30'-'0x39']`, "class{27-27 30-30 78-78 33-33 30-30 27-27 30-30 78-78 33-33 39-39 27-27}",
			"2:8 class-duplicate warning, 2:8 suspicious-class warning"},
		{`[a] [z]`, "cat{class{61-61} class{7A-7A}}", ""},
		{`[ \t] [b c] [a-z 0-9]`, "cat{class{20-20 9-9} class{62-62 20-20 63-63} class{61-7A 20-20 30-39}}", ""},

		{`[]`, "", "2:8 empty-class"},
		{`[] ]`, "", "2:8 empty-class, 2:11 bad-character"},
		{`[^]`, "", "2:8 empty-class"},
		{`[z-a]`, "", "2:11 range-order"},
		{`[a-\d]`, "", "2:12 set-in-range"},
		{`[a&&b]`, "", "2:10 class-intersection"},
		{`[a[b]]`, "", "2:10 class-in-class, 2:13 bad-character"},
		{`[[:alpha:]]`, "", "2:9 posix-class"},
		{`[[:^xdigit:]]`, "", "2:9 posix-class"},
		{`[\p{L}]`, "", "2:9 unsupported-escape"},
		{`[\cA]`, "", "2:9 unsupported-escape"},
		{`[\xE9]`, "", "2:9 unsupported-escape"},
		{`[\u00]`, "", "2:9 bad-escape"},
	} {
		readExpression(t, tt)
	}
}

func TestTreetopMessages(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`a [ h16 ]`,
			"this class matches one character, one of ' ', '1', '6', 'h'; an optional element is written ( element )?"},
		{`a [h16]`, "this class matches one character, one of '1', '6', 'h'; an optional element is written ( element )?"},
		{`a ['0'-'9' ]`,
			"this class matches one character, one of ' ', ''', '0', '9'; in a class quotes are literal, and " +
				"a character is written by number as \\u0030"},
		{`a [^ b ]`, "this class matches one character, any but ' ', 'b'; an optional element is written ( element )?"},
		{`a ["é-ü"a"]`,
			"this class matches one character, one of '\"', 'a', 'é' (U+00E9) to 'ü' (U+00FC); in a class quotes are " +
				"literal, and a character is written by number as \\u0030"},
		{`a [\uD800]`, `\uD800 is a surrogate, which Ruby rejects: no character has that number`},
		{`a [\u00A00]`,
			`1 escape with more than four digits (first one here): Ruby's \u reads four, and what follows is literal; ` +
				`\u{A0} accepts any number`},
	} {
		_, l := Read(syntax.NewSource("test", rules(tt.text, "h16 b")), syntax.Treetop)
		var got []string
		for _, d := range l.Items {
			if d.Code != "class-duplicate" {
				got = append(got, d.Message)
			}
		}
		if all := strings.Join(got, "\n"); all != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, all, tt.want)
		}
	}
}
