package notation

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// errorTests contains a document for every diagnostic, ordered by code. The rule z at the end of
// most documents shows that reading continues.
var errorTests = []readTest{
	// Names and definition signs.
	{"a_b = c_d\nz = y", "a_b = ref{c_d}\nz = ref{y}", "1:1 name-underscore warning, 1:7 name-underscore warning"},
	{"a = _b\nz = y", "z = ref{y}\nunread a", "1:5 bad-character"},
	{"a ::= b\nz <- y\nx := w", "unread a\nunread z\nunread x",
		"1:3 foreign-definition, 2:3 foreign-definition, 3:3 foreign-definition"},
	{"a = b : c\nz = y", "z = ref{y}\nunread a", "1:7 bad-character"},
	{"a == b\nz = y", "z = ref{y}\nunread a", "1:3 foreign-definition"},
	{"a = \"b\" = c\nz = y", "z = ref{y}\nunread a", "1:9 stray-definition"},
	{"a = (\"b\" = c)\nz = y", "z = ref{y}\nunread a", "1:10 stray-definition"},

	// Unclosed and unopened brackets and quotes.
	{"a = \"b / c\nz = y", "z = ref{y}\nunread a", "1:5 unterminated-string"},
	{"a = \"b\r\nz = y", "z = ref{y}\nunread a", "1:5 unterminated-string"},
	{"a = %s\"b\nz = y", "z = ref{y}\nunread a", "1:5 unterminated-string"},
	{"a = b \"", "unread a", "1:7 unterminated-string"},
	{"a = <b\nz = y>", "unread a\nunread z", "1:5 unterminated-prose, 2:6 bad-character"},
	{"a = (b\nz = y", "z = ref{y}\nunread a", "1:5 unterminated-group"},
	{"a = ( b ( c )", "unread a", "1:5 unterminated-group"},
	{"a = ( b / [ c\nz = y", "z = ref{y}\nunread a", "1:11 unterminated-option"},
	{"a = (", "unread a", "1:5 unterminated-group"},
	{"a = (b] [c) d\nz = y", "z = ref{y}\nunread a", "1:7 mismatched-bracket, 1:11 mismatched-bracket"},
	{"a = b ) c\nz = y", "z = ref{y}\nunread a", "1:7 stray-bracket"},
	{"a = ]", "unread a", "1:5 stray-bracket"},

	// Missing elements.
	{"a =\nz = y", "z = ref{y}\nunread a", "1:3 empty-rule"},
	{"a =/ ; b", "unread a", "1:3 empty-rule"},
	{"a = ()\nz = y", "z = ref{y}\nunread a", "1:5 empty-group"},
	{"a = [ ]\nz = y", "z = ref{y}\nunread a", "1:5 empty-option"},
	{"a = / b\nz = y", "z = ref{y}\nunread a", "1:5 empty-alternative"},
	{"a = b /\nz = y", "z = ref{y}\nunread a", "1:7 empty-alternative"},
	{"a = b / / c", "unread a", "1:7 empty-alternative"},
	{"a = (/ b) [b /]", "unread a", "1:6 empty-alternative, 1:14 empty-alternative"},
	{"a = b\"c\"2d(e)[f]%x41", `a = cat{ref{b} istr{"c"} rep{2,2 ref{d}} group{ref{e}} opt{ref{f}} num{41}}`,
		"1:6 missing-blank warning, 1:9 missing-blank warning, 1:11 missing-blank warning, 1:14 missing-blank warning, " +
			"1:17 missing-blank warning"},

	// Repeats.
	{"a = 1*", "unread a", "1:5 repeat-without-element"},
	{"a = (2) / * / 3 / b", "unread a",
		"1:6 repeat-without-element, 1:11 repeat-without-element, 1:15 repeat-without-element"},
	{"a = 1 2b", "unread a", "1:5 repeat-without-element"},
	{"a = 1** b", "unread a", "1:5 repeat-without-element, 1:8 blank-in-repeat"},
	{"a = 1* b\nz = y", "z = ref{y}\nunread a", "1:7 blank-in-repeat"},
	{"a = 1 *b\nz = y", "z = ref{y}\nunread a", "1:6 blank-in-repeat"},
	{"a = *\n b", "unread a", "1:6 blank-in-repeat"},
	{"a = 5*3\"b\"\nz = y", "z = ref{y}\nunread a", "1:5 repeat-order"},
	{"a = 100001b 0*9999999999c\nz = y", "z = ref{y}\nunread a", "1:5 repetition-limit, 1:15 repetition-limit"},
	{"a = 18446744073709551616*1b", "unread a", "1:5 repetition-limit"},

	// Lists.
	{"a = 1# b\nz = y", "z = ref{y}\nunread a",
		"1:6 list-form note, 1:7 blank-in-repeat"},
	{"a = 2#1b\nz = y", "z = ref{y}\nunread a", "1:5 repeat-order, 1:6 list-form note"},
	{"a = 100001#b #100001c\nz = y", "z = ref{y}\nunread a",
		"1:5 repetition-limit, 1:11 list-form note, 1:15 repetition-limit"},
	{"a = 1#\nz = y", "z = ref{y}\nunread a", "1:5 repeat-without-element, 1:6 list-form note"},
	{"a = 1#2 / b", "unread a", "1:5 repeat-without-element, 1:6 list-form note"},
	{"a = 1##b", "unread a", "1:5 repeat-without-element, 1:6 list-form note"},
	{"a = b # c\nz = y", "z = ref{y}\nunread a", "1:7 bad-character"},
	{"a = b\n  #\nz = y", "z = ref{y}\nunread a", "2:3 bad-character"},
	{"a = #b\n#d\nz = y", "z = ref{y}\nunread a", "1:5 list-form note, 2:1 unindented-continuation"},
	{"a = #(#(#(#(#(#b)))))\nz = y", "z = ref{y}\nunread a", "1:5 list-form note, 1:13 list-limit"},

	// Numbers.
	{"a = %x\nz = y", "z = ref{y}\nunread a", "1:5 bad-number"},
	{"a = %xG %d1A %b12\nb = %x.41 %x41. %x41-\nc = %x41--42 %x41-42-43\nd = %x41.42-43 %x41..42",
		"unread a\nunread b\nunread c\nunread d",
		"1:5 bad-number, 1:9 bad-number, 1:14 bad-number, 2:5 bad-number, 2:11 bad-number, 2:17 bad-number, 3:5 " +
			"bad-number, 3:14 bad-number, 4:5 bad-number, 4:16 bad-number"},
	{"a = %x110000\nz = y", "z = ref{y}\nunread a", "1:7 code-point-limit"},
	{"a = %x41.FFFFFFFFFFFFFFFFFFFF %d18446744073709551616-1114112", "unread a",
		"1:10 code-point-limit, 1:33 code-point-limit"},
	{"a = %xB-FFFFFFFF %d11-99999999999999999999 %b0-111111111111111111111",
		"a = cat{range{B-10FFFF} range{B-10FFFF} range{0-10FFFF}}",
		"1:9 range-cut note, 1:23 range-cut note, 1:48 range-cut note"},
	{"a = %x110000-110001", "unread a", "1:7 code-point-limit"},
	{"a = %x5A-41\nz = y", "z = ref{y}\nunread a", "1:5 range-order"},
	{"a = %41 % b\nb = %s %q\"c\"", "unread a\nunread b",
		"1:5 bad-character, 1:9 bad-character, 2:5 bad-character, 2:8 bad-character"},

	// Characters.
	{"a = b | c\nz = y", "z = ref{y}\nunread a", "1:7 bad-character"},
	{"a = b || c {d}\nz = y", "z = ref{y}\nunread a", "1:7 bad-character, 1:12 bad-character, 1:14 bad-character"},
	{"a = 'b' \u201Cc\u201D\nz = y", "z = ref{y}\nunread a", "1:5 bad-character, 1:9 bad-character, 1:11 bad-character"},
	{"a = b'\nz = y", "z = ref{y}\nunread a", "1:6 bad-character"},
	{"a = b+ c? d.\nz = y", "z = ref{y}\nunread a", "1:6 bad-character, 1:9 bad-character, 1:12 bad-character"},
	{"a = b # c\nz = y", "z = ref{y}\nunread a", "1:7 bad-character"},
	{"a = b > c\nz = y", "z = ref{y}\nunread a", "1:7 bad-character"},
	{"a = é日本 \x01\x01\nz = y", "z = ref{y}\nunread a", "1:5 bad-character, 1:9 bad-character"},
	{"a = na\u00EFve u\u0308 \u00FCn\u00EF9-x\nz = y", "z = ref{y}\nunread a",
		"1:5 bad-character, 1:11 bad-character, 1:14 bad-character"},
	{"a = b\n\u00FCn\u00EF = \"x\"\nz = y", "a = ref{b}\nz = ref{y}\nunread \u00FCn\u00EF", "2:1 bad-character"},
	{"\u00FCn\u00EF = \"x\"\n  / na\u00EFve\nz = y", "z = ref{y}\nunread \u00FCn\u00EF",
		"1:1 bad-character, 2:5 bad-character"},
	{"a = b /\n\u0446=( \"x\"\nz = y", "z = ref{y}\nunread a\nunread \u0446",
		"1:7 empty-alternative, 2:1 bad-character, 2:3 unterminated-group"},
	{"\u00FC a = b", "a = ref{b}", "1:1 bad-character"},
	{"| a = b", "a = ref{b}", "1:1 bad-character"},
	{"a = b \u00FC =/ c", "a = ref{b}\nunread \u00FC", "1:7 bad-character"},
	{"a = b\n\u00FC \"x\"\n| c\nz = y", "z = ref{y}\nunread a", "2:1 bad-character, 3:1 bad-character"},
	{"a\u00A0= b\u00A0\u00A0c\n\u00A0d\nb = d\x0Ce", "unread a\nunread b",
		"1:2 foreign-blank, 1:6 foreign-blank, 2:1 foreign-blank, 3:6 foreign-blank"},
	{"a = \"b\tc\" \"é\"\nb = %s\"\x7F\" \"\xFF\"", "unread a\nunread b",
		"1:7 string-character, 1:12 string-character, 2:8 string-character, 2:12 string-character"},

	// Encodings.
	{"a = \xFF\xFE b \xC3\nz = y", "z = ref{y}\nunread a", "1:5 ill-formed-utf8, 1:10 ill-formed-utf8"},
	{"a = b ; \xFF c \xFE\xFE\n", "a = ref{b}", "1:9 ill-formed-comment warning, 1:13 ill-formed-comment warning"},
	{"a = <b \xFF> c\nz = y", "z = ref{y}\nunread a", "1:8 ill-formed-utf8"},
	{"\uFEFFa = b\nz = y", "a = ref{b}\nz = ref{y}", "1:1 byte-order-mark warning"},
	{"a = b \uFEFFc", "unread a", "1:7 foreign-blank"},
	{"a = b\x00\x00c\nz = y", "z = ref{y}\nunread a", "1:6 nul"},
	{"a = b\rz = y ; x\rx = w\r", "a = ref{b}\nz = ref{y}\nx = ref{w}", "1:6 lone-cr"},
}

func TestErrors(t *testing.T) { runReadTests(t, syntax.ABNF, errorTests) }

// Every diagnostic has a position, a length, and a one-line message that reads like a sentence.
func TestDiagnosticsAreWhole(t *testing.T) {
	code := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, tt := range errorTests {
		_, l := Read(syntax.NewSource("test", tt.text), syntax.ABNF)
		for _, d := range l.Items {
			if !code.MatchString(d.Code) || d.Len < 0 || int(d.Pos)+d.Len > len(tt.text) ||
				len(d.Message) < 20 || strings.ContainsAny(d.Message, "\n\r\x00") || strings.Contains(d.Message, "%!") {
				t.Errorf("%q: %+v", tt.text, d)
			}
		}
	}
}

// Messages name the text found and the correct form.
func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		d    syntax.Dialect
		text string
		want string
	}{
		{syntax.ABNF, "a = b | c", `test:1:7: unexpected '|': ABNF uses "/" for choice`},
		{syntax.RFC822, "a = b / c", `test:1:7: unexpected '/': the RFC 822 notation uses "|" for choice`},
		{syntax.ABNF, "a = 'b'",
			`test:1:5: unexpected ''': write %s"b" for this case only (RFC 7405), or "b" for either case`},
		{syntax.ABNF, "a = !", `test:1:5: unexpected '!': ABNF cannot look ahead ("!" and "&" are from PEG); ` +
			`literal text is written "!"`},
		{syntax.ABNF, "a = é", `test:1:5: unexpected 'é' (U+00E9): names are ASCII; the character itself is written %xE9`},
		{syntax.ABNF, "a = \u2192", `test:1:5: unexpected '→' (U+2192): write the character as %x2192`},
		{syntax.ABNF, "na\u00EFve = b",
			`test:1:1: unexpected 'ï' (U+00EF): names are ASCII; the character itself is written %xEF`},
		{syntax.RFC822, "\u00FC = b", `test:1:1: unexpected 'ü' (U+00FC): names are ASCII`},
		{syntax.ABNF, "a = # b",
			`test:1:5: unexpected '#': a comment begins with ";", and a list is #element without a blank`},
		{syntax.ABNF, "a = #(#(#(#(#b))))",
			`test:1:13: lists are nested deeper than the limit of 4; make the inner list a separate rule`},
		{syntax.ABNF, "a = 3#2b",
			`test:1:5: cannot repeat at least 3 and at most 2 times; write the smaller number first`},
		{syntax.RFC822, "a = 1#b",
			`test:1:6: unexpected '#': the list form #element of RFC 822, 2.7, is not supported, because it implies white ` +
				`space; write [ element *( "," element ) ] instead`},
		{syntax.ABNF, "a ::= b", `test:1:3: "::=" is the definition sign of BNF and W3C EBNF; ABNF uses "="`},
		{syntax.ABNF, "a <- b", `test:1:3: "<-" is the definition sign of PEG; ABNF uses "="`},
		{syntax.ABNF, "a =\u00A0b",
			`test:1:4: a no-break space (U+00A0) is not a blank in ABNF; use a space, a tab or a line ending`},
		{syntax.ABNF, "a = \"é\"",
			`test:1:6: a string may contain only printable ASCII characters, not 'é' (U+00E9); write %xE9 outside the quotes`},
		{syntax.ABNF, "a = \xFF", `test:1:5: not UTF-8: the byte FF`},
		{syntax.ABNF, "a = b ; ?\na = \xFF\xFE", `test:2:5: not UTF-8: the bytes FF FE`},
		{syntax.ABNF, "a = 5*3b",
			`test:1:5: cannot repeat at least 5 and at most 3 times; write the smaller number first`},
		{syntax.ABNF, "a = 99999999999999999999b",
			`test:1:5: the repetition count 99999999999999999999 exceeds the limit of 100000; "*" repeats any number of times`},
		{syntax.ABNF, "a = %xZ",
			`test:1:5: "%xZ" is not a numeric value; after "%x", write hexadecimal digits: %x41, %x0D.0A or %x30-39`},
		{syntax.ABNF, "a = %x110000", `test:1:7: 110000 exceeds U+10FFFF, the last code point`},
		{syntax.ABNF, "a = (b", `test:1:5: "(" is not closed: ")" is missing`},
		{syntax.ABNF, "a\rb\r= c",
			`test:1:2: the text contains 2 CRs without LF (first one here); a line ends in CR LF or LF (and 1 more errors)`},
		{syntax.ABNF, "a = b\nc d",
			`test:2:1: expected "=" after the rule name c (a line that continues the rule above it must be indented)`},
		{syntax.ABNF, "prose", `test:1:1: the document has no rules: no line begins with "name ="`},
		{syntax.AParse, "$other;\na = b;", `test:1:1: '$other;' is not supported: the aParse manual has no such directive`},

		{syntax.W3C, "a ::= b / c",
			`test:1:9: unexpected '/': write "|" between alternatives, and comments between /* and */`},
		{syntax.W3C, "a ::= →", `test:1:7: unexpected '→' (U+2192): write the character as #x2192, or in quotes`},
		{syntax.W3C, "a ::= [z-a]", `test:1:8: the range #x7A-#x61 is empty; write the smaller code point first`},
		{syntax.W3C, "a ::= #xG", `test:1:7: "#xG" is not a code point; write hexadecimal digits after "#x": #x41`},
		{syntax.W3C, "a = b", `test:1:3: "=" is the definition sign of ABNF; W3C's EBNF uses "::="`},
		{syntax.W3C, "a ::= b /* c",
			`test:1:9: the comment is not closed: "*/" is missing, so the rest of the document is a comment`},
		{syntax.W3C, "a ::= 'b", `test:1:7: the string is not closed: ''' is missing on this line`},
		{syntax.W3C, "a ::= b\u00A0",
			`test:1:8: a no-break space (U+00A0) is not a blank in W3C's EBNF; use a space, a tab or a line ending`},
		{syntax.W3C, "a ::= b**", `test:1:9: "*" follows another operator; use parentheses: ( A* )?`},
		{syntax.W3C, "a ::= #x110000", `test:1:9: 110000 exceeds U+10FFFF, the last code point`},
		{syntax.W3C, "a ::= (b", `test:1:7: "(" is not closed: ")" is missing`},
		{syntax.W3C, "a ::= ('b' ::= 'c')", `test:1:12: "::=" must follow a rule name: name ::= definition`},

		{syntax.ABNF, "3gpp-id = 1*DIGIT\nc = d", `test:1:1: the definition of 3gpp-id is skipped: a name begins with ` +
			`a letter and contains letters, digits and "-"`},
		{syntax.ABNF, "a : \"x\"\nc = d",
			`test:1:1: the definition of a is skipped: ABNF uses "=" after a name, not ":"`},
		{syntax.ABNF, "a /= \"x\"\nc = d",
			`test:1:3: "/=" is not a definition sign; ABNF adds alternatives to a rule with "=/"`},
		{syntax.RFC822, "a /= \"x\"\nc = d",
			`test:1:3: "/=" is not a definition sign; the RFC 822 notation uses "="`},
		{syntax.W3C, "a -> 'x'\nc ::= d",
			`test:1:1: the definition of a is skipped: W3C's EBNF uses "::=" after a name, not "->"`},
		{syntax.W3C, "<a> ::= 'x'\nc ::= d", `test:1:1: the definition of <a> is skipped: a name begins with ` +
			`a letter or "_" and contains letters, digits, "_", "-" and "."`},
	} {
		_, l := Read(syntax.NewSource("test", tt.text), tt.d)
		if got := l.Error(); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestProseNote(t *testing.T) {
	for text, want := range map[string]string{
		"one\r\na = b\r\n":                       "line 1 skipped: text before the first rule",
		"; c\r\n\r\none\r\n\r\ntwo\r\na = b\r\n": "lines 3 to 5 skipped: text before the first rule",
	} {
		_, l := Read(syntax.NewSource("test", text), syntax.ABNF)
		if len(l.Items) != 1 || l.Items[0].Message != want {
			t.Errorf("%q: got %+v, want %s", text, l.Items, want)
		}
	}
}

// Every code in the sources occurs in a test above or in limits_test.go.
func TestEveryCodeIsTested(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../*.go", "../*/*.go", "../internal/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	var sources, tests strings.Builder
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			tests.WriteString(textOf(t, file))
		} else {
			sources.WriteString(textOf(t, file))
		}
	}
	codes := regexp.MustCompile(
		`(?i:report|fail|giveUp|refuse|checkUTF8|NewDiagnostic|Code)\("([a-z0-9-]+)"|code = "([a-z0-9-]+)"`)
	found := codes.FindAllStringSubmatch(sources.String(), -1)
	if len(found) < 30 {
		t.Fatalf("only %d codes found", len(found))
	}
	for _, m := range found {
		if code := m[1] + m[2]; !strings.Contains(tests.String(), code) {
			t.Errorf("no test for %s", code)
		}
	}
}

// The list shows the first errors of a definition, and the last of these gives the number of
// further errors. The errors of the next definition are separate.
func TestErrorsOfADefinition(t *testing.T) {
	for _, tt := range []struct {
		d             syntax.Dialect
		text          string
		codes         string
		errors, first int // all of them, and the number given in the last error of a
	}{
		{syntax.ABNF, "a = | | |\nb = |\n",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 2:5 bad-character", 4, 0},
		{syntax.ABNF, "a = | | | |\nb = |\n",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 2:5 bad-character", 5, 1},
		{syntax.ABNF, "a = | | | | | |\nb = ( / ) / / /\n", "1:5 bad-character, 1:7 bad-character, 1:9 bad-character, " +
			"2:7 empty-alternative, 2:7 empty-alternative, 2:11 empty-alternative", 11, 3},
		{syntax.ABNF, "a = | | | | |\n\u00FC = \"x\"\n",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 2:1 bad-character", 6, 2},
		{syntax.ABNF, "a = | | | | |\nb_c = \"x\"\n",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 2:1 name-underscore warning", 5, 2},
		{syntax.W3C, "a ::= ; ; ; ; ;\nb ::= ;\n",
			"1:7 bad-character, 1:9 bad-character, 1:11 bad-character, 2:7 bad-character", 6, 2},
		{syntax.Treetop, "rule a | | | | | end rule b | end",
			"1:8 bad-character, 1:10 bad-character, 1:12 bad-character, 1:29 bad-character", 6, 2},
		{syntax.AParse, "a = | | | | |; b = |;",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 1:20 bad-character", 6, 2},
	} {
		_, l := Read(syntax.NewSource("test", tt.text), tt.d)
		if got := codes(l); got != tt.codes || l.Errors() != tt.errors {
			t.Errorf("%s %q: %d errors: %s\nwant %d: %s", tt.d, tt.text, l.Errors(), got, tt.errors, tt.codes)
		}
		if says := fmt.Sprintf("(and %s in this definition)", syntax.Plural(tt.first, "more error")); tt.first > 0 &&
			!strings.Contains(diagnostics(l), says) {
			t.Errorf("%s %q: no %q in\n%s", tt.d, tt.text, says, diagnostics(l))
		}
	}
}
