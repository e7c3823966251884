package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// An idiom of another notation yields one error, which gives the ABNF form.
func TestIdioms(t *testing.T) {
	for _, tt := range []struct {
		d          syntax.Dialect
		text, want string
	}{
		{syntax.ABNF, `a = [0-9]`, "1:5 character-class: ABNF has no character classes; write %x30-39"},
		{syntax.ABNF, `a = 1*[0-9a-f] b`, "1:7 character-class: ABNF has no character classes; write %x30-39 / %x61-66"},
		{syntax.ABNF, `a = [^a-z]`,
			"1:5 character-class: ABNF has no character classes; write the ranges of the other characters: %x00-60 / " +
				"%x7B-10FFFF"},
		{syntax.ABNF, `a = [a-z]`, ""}, // perhaps the name of a rule
		{syntax.ABNF, `a = "a"-"z"`, "1:5 character-range: ABNF has no string ranges; write %x61-7A"},
		{syntax.ABNF, `a = 'a' - 'z'`, "1:5 character-range: ABNF has no string ranges; write %x61-7A"},
		{syntax.ABNF, "a = \"\u00E0\"..\"\u00FC\" b", "1:5 character-range: ABNF has no string ranges; write %xE0-FC"},
		{syntax.ABNF, `a = "a" "-" "z"`, ""},
		{syntax.ABNF, `a = "ab"-"z"`,
			"1:9 bad-character: unexpected '-': ABNF cannot express a difference (A - B), so write what remains; " +
				`literal text is written "-"`},
		{syntax.ABNF, `a = %x41-%x5A`,
			`1:5 bad-number: the second number of a range must not begin with "%x"; write %x41-5A`},
		{syntax.ABNF, `a = U+0041 / b`, "1:5 bad-character: U+0041 is written %x41 in ABNF"},
		{syntax.ABNF, "a = b // c \"d\n / e",
			`1:7 foreign-comment: "//" does not begin a comment in ABNF; write ';'`},
		{syntax.ABNF, "a = b -- c\r\nd = e\r\n",
			`1:7 foreign-comment: "--" does not begin a comment in ABNF; write ';'`},
		{syntax.ABNF, "a = b /* c, d */ e", `1:7 foreign-comment: "/*" does not begin a comment in ABNF; write ';'`},
		{syntax.ABNF, `a = b /*c`, ""},
		{syntax.ABNF, `a = "x" /*DIGIT "*/"`, ""},
		{syntax.ABNF, `a = "x" /*DIGIT ; c */`, ""},
		{syntax.ABNF, `a = b // c = d`,
			`1:7 empty-alternative: an alternative is missing after "/"; an optional element is written [ element ]` + "\n" +
				`1:8 empty-alternative: an alternative is missing after "/"; an optional element is written [ element ]`},
		{syntax.RFC822, `a = "b" // c`,
			`1:9 foreign-comment: "//" does not begin a comment in the RFC 822 notation; write ';'`},
		{syntax.AParse, `a = "b"-"c";`, "1:5 character-range: aParse has no string ranges; write %x62-63"},
	} {
		_, l := Read(syntax.NewSource("", tt.text), tt.d)
		got := ""
		for _, d := range l.Items {
			if p := l.Source.Position(d.Pos); d.Severity > syntax.Note {
				got += fmt.Sprintf("%d:%d %s: %s\n", p.Line, p.Column, d.Code, d.Message)
			}
		}
		if got = strings.TrimSuffix(got, "\n"); got != tt.want {
			t.Errorf("%s %q:\n got %s\nwant %s", tt.d, tt.text, got, tt.want)
		}
	}
}
