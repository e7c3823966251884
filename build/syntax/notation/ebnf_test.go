package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
)

// The documents are grouped by the construct that they test.
func TestEBNF(t *testing.T) {
	for section, tests := range map[string][]readTest{
		"symbols": {
			{"a ::= b", "a = ref{b}", ""},
			{"a::=b", "a = ref{b}", ""},
			{"_A.b-C_1 ::= x--y.z", "_A.b-C_1 = ref{x--y.z}", ""},
			{"a ::= b c ::= d", "a = ref{b}\nc = ref{d}", ""},
			{"a ::=\nb\n\n c\r\nd ::= e\r\n", "a = cat{ref{b} ref{c}}\nd = ref{e}", ""},
			{"a ::= b-'x' c.'y'", `unread a`, "1:14 bad-character"},
		},
		"production numbers": {
			{"[1] a ::= b [2] c ::= d", "a = ref{b}\nc = ref{d}", ""},
			{"[1] a ::= b\n[144s] c ::= d\n[4a]e::=f", "a = ref{b}\nc = ref{d}\ne = ref{f}", ""},
			{"[1] a ::= [2]\n[3] c ::= 'd' | [4] [5] e ::= [6]",
				"a = class{32-32}\nc = alt{str{\"d\"} class{34-34}}\ne = class{36-36}", ""},
			{"[1] a ::= [2] c ::= 'd' | [3] e ::= f - [4] g ::= h",
				"a = class{32-32}\nc = alt{str{\"d\"} class{33-33}}\ne = minus{ref{f} class{34-34}}\ng = ref{h}", ""},
			{"a ::= b\n[2] c ::= d", "a = ref{b}\nc = ref{d}", ""},
			{"a ::= b [2] c ::= d", "a = cat{ref{b} class{32-32}}\nc = ref{d}", ""},
			{"[1] a ::= b [2] [x] d ::= e", "a = cat{ref{b} class{32-32} class{78-78}}\nd = ref{e}", ""},
			{"[1] a ::= (b | [2]) c\n", "a = cat{group{alt{ref{b} class{32-32}}} ref{c}}", ""},
			{"[1] /* x */ a /* y */ ::= /* z */ b /* w */ [2]\nc ::= d", "a = ref{b}\nc = ref{d}", ""},
		},
		"code points": {
			{"a ::= #x41 #x0010FFFF #xD800", "a = cat{num{41} num{10FFFF} num{D800}}", ""},
			{"a ::= #xaF|#x9", "a = alt{num{AF} num{9}}", ""},
		},
		"classes": {
			{"a ::= [a-zA-Z]", "a = class{61-7A 41-5A}", ""},
			{"a ::= [#x20-#x7E#xA0x-z]", "a = class{20-7E A0-A0 78-7A}", "1:7 class-duplicate warning"},
			{"a ::= [^#x00-#x20<>\"{}|^`\\]", "a = notclass{0-20 3C-3C 3E-3E 22-22 7B-7B 7D-7D 7C-7C 5E-5E 60-60 5C-5C}", ""},
			{"a ::= [-'()+,./:=?;!*#@$_%]",
				"a = class{2D-2D 27-27 28-28 29-29 2B-2B 2C-2C 2E-2E 2F-2F 3A-3A 3D-3D 3F-3F 3B-3B 21-21 2A-2A 23-23 40-40 " +
					"24-24 5F-5F 25-25}", ""},
			{"a ::= [+-] [^-a] [a-c-e] [+--] [#x] [#y#-%] [#x41x]",
				"a = cat{class{2B-2B 2D-2D} notclass{2D-2D 61-61} class{61-63 2D-2D 65-65} class{2B-2D} class{23-23 78-78} " +
					"class{23-23 79-79 23-25} class{41-41 78-78}}", "1:37 class-duplicate warning"},
			{"a ::= [é-ü日] [^^]", "a = cat{class{E9-FC 65E5-65E5} notclass{5E-5E}}", ""},
			{"a ::= [^]", "a = notclass{}", ""},
			{"a ::= [b c] [|] [a|b] [#x9|b-c]",
				"a = cat{class{62-62 20-20 63-63} class{7C-7C} class{61-61 7C-7C 62-62} class{9-9 7C-7C 62-63}}",
				"1:27 bar-in-class warning"},
			{"a ::= [#x20|#x9|#xD] [a-z A-Z]", "a = cat{class{20-20 7C-7C 9-9 7C-7C D-D} class{61-7A 20-20 41-5A}}",
				"1:12 bar-in-class warning, 1:26 blank-in-class warning"},
			{"a ::= [vc:] [[] [vc:x]", "a = cat{class{76-76 63-63 3A-3A} class{5B-5B} class{76-76 63-63 3A-3A 78-78}}", ""},
		},
		"strings": {
			{`a ::= "b'c" 'd"e' "" ''`, `a = cat{str{"b'c"} str{"d\"e"} str{""} str{""}}`, ""},
			{`a ::= '\u' '\' "\\"`, `a = cat{str{"\\u"} str{"\\"} str{"\\\\"}}`, ""},
			{"a ::= 'é\t日 /* [ ::= '", `a = str{"é\t日 /* [ ::= "}`, ""},
		},
		"operators": {
			{"a ::= b? c* d+ e", "a = cat{rep{0,1 ref{b}} rep{0,-1 ref{c}} rep{1,-1 ref{d}} ref{e}}", ""},
			{"a ::= b ? (c) *|[d]+'e'?",
				"a = alt{cat{rep{0,1 ref{b}} rep{0,-1 group{ref{c}}}} cat{rep{1,-1 class{64-64}} rep{0,1 str{\"e\"}}}}", ""},
			{"a ::= b c | d e", "a = alt{cat{ref{b} ref{c}} cat{ref{d} ref{e}}}", ""},
			{"a ::= ( b | ((c)) )", "a = group{alt{ref{b} group{group{ref{c}}}}}", ""},
			{"a ::= b - c", "a = minus{ref{b} ref{c}}", ""},
			{"a ::= b* - (c d) e | f - g - h+",
				"a = alt{cat{minus{rep{0,-1 ref{b}} group{cat{ref{c} ref{d}}}} ref{e}} minus{minus{ref{f} ref{g}} rep{1,-1 " +
					"ref{h}}}}", ""},
			{"a ::= [^<>]-[#x0-#x20] b", "a = cat{minus{notclass{3C-3C 3E-3E} class{0-20}} ref{b}}", ""},
			{"a ::= #x20-#x7E", "a = minus{num{20} num{7E}}", "1:7 range-outside-class warning"},
			{"a ::= #x20 - #x7E", "a = minus{num{20} num{7E}}", ""},
		},
		"comments, directives, annotations, prose": {
			{"/* * / ' \" [ a ::= x */a/**/::=/***/b/* é\n */", "a = ref{b}", ""},
			{"/* @octets */ a ::= b /*@components a: b\r\n\t  c=d */ /* @ x *//* x @y *//* @a.b c *//*@é*/",
				"@octets\n@components a: b c=d\na = ref{b}", ""},
			{"[1] a ::= b [ wfc: Legal ] [VC: ID] c [nsc: x]\n[2] d ::= e", "a = cat{ref{b} ref{c}}\nd = ref{e}",
				"1:13 annotation-skipped note, 1:28 annotation-skipped note, 1:39 annotation-skipped note"},
			{"It's prose: [1]\n[1] a ::= b", "a = ref{b}", "1:1 prose-skipped warning"},
		},
	} {
		t.Run(section, func(t *testing.T) { runReadTests(t, syntax.W3C, tests) })
	}
}

// A class that begins with a scheme is a link, with or without a label after it.
func TestEBNFLinks(t *testing.T) {
	const char, b = `a = prose{"http://x/#NT-Char"}`, "\nb = str{\"c\"}"
	runReadTests(t, syntax.W3C, []readTest{
		{"a ::= [http://x/#NT-Char]", char, ""},
		{"a ::= [http://x/#NT-Char]XML\nb ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char] Names /* xgc: xml-version */\nb ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char]\n      ^XML\nb ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char]\nb ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char] b ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char]b ::= 'c'", char + b, ""},
		{"a ::= [http://x/#NT-Char] b\nb ::= 'c'", `a = cat{prose{"http://x/#NT-Char"} ref{b}}` + b, ""},
		{"[1] a ::= [http://x/#NT-Char]XML\n[2] b ::= 'c'", char + b, ""},
		{"a ::= ([ https://x.org/a-Z ] - 'c')?", `a = rep{0,1 group{minus{prose{" https://x.org/a-Z "} str{"c"}}}}`, ""},
		{"a ::= [urn+x://y#z]", `a = prose{"urn+x://y#z"}`, ""},
		{"a ::= [a-z:/]", "a = class{61-7A 3A-3A 2F-2F}", ""},
		{"a ::= [a-z://]", "a = class{61-7A 3A-3A 2F-2F 2F-2F}", "1:7 class-duplicate warning"},
		{"a ::= [^a://]", "a = notclass{61-61 3A-3A 2F-2F 2F-2F}", "1:7 class-duplicate warning"},
		{"a ::= [://]", "a = class{3A-3A 2F-2F 2F-2F}", "1:7 class-duplicate warning"},
	})
	g, _ := Read(syntax.NewSource("test", "a ::= [http://x/#NT-Char]XML - 'c'\n"), syntax.W3C)
	var out strings.Builder
	if err := Print(&out, g); err != nil || out.String() != "a ::= [http://x/#NT-Char] - 'c'\n" {
		t.Errorf("printed as %q, %v", out.String(), err)
	}
	for _, text := range []string{"http://x/]", "any text", "http://x\ny"} {
		g := &syntax.Grammar{Dialect: syntax.W3C, Rules: []*syntax.Rule{{Name: "a", Expr: &syntax.ProseVal{Text: text}}}}
		if err := Print(&out, g); err == nil {
			t.Errorf("the prose %q is printed in W3C's EBNF", text)
		}
	}
}

// ebnfErrorTests has documents with errors in W3C's EBNF, including one for every error that no
// other dialect has.
var ebnfErrorTests = []readTest{
	{"a : 'x'", "", "1:1 no-rules"},
	{"a ::= 'b\nz ::= y", "z = ref{y}\nunread a", "1:7 unterminated-string"},
	{"a ::= \"b'\nz ::= y", "z = ref{y}\nunread a", "1:7 unterminated-string"},
	{"a ::= [b\nz ::= y", "z = ref{y}\nunread a", "1:7 unterminated-class"},
	{"a ::= b /* c\nz ::= y", "unread a", "1:9 unterminated-comment"},
	{"a ::= (b\nz ::= y", "z = ref{y}\nunread a", "1:7 unterminated-group"},
	{"a ::= b) c", "unread a", "1:8 stray-bracket"},
	{"a ::= b] c\nz ::= y", "z = ref{y}\nunread a", "1:8 bad-character"},
	{"a ::= []\nz ::= y", "z = ref{y}\nunread a", "1:7 empty-class"},
	{"a ::= ()\nz ::= y", "z = ref{y}\nunread a", "1:7 empty-group"},
	{"a ::=\nz ::= y", "z = ref{y}\nunread a", "1:3 empty-rule"},
	{"a ::= | b", "unread a", "1:7 empty-alternative"},
	{"a ::= b | | c", "unread a", "1:9 empty-alternative"},
	{"a ::= (b |)", "unread a", "1:10 empty-alternative"},
	{"a ::= * b\nz ::= y", "z = ref{y}\nunread a", "1:7 operator-without-operand"},
	{"a ::= - b | (+) | ?", "unread a",
		"1:7 operator-without-operand, 1:14 operator-without-operand, 1:19 operator-without-operand"},
	{"a ::= b - | c", "unread a", "1:9 difference-without-operand"},
	{"a ::= b - ", "unread a", "1:9 difference-without-operand"},
	{"a ::= b*? c++", "unread a", "1:9 repeated-operator, 1:13 repeated-operator"},
	{"a ::= [z-a] [#x41-#x40]\nz ::= y", "z = ref{y}\nunread a", "1:8 range-order, 1:14 range-order"},
	{"a ::= #x110000 [#x110000] [a-#xFFFFFFFFFFFF]", "unread a",
		"1:9 code-point-limit, 1:19 code-point-limit, 1:32 range-cut note"},
	{"a ::= [#xB-#xFFFFFFFF] [a-#x110000]", "a = cat{class{B-10FFFF} class{61-10FFFF}}",
		"1:14 range-cut note, 1:29 range-cut note"},
	{"a ::= [#x110000-#xFFFFFFFF]", "unread a", "1:10 code-point-limit"},
	{"a ::= #x #xG #x41G # #b", "unread a", "1:7 bad-number, 1:10 bad-number, 1:14 bad-number, 1:20 hash-comment warning"},
	{"a ::= '\xFF' [\xFE] \xFD /* \xFC */\nz ::= y", "z = ref{y}\nunread a",
		"1:8 ill-formed-utf8, 1:12 ill-formed-utf8, 1:15 ill-formed-utf8, 1:20 ill-formed-comment warning"},
	{"a = b\nc := d\ne <- f\nz ::= y", "z = ref{y}\nunread a\nunread c\nunread e",
		"1:3 foreign-definition, 2:3 foreign-definition, 3:3 foreign-definition"},
	{"a ::= 'b' ::= c\nz ::= y", "z = ref{y}\nunread a", "1:11 stray-definition"},
	{"a ::= (b ::= c)", "unread a\nunread b", "1:7 unterminated-group, 1:15 stray-bracket"},
	{"a ::= b / c // d {\nb ::= } , ;\nc ::= % ^ &\nd ::= : <", "unread a\nunread b\nunread c\nunread d",
		"1:9 bad-character, 1:13 bad-character, 1:18 bad-character, 2:7 bad-character, 2:9 bad-character, 2:11 " +
			"bad-character, 3:7 bad-character, 3:9 bad-character, 3:11 bad-character, 4:7 bad-character, 4:9 bad-character"},
	{"a ::= ünï → “\nz ::= ”", "unread a\nunread z",
		"1:7 bad-character, 1:11 bad-character, 1:13 bad-character, 2:7 bad-character"},
	{"naïve ::= b\nz ::= y", "z = ref{y}\nunread naïve", "1:1 bad-character"},
	{"a\u00A0::= b\u00A0c", "unread a", "1:2 foreign-blank, 1:8 foreign-blank"},
	{"a ::= b @terminals", "unread a", "1:9 bad-character"},
	{"\uFEFFa ::= b", "a = ref{b}", "1:1 byte-order-mark warning"},
	{"a ::= b\rc ::= d", "a = ref{b}\nc = ref{d}", "1:8 lone-cr"},
	{"a ::= \x00", "unread a", "1:7 nul"},
	{"prose", "", "1:1 no-rules"},
	{"", "", "1:1 no-rules"},
}

func TestEBNFErrors(t *testing.T) { runReadTests(t, syntax.W3C, ebnfErrorTests) }

// The RDF groups write their grammars in the notation of their tools, with declarations and a
// different kind of comment.
func TestEBNFDeclarations(t *testing.T) {
	const tail = "\n[2] z ::= y"
	runReadTests(t, syntax.W3C, []readTest{
		{"a ::= b\n@terminals\nz ::= y", "a = ref{b}\nz = ref{y}", "2:1 terminals-mark note"},
		{"[1] a ::= b\n\n@terminals" + tail, "a = ref{b}\nz = ref{y}", "3:1 terminals-mark note"},
		{"[1] a ::= b\n@pass [ \\t\\r\\n]+ | \"#\" [^\\r\\n]*" + tail, "a = ref{b}\nz = ref{y}", "2:1 pass-mark note"},
		{"[1] a ::= b" + tail + "\n@pass ::= [#x20]+\n       | '#' [^#xA]*\n", "a = ref{b}\nz = ref{y}",
			"3:1 pass-mark note"},
		{"a ::= b\n@skip c+\n@terminals\nz ::= y", "a = ref{b}\nz = ref{y}", "2:1 pass-mark note, 3:1 terminals-mark note"},
		{"@pass c+\na ::= b\nz ::= y", "a = ref{b}\nz = ref{y}", "1:1 pass-mark note"},
		{"prose\n@terminals\n[1] a ::= b" + tail, "a = ref{b}\nz = ref{y}",
			"1:1 prose-skipped warning, 2:1 terminals-mark note"},
		{"a ::= b\n@terminals c d\nz ::= y", "z = ref{y}\nunread a", "2:1 terminals-mark note, 2:12 stray-text"},
		{"a ::= b |\n@terminals\nz ::= y", "z = ref{y}\nunread a", "1:9 empty-alternative, 2:1 terminals-mark note"},
		{"a ::= b\n@other\nz ::= y", "z = ref{y}\nunread a", "2:1 bad-character"},
		{"a ::= b\n@terminalsX\nz ::= y", "z = ref{y}\nunread a", "2:1 bad-character"},

		{"# one\n#two\na ::= b # three's \"\n| c #\nz ::= y", "a = alt{ref{b} ref{c}}\nz = ref{y}",
			"1:1 hash-comment warning"},
		{"a ::= b\n#[3] c ::= d\n#@pass e\nz ::= y", "a = ref{b}\nz = ref{y}", "2:1 hash-comment warning"},
		{"a ::= b\n | #x41\n | #41\nz ::= y", "z = ref{y}\nunread a",
			"3:4 bad-character, 3:5 bad-character, 3:6 bad-character"},
		{"a ::= b\n#xZ\nz ::= y", "z = ref{y}\nunread a", "2:1 bad-number"},
		{"a ::= b\n#41\nz ::= y", "z = ref{y}\nunread a", "2:1 bad-character, 2:2 bad-character, 2:3 bad-character"},
		{"a ::= b #c\nz ::= y", "z = ref{y}\nunread a", "1:9 bad-character"},

		{"[1] a ::= [^%\\\\]" + tail, "a = notclass{25-25 5C-5C 5C-5C}\nz = ref{y}", "1:14 escape-in-class warning"},
		{"[1] a ::= [\\t] '\\t'" + tail, "a = cat{class{5C-5C 74-74} str{\"\\\\t\"}}\nz = ref{y}",
			"1:12 escape-in-class warning, 1:17 escape-in-string warning"},
		{"[1] a ::= [tbnrf\\\"'] [^'\\]" + tail,
			"a = cat{class{74-74 62-62 6E-6E 72-72 66-66 5C-5C 22-22 27-27} notclass{27-27 5C-5C}}\nz = ref{y}", ""},

		{"[1] a ::= b\n[XX] z ::= y", "a = ref{b}\nz = ref{y}", "2:1 production-label note"},
		{"[1] a ::= b\n[5.1] z ::= y", "a = ref{b}\nz = ref{y}", "2:1 production-label note"},
		{"[1] a ::= b |\n[XX] z ::= y", "a = alt{ref{b} class{58-58 58-58}}\nz = ref{y}", "2:1 class-duplicate warning"},
		{"[1] a ::= b [XX] z ::= y", "a = cat{ref{b} class{58-58 58-58}}\nz = ref{y}", "1:13 class-duplicate warning"},
		{"[1] a ::= b\n[XX]\nz ::= y", "a = cat{ref{b} class{58-58 58-58}}\nz = ref{y}", "2:1 class-duplicate warning"},
		{"a ::= b\n[XX] z ::= y", "a = cat{ref{b} class{58-58 58-58}}\nz = ref{y}", "2:1 class-duplicate warning"},
	})
}

// In pages copied as plain text, headings separate the tables.
func TestEBNFHeadings(t *testing.T) {
	const both = "a = ref{b}\nz = ref{y}"
	runReadTests(t, syntax.W3C, []readTest{
		{"[1] a ::= b\nProductions for terminals\n[2] z ::= y", both, "2:1 heading-skipped note"},
		{"[1] a ::= b\n\nProductions for terminals:\n\n[2] z ::= y", both, "3:1 heading-skipped note"},
		{"[1] a ::= b\n2.2 Characters\nCharacter Range\n[2] z ::= y", both, "2:1 heading-skipped note"},
		{"[1] a ::= b\nWell-formed Documents\r\n@terminals\n[2] z ::= y", both,
			"2:1 heading-skipped note, 3:1 terminals-mark note"},
		{"[1] a ::= b\n\nDocument\n\n[2] z ::= y", both, "3:1 heading-skipped note"},
		{"Terminals\n[1] a ::= b\n[2] z ::= y", both, "1:1 prose-skipped warning"},
		{" [1] a ::= b\n The rest of it\n [2] z ::= y", both, "2:2 heading-skipped note"},

		// Lines that may belong to the rule above them.
		{"[1] a ::= b\nDocument\n[2] z ::= y", "a = cat{ref{b} ref{Document}}\nz = ref{y}", ""},
		{"[1] a ::= b\nthe z\n[2] z ::= y", "a = cat{ref{b} ref{the} ref{z}}\nz = ref{y}", ""},
		{"[1] a ::= b |\nthe rest\n[2] z ::= y", "a = alt{ref{b} cat{ref{the} ref{rest}}}\nz = ref{y}", ""},
		{"[1] a ::= (b\nthe rest)\n[2] z ::= y", "a = group{cat{ref{b} ref{the} ref{rest}}}\nz = ref{y}", ""},
		{"[1] a ::= (b\nthe rest\n[2] z ::= y", "z = ref{y}\nunread a", "1:11 unterminated-group"},
		{"[1] a ::=\nthe rest\n[2] z ::= y", "a = cat{ref{the} ref{rest}}\nz = ref{y}", ""},
		{"[1] a ::= b\n  the rest\n[2] z ::= y", "a = cat{ref{b} ref{the} ref{rest}}\nz = ref{y}", ""},
		{"[1] a ::= b\nthe rest*\n[2] z ::= y", "a = cat{ref{b} ref{the} rep{0,-1 ref{rest}}}\nz = ref{y}", ""},
		{"[1] a ::= b\nPN_LOCAL PN_ESC\n[2] z ::= y", "a = cat{ref{b} ref{PN_LOCAL} ref{PN_ESC}}\nz = ref{y}", ""},
		{"[1] a ::= b\nthe rest\nz ::= y", "a = cat{ref{b} ref{the} ref{rest}}\nz = ref{y}", ""},
		{"a ::= b\nthe rest\n[2] z ::= y", "a = cat{ref{b} ref{the} ref{rest}}\nz = ref{y}", ""},
		{"[1] a ::= b\n[2] z ::= y\nthe rest", "a = ref{b}\nz = cat{ref{y} ref{the} ref{rest}}", ""},
	})
}

func TestEBNFLimits(t *testing.T) {
	limits := syntax.DefaultLimits()
	limits.Nesting, limits.Rules, limits.Source = 2, 2, 50
	for text, want := range map[string]string{
		"a ::= ((b))":                 "",
		"a ::= (((b)))":               "1:9 nesting-limit",
		"a ::= b - c - d":             "",
		"a ::= b - c - d - e":         "1:17 nesting-limit",
		"a ::= ((b - c))":             "1:11 nesting-limit",
		"a ::= b [1] c ::= d e ::= f": "1:21 rule-limit",
		strings.Repeat(" ", 51):       "1:1 source-limit",
	} {
		if _, l := ReadWith(syntax.NewSource("test", text), ReadOptions{Dialect: syntax.W3C,
			Limits: limits}); codes(l) != want {
			t.Errorf("%q: got %s, want %s", text, codes(l), want)
		}
	}
}

func TestEBNFGolden(t *testing.T) {
	golden.Documents(t, "testdata/*.ebnf", func(t *testing.T, name, text string) string {
		g, l := Read(syntax.NewSource(name, text), syntax.W3C)
		return dump(t, g) + "\n\n" + diagnostics(l)
	})
}

func diagnostics(l *syntax.List) string {
	var b strings.Builder
	for _, item := range l.Items {
		b.WriteString(item.Severity.String() + " " + item.Code + " " + l.Format(item) + "\n")
	}
	return b.String()
}

// The bundled W3C grammars are read without a remark.
func TestBundledEBNF(t *testing.T) {
	for name, rules := range map[string]int{"ntriples": 17 + 5, "nquads": 18 + 5} {
		text := textOf(t, "../../grammars/"+name+".ebnf")
		if g, l := Read(syntax.NewSource(name, text), syntax.W3C); len(l.Items) > 0 || len(g.Rules) != rules {
			t.Errorf("%s: %d rules, want %d; %s", name, len(g.Rules), rules, codes(l))
		}
	}
}

func FuzzReadEBNF(f *testing.F) {
	for _, tt := range ebnfErrorTests {
		f.Add(tt.text)
	}
	f.Add("[1] a ::= b? | [^#x20-z]* - ('c' /* @d e */ #x41)+ [ wfc: x ]")
	f.Fuzz(func(t *testing.T, text string) {
		g, l := Read(syntax.NewSource("fuzz", text), syntax.W3C)
		checkList(t, l)
		checkGrammar(t, g)
		if l.Errors() == 0 && len(g.Unread) > 0 {
			t.Errorf("a rule was not read, and nobody says why")
		}
	})
}
