package build

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestLintSpelling(t *testing.T) {
	const core, own = " note core-spelling: ", " note name-spelling: "
	as := func(name, core string) string {
		return name + " is read as the core rule " + core + " (RFC 5234, appendix B.1), because names are case-insensitive"
	}
	for _, tt := range []struct{ text, want string }{
		{"a = 1*char / char", "1:7" + core + as("char", "CHAR")},
		{"a = Digit", "1:5" + core + as("Digit", "DIGIT")},
		{"a = \"x\" [ octet ]", "1:11" + core + as("octet", "OCTET")},
		{"a = alpha\nb = digit", "1:5" + core + as("alpha", "ALPHA") + "\n2:5" + core + as("digit", "DIGIT")},
		{"a = 2( Crlf / b )\nb = \"x\"", "1:8" + core + as("Crlf", "CRLF")},
		{"a = CHAR 0char", ""},
		{"a = char\nchar = %x61-7A", ""},
		{"a = Char\nchar = %x61-7A", "1:5" + own + "Char is spelled char where it is defined"},
		{"a = B b\nb = \"x\"", "1:5" + own + "B is spelled b where it is defined"},
		{"a = b\nB = \"x\"", "1:5" + own + "b is spelled B where it is defined"},
		{"a-B = [ A-b ] \"x\"", "1:9" + own + "A-b is spelled a-B where it is defined"},
		{"a = b\nc = B / B\nb = \"x\"", "2:5" + own + "B is spelled b where it is defined"},
	} {
		if got := linted(t, syntax.ABNF, tt.text, "core-spelling", "name-spelling"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
	if got := linted(t, syntax.W3C, "a ::= b\nB ::= 'x'\nb ::= 'y'", "core-spelling", "name-spelling"); got != "" {
		t.Error(got)
	}
}

func TestLintUngrouped(t *testing.T) {
	const text = ` is one alternative: "/" separates entire sequences; RFC 5234 (section 3.10) recommends parentheses`
	for _, tt := range []struct{ text, at, what string }{
		{"a = b / c *d", "1:9", "c *d"},
		{"a = b c / d", "1:5", "b c"},
		{"a = ( b / c d )", "1:11", "c d"},
		{"a = b\n / c / d e", "2:8", "d e"},
		{"a = 2( b / \"x\" 1*c )", "1:12", "\"x\" 1*c"},
		{"a = b / ( c *d )", "", ""},
		{"a = ( b c ) / ( d e )", "", ""},
		{"a = b\n / c d\n / e", "", ""},
		{"a = b /\n c d / ; x\n e", "", ""},
		{"a = b\na =/ c d\n", "", ""},
		{"a = b / *c", "", ""},
	} {
		want := ""
		if tt.at != "" {
			want = tt.at + " note ungrouped-sequence: " + tt.what + text
		}
		rules := "\nb = \"b\"\nc = \"c\"\nd = \"d\"\ne = \"e\"\n"
		if got := linted(t, syntax.ABNF, tt.text+rules, "ungrouped-sequence"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, want)
		}
	}
	got := linted(t, syntax.ABNF, "a = \"b\" / \"c\" *\"d\" / 2\"e\" \"f\"", "ungrouped-sequence")
	if !strings.HasSuffix(got, "parentheses (and 1 more in this document)") {
		t.Error(got)
	}
	if got := linted(t, syntax.W3C, "a ::= b | c d\nb ::= 'x'\nc ::= 'y'\nd ::= 'z'", "ungrouped-sequence"); got != "" {
		t.Error(got)
	}
}

// In a recursive rule, the strings of an alternative may come from the alternative that it covers.
// The lint must not advise to remove the latter. Removing the alternative that a diagnostic names
// leaves the language of every rule unchanged.
func TestLintKeepsTheLanguage(t *testing.T) {
	for _, tt := range []struct{ text, at, without string }{
		{"l = l / item\nitem = \"i\"\n", "1:5 note specific-alternative", "l = item\nitem = \"i\"\n"},
		{"l = item / l\nitem = \"i\"\n", "1:12 warning covered-alternative", "l = item\nitem = \"i\"\n"},
		{"x = y / \"q\"\ny = x\n", "1:5 note specific-alternative", "x = \"q\"\ny = x\n"},
		{"x = \"q\" / y\ny = x\n", "1:11 warning covered-alternative", "x = \"q\"\ny = x\n"},
		{"l = \"a\" l / l / \"b\"\n", "", ""},
		{"l = [ l ] \"i\" / \"i\"\n", "", ""},
	} {
		got := linted(t, syntax.ABNF, tt.text, "covered-alternative", "specific-alternative")
		if strings.Contains(got, "\n") {
			t.Errorf("%s: %s", tt.text, got)
		}
		if !strings.HasPrefix(got, tt.at) || (got == "") != (tt.at == "") {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.at)
		}
		if tt.without == "" {
			continue
		}
		before, _ := compileDialect(t, syntax.ABNF, tt.text)
		after, _ := compileDialect(t, syntax.ABNF, tt.without)
		if c, err := Compare(before.Rules[0], after.Rules[0]); err != nil || c.Relation != Equal {
			t.Errorf("%s: %v, %v: the language differs from that of %s", tt.text, c, err, tt.without)
		}
	}
}

// A suggestion never names the undefined name itself, nor the same rule twice.
func TestSimilarNames(t *testing.T) {
	for text, want := range map[string]string{
		"a = HEXDIG1\nHEXDIG = DIGIT":   "HEXDIG1 is not defined; similar: HEXDIG",
		"a = DIGIT1\nDIGIT = %x30-39":   "DIGIT1 is not defined; similar: DIGIT",
		"a = digitt\ndigit = %x30-39":   "digitt is not defined; similar: digit",
		"a = ALPHAS / ALPHA":            "ALPHAS is not defined; similar: ALPHA",
		"a = alfa\nAlpha = %x61":        "alfa is not defined",
		"a = CRLFS\ncrlf = %x0A / CRLF": "CRLFS is not defined; similar: crlf",
	} {
		if got := linted(t, syntax.ABNF, text, "undefined-rule"); !strings.HasSuffix(got, "undefined-rule: "+want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// In ISO EBNF and classic BNF, "-" is another spelling of the blank in a name, but a document must
// use only one of them.
func TestNameCollision(t *testing.T) {
	const message = "\"a-b\" is also spelled \"a b\" in this document; spell it one way, because they are one name"
	for _, tt := range []struct {
		d          syntax.Dialect
		text, want string
	}{
		{syntax.BNF, "<s> ::= <a b> | <a-b>\n<a b> ::= 'x'", "1:18 error name-collision: " + message},
		{syntax.BNF, "<s> ::= <a b>\n<a b> ::= 'x' | <a-b>", "2:18 error name-collision: " + message},
		{syntax.BNF, "<a b> ::= 'x'\n<a-b> ::= 'y'", "2:2 error duplicate-rule: a-b is defined differently on line 1; " +
			"the first definition is used"},
		{syntax.ISO, "s = a-b; a b = 'x';", "1:5 error name-collision: " + message},
		{syntax.ISO, "s = a b; a b = 'x';", ""},
		{syntax.ISO, "s = a-b; a-b = 'x';", ""},
	} {
		if got := linted(t, tt.d, tt.text, "name-collision", "duplicate-rule"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
