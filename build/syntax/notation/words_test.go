package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// A sign that another notation uses gets a diagnostic that gives the form in this notation. Most
// inputs are from bug reports about other tools. want is a code, a position in the line, and a part
// of the message.
func TestForeignSigns(t *testing.T) {
	const (
		difference = "bad-character error: ABNF cannot express a difference (A - B)"
		ahead      = `bad-character error: ABNF cannot look ahead ("!" and "&" are from PEG)`
		end        = "bad-character error: a rule ends without a sign"
		repeat     = "repeat-without-element error: needs an element directly after it: "
		count      = "bad-character error: a repeat is written with \"*\", directly before the element: "
		dot        = `bad-number error: "." separates numbers; write `
		increment  = `is not a definition sign; ABNF adds alternatives to a rule with "=/"`
		dquote     = "string-character error: a string cannot contain a double quote; write DQUOTE or %x22"
		quotes     = "suspicious-class warning: in a class quotes are literal, so this one contains "
		twice      = " appears twice in this class"
	)
	for _, tt := range []struct {
		d     syntax.Dialect
		cases map[string]string // by text
	}{
		{syntax.ABNF, map[string]string{
			"a = OCTET - %x30-39": "11 " + difference, `a = b - "x"`: "7 " + difference, `a = (b) - c`: "9 " + difference,
			`a = "x" - b`: "9 " + difference, `a = 1*( b - c )`: "11 " + difference,

			`a = !"x"`: "5 " + ahead, `a = !b c`: "5 " + ahead, `a = b !c`: "7 " + ahead, `a = &"x" b`: "5 " + ahead,
			`a = b / &c d`: "9 " + ahead,

			"a = 1..5DIGIT": "5 " + count + "1*5element", "a = 1-5DIGIT": "5 " + count + "1*5element",
			`a = 1 .. 5 "x"`: "5 " + count + "1*5element", "a = 1...*DIGIT": "5 " + count + "1*element",
			"a = b 2…3(c)": "7 " + count + "2*3element", "a = 2..4%x30": "5 " + count + "2*4element",

			"a = DIGIT*": "10 " + repeat + "*DIGIT", "a = (DIGIT)*": "12 " + repeat + "*( element )",
			`a = "x"* / b`: `8 ` + repeat + `*"x"`, "a = [b]*": "8 " + repeat + "*( element )",
			"a = %x30-39 1*": "13 " + repeat + "1*%x30-39", "a = b*": "6 " + repeat + "*b",
			`a = b*"x"`: `6 missing-blank warning: "*" repeats the element after it`,

			"a = b .": "7 " + end, `a = "x".`: "8 " + end, "a = b / c .": "11 " + end, "a = ( b ) .": "11 " + end,
			"a = *b.": "7 " + end,

			"a = %x41,42": "5 " + dot + "%x41.42", "a = %d65,66,67": "5 " + dot + "%d65.66.67",
			"a = b %b1,0": "7 " + dot + "%b1.0", "a = *%X0D,0A": "6 " + dot + "%X0D.0A",
			`a = "x" / %x41,42 b`: "11 " + dot + "%x41.42", "a = b, c": `6 bad-character error: "," separates them in ISO EBNF`,

			`a == "a"`: `3 foreign-definition error: "==" is not a definition sign; ABNF uses "="`,
			`a += "a"`: `3 foreign-definition error: "+=" ` + increment,
			`a /= "a"`: `3 foreign-definition error: "/=" ` + increment,
			`a |= "a"`: `3 foreign-definition error: "|=" ` + increment,
			`a => "a"`: `3 foreign-definition error: "=>" is not a definition sign; ABNF uses "="`,

			`a = 'a'`:   `5 bad-character error: write %s"a" for this case only (RFC 7405), or "a" for either case`,
			`a = 'Abc'`: `5 bad-character error: write %s"Abc" for this case only`,
			`a = '12'`:  `5 bad-character error: write "12"`,
			`a = ''`:    `5 bad-character error: write ""`, `a = '"'`: "5 bad-character error: write DQUOTE or %x22",
			`a = 'x"'`: "5 bad-character error: write strings in straight double quotes",

			`a = """`: "5 " + dquote, `a = """ ALPHA """`: "5 " + dquote, `a = ( """ / b )`: "7 " + dquote,
			`a = %s""" b`: "5 " + dquote, `a = "\""`: "5 " + dquote,
		}},
		{syntax.RFC822, map[string]string{
			"a = 'x'": `5 bad-character error: write "x"`, "a = 1..2b": "5 bad-character error: 1*2element",
			"a = b - c": "7 bad-character error: the RFC 822 notation cannot express a difference",
			`a += "b"`:  `3 foreign-definition error: the RFC 822 notation uses "="`,
			"a = b .":   "7 bad-character error: a rule ends without a sign",
		}},
		{syntax.AParse, map[string]string{
			"a = b .;": `7 bad-character error: a rule ends with ";"`, "a += b;": `3 foreign-definition error: with "=/"`,
			"a = 1..2b;": "5 bad-character error: 1*2element", "a = b*;": "6 repeat-without-element error: *b",
			"a = !b;": "5 bad-character error: aParse cannot look ahead",
		}},
		{syntax.W3C, map[string]string{
			"a ::= ['1'-'9']": "8 " + quotes + "'''", `a ::= ["a"-"z"]`: "8 " + quotes + "'\"'",
			"a ::= ['a'-'z''0'-'9']": "8 " + quotes, "a ::= ['a', 'b']": "8 " + quotes, "a ::= [^'a']": "9 " + quotes,
			"a ::= [A-z0-9]": "8 suspicious-class warning: the range A-z contains",
			"a ::= [0-9A-z]": "11 suspicious-class warning: A-z",
			"a ::= [_A-z]":   "9 suspicious-class warning: A-z", "a ::= [B-y]": "8 suspicious-class warning: B-y",
			"a ::= [^A-z]": "9 suspicious-class warning: A-z",

			`a ::= [\d]`:   `8 escape-in-class warning: so \d is two members; write the members, such as [0-9]`,
			`a ::= [a\-z]`: `9 escape-in-class warning: so \- is the start of a range; "-" itself is written #x2D`,
			`a ::= [\n]`:   "8 escape-in-class warning: a code point is written #xA",
			`a ::= [\w\s]`: "8 escape-in-class warning: [0-9]",
			`a ::= [^\\x]`: "9 escape-in-class warning: two members", `a ::= [\u0041]`: `8 escape-in-class warning: \u is two`,

			`a ::= "\n"`:  `8 escape-in-string warning: so \n is 2 characters; a code point is written #xA`,
			`a ::= 'x\t'`: `9 escape-in-string warning: \t is 2`, `a ::= "\x41"`: `8 escape-in-string warning: \x41 is 4`,
			`a ::= b '\r\n'`: `10 escape-in-string warning: \r is 2`, `a ::= '\f' | b`: `8 escape-in-string warning: \f`,

			"a ::= [aab]": "7 class-duplicate warning: 'a'" + twice, "a ::= [a-zm]": "7 class-duplicate warning: 'm'" + twice,
			"a ::= [#x41#x41]":    "7 class-duplicate warning: 'A'" + twice,
			"a ::= [^--]":         "7 class-duplicate warning: '-'" + twice,
			"a ::= [a-zA-Z.-_:/]": "7 class-duplicate warning: '/'" + twice,

			`a == "a"`: `3 foreign-definition error: W3C's EBNF uses "::="`,
			`a += "a"`: `3 foreign-definition error: uses "::="`,
			`a /= "a"`: `3 foreign-definition error: uses "::="`, `a |= "a"`: `3 foreign-definition error: uses "::="`,
			"a ::= b, c": `8 bad-character error: "," separates them in ISO EBNF`,
		}},
		{syntax.ISO, map[string]string{
			`a == "a";`: `3 foreign-definition error: ISO EBNF uses "="`, `a += "a";`: `3 foreign-definition error: uses "="`,
			`a /= "a";`: `3 foreign-definition error: uses "="`, `a |= "a";`: `3 foreign-definition error: uses "="`,
			`a = "\n";`: "6 escape-in-string warning: the notation cannot write the character by number",
		}},
		{syntax.BNF, map[string]string{`<a> ::= "\n"`: `10 escape-in-string warning: \n is 2 characters`}},
		{syntax.Treetop, map[string]string{
			"rule 1top 'a' end":               `6 bad-character error: a name begins with a letter or "_"`,
			"rule 2 'a' end":                  `6 bad-character error: a name begins with`,
			"grammar G\nrule 1a 'a' end\nend": `6 bad-character error: a name begins with`,
			"rule b 'b' end\nrule 0_ b end":   `6 bad-character error: a name begins with`,
			"rule b 'b' end\nrule 1-a b end":  `6 bad-character error: a name begins with`,
		}},
	} {
		for text, want := range tt.cases {
			_, l := Read(syntax.NewSource("test", text), tt.d)
			place, want, _ := strings.Cut(want, " ")
			code, words, _ := strings.Cut(want, ": ")
			var got []string
			found := false
			for _, d := range l.Items {
				at := fmt.Sprint(l.Source.Position(d.Pos).Column)
				got = append(got, fmt.Sprintf("%s %s %s: %s", at, d.Code, d.Severity, d.Message))
				found = found ||
					at == place && fmt.Sprintf("%s %s", d.Code, d.Severity) == code && strings.Contains(d.Message, words)
			}
			if !found || len(got) > 3 {
				t.Errorf("%s: %q: %s\nwant %s %s", tt.d, text, strings.Join(got, "\n"), place, want)
			}
		}
	}
}

// Text that resembles such a sign, but is correct, gets no diagnostic.
func TestForeignSignsAbsent(t *testing.T) {
	for d, texts := range map[syntax.Dialect][]string{
		syntax.ABNF: {
			"a = b-c\r\n", "a = %x30-39\r\n", `a = "1..5"` + "\r\n", "a = 1*5b\r\n", `a = "!" / "&" / "."` + "\r\n",
			"a = *b *c\r\n", `a = %x41.42 / ","` + "\r\n", "a = \"'\"\r\n", `a = "" / "\"` + "\r\n", `a = ""` + "\r\n",
			"a =/ b\r\n",
		},
		syntax.W3C: {
			`a ::= [^'"]`, `a ::= ["']`, `a ::= '\' [tbnrf\"']`, `a ::= '\u' b`, `a ::= [^#x0-#x20<>"{}|^` + "`" + `\]`,
			`a ::= [-'()+,./:=?;!*#@$_%]`, "a ::= [A-Za-z]", "a ::= [#x41-#x7A]", `a ::= [\]`, `a ::= [a\b]`, `a ::= '\\'`,
		},
		syntax.Treetop: {
			"rule top1 'a' 2..5 end", "rule _1 'a' end", "rule a 'rule 1' end", "rule rule1 'a' end", "rule a b 1..2 end",
		},
	} {
		for _, text := range texts {
			if _, l := Read(syntax.NewSource("test", text), d); len(l.Items) > 0 {
				t.Errorf("%s: %q: %v", d, text, l.Items)
			}
		}
	}
}
