package certificate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/fuzz/internal/certificate"
)

// show writes an expression on one line, with {2,3} before a repeated item, and ranges of code
// points.
func show(e *certificate.Expr) string {
	var kids []string
	for _, kid := range e.Kids {
		kids = append(kids, show(kid))
	}
	switch e.Op {
	case certificate.Choice:
		return "(" + strings.Join(kids, " / ") + ")"
	case certificate.Sequence:
		return "(" + strings.Join(kids, " ") + ")"
	case certificate.Repeat:
		if e.Max < 0 {
			return fmt.Sprintf("{%d,}%s", e.Min, kids[0])
		}
		return fmt.Sprintf("{%d,%d}%s", e.Min, e.Max, kids[0])
	case certificate.Both:
		return "(" + strings.Join(kids, " and ") + ")"
	case certificate.Without:
		return "(" + strings.Join(kids, " - ") + ")"
	case certificate.Chars:
		var ranges []string
		for _, r := range e.Ranges {
			if s := fmt.Sprintf("%X-%X", r.Lo, r.Hi); r.Lo != r.Hi {
				ranges = append(ranges, s)
				continue
			}
			ranges = append(ranges, fmt.Sprintf("%X", r.Lo))
		}
		return "[" + strings.Join(ranges, " ") + "]"
	case certificate.Prose:
		return "<" + e.Name + ">"
	}
	return e.Name
}

// TestRead contains a line for each construct of each notation.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		notation certificate.Notation
		text     string
		want     string // of the first rule
	}{
		{certificate.ABNF, "a = b / c d\nb=c\r\nc=d\nd=\"\"", "(b / (c d))"},
		{certificate.ABNF, "a = 1a 2*3a *a 4*a *5a\n", "({1,1}a {2,3}a {0,}a {4,}a {0,5}a)"},
		{certificate.ABNF, "a = [a (a / a)] (a)\n", "({0,1}(a (a / a)) a)"},
		{certificate.ABNF, "a = \"k1\" %s\"k\" %i\"K\"\n", "(([6B 4B] [31]) ([6B]) ([4B 6B]))"},
		{certificate.ABNF, "a = %x41-5a %d65.66 %b1000001 %X10FFFF\n", "([41-5A] ([41] [42]) [41] [10FFFF])"},
		{certificate.ABNF, "a = 0<what?> / <that>\n", "({0,0}<what?> / <that>)"},
		{certificate.ABNF, "; @set X: a\n\n  \na ; c\n = a ; \"/ a\n\n;=\nb = a\n", "a"},
		{certificate.ABNF, "a = a ; x\n ; y\n\t/ a ;\n;z\n", "(a / a)"},
		{certificate.ABNF, "a = a\n ;\n / A\n", "(a / A)"},
		{certificate.ABNF, "a = a\nA =/ a a\n", "(a / (a a))"},
		{certificate.ABNF, "a = ALPHA\n", "ALPHA"},
		{certificate.RFC822, "a_b = \"Aa\" | a_b / [ *a_b ]\n", "(([41] [61]) / a_b / {0,1}{0,}a_b)"},
		{certificate.AParse, "a = b # ;\n/ b\n;\nb = \"\" ;", "(b / b)"},
		{certificate.W3C, "[1] a ::= b? | 'x'* \"'\"+ /* c */ ( b b )\n[2s] b ::= #x41 [^#x0-#x40<]",
			"({0,1}b / ({0,}([78]) {1,}([27]) (b b)))"},
		{certificate.W3C, "a ::= [^#x0-#x40<-\u00FF]", "[100-10FFFF]"},
		{certificate.W3C, `a ::= '\' [a\] b b ::= a`, `(([5C]) [61 5C] b)`},
		{certificate.ISO, "a = b | 'x' , \"'\" ! (b) / ; (* a (* b *) ; *) b = { b c } , (: a :) | [ a ], " +
			"(/ a /), 3 * a , . b c = a;",
			"(b / (([78]) ([27])) / b / ())"},
		{certificate.ISO, "a b = a b - c - { a  b }- , 2 * ( a\tb | ) ; c = ? any thing ?;",
			"((((a b - c) - {0,}a b) - ()) {2,2}(a b / ()))"},
		{certificate.BNF, "; c\n<a b> ::= <b> \"x\" | | < a  b > 'y'\n ; d\n<b>::=\n\"\"",
			"((b ([78])) / () / (a b ([79])))"},
		{certificate.Treetop, "grammar G\n rule a\n a / b # c\n '' (b)* end rule b [a-c\\u00410]4..5 'x'? end\nend\n",
			"(a / (b () {0,}b))"},
		{certificate.Treetop, "grammar G rule a [x] end rule a [a-c\\u00410] 4..5 'x'? end end",
			"({4,5}[61-63 41 30] {0,1}([78]))"},
	} {
		g, err := certificate.Read(c.text, c.notation)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := show(g.Rules[0].Expr); got != c.want {
			t.Errorf("%q is read as %s, want %s", c.text, got, c.want)
		}
	}
}

// TestReadRefuses contains documents that the readers must reject rather than guess their meaning.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		notation certificate.Notation
		text     string
		want     string
	}{
		{certificate.ABNF, "a = b\n", `a refers to "b", which is not defined`},
		{certificate.ABNF, "a = a\nb = ]\n", "line 2: a name is missing"},
		{certificate.ABNF, "a = a\nA = a\n", "defined twice"},
		{certificate.ABNF, "a =/ a\n", "goes on without a beginning"},
		{certificate.ABNF, "a = a | a\n", `'|' is not part of a rule`},
		{certificate.ABNF, "a = \"x\n", `"\"" is missing`},
		{certificate.ABNF, "a = (a\n", `")" is missing`},
		{certificate.ABNF, "a = %x\n", "digits of base 16 are missing"},
		{certificate.ABNF, "a = %q1\n", "%q is not a value"},
		{certificate.ABNF, "a = %x5-4\n", "from 5 down to 4"},
		{certificate.ABNF, "a = 99999999999a\n", "too large"},
		{certificate.ABNF, " a = a\n", "within a line"},
		{certificate.ABNF, "; @octets b\na = a\n", "no such rule"},
		{certificate.ABNF, "; @octet a\na = a\n", "not known"},
		{certificate.AParse, "a = a\nb = a ;", `";" is missing`},
		{certificate.RFC822, "a = #a\n", "a name is missing"},
		{certificate.ABNF, "; @profile a: b\na = a\n", "no new name"},
		{certificate.ABNF, "; @profile p: not a\na = a\n", "not an expression of rules"},
		{certificate.ABNF, "; @profile p: (a or a\na = a\n", "not an expression of rules"},
		{certificate.ABNF, "; @profile p: a and rfc3986#b\na = a\n", "which is not defined"},
		{certificate.W3C, "a ::= a - a", "a rule is missing"},
		{certificate.W3C, "a ::= [a", `"]" is missing`},
		{certificate.W3C, "a ::= [b-a]", "down to"},
		{certificate.W3C, "a ::= 'x' a ::= 'x'", "defined twice"},
		{certificate.ISO, "a = b c; b = 'x'; c = 'y';", `refers to "b c", which is not defined`},
		{certificate.ISO, "a = 'x' 'y';", `"." is missing`},
		{certificate.ISO, "a = 2;", `"*" is missing`},
		{certificate.ISO, "a = 2 * ;", "nothing is repeated"},
		{certificate.ISO, "a = 'x\n';", "on the next line"},
		{certificate.ISO, "a = 'x'; (* b", "not closed"},
		{certificate.ISO, "a = {'x';", `":)" is missing`},
		{certificate.BNF, "<a> ::= x", "not in quotes"},
		{certificate.BNF, "<a ::= 'x'", "is missing"},
		{certificate.BNF, "<a> ::= <>", "is not a name"},
		{certificate.BNF, "<a> ::= ( 'x' )", "not in quotes"},
		{certificate.Treetop, "grammar G rule a 'x' end", `"rule" is missing`},
		{certificate.Treetop, "grammar G rule a '\\n' end end", "an escape"},
		{certificate.Treetop, "grammar G rule a [^a] end end", "in a class"},
		{certificate.Treetop, "grammar G rule a [\\u00] end end", "too large"},
		{certificate.Treetop, "grammar G rule a !a end end", "a name is missing"},
		{certificate.Treetop, "grammar G rule a a end end x", "has ended before"},
	} {
		if _, err := certificate.Read(c.text, c.notation); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestEndless distinguishes, by name, the rules without a finite expression from the others. Linear
// rules have terms even so.
func TestEndless(t *testing.T) {
	const text = "a = b\nb = \"(\" [c] \")\"\nc = b\nd = e\ne = d / \"x\"\nf = g g\ng = 2h\nh = \"\"\ni = *i\nj = a / f\n"
	g, err := certificate.Read(text, certificate.ABNF)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	endless := g.Endless()
	for _, r := range g.Rules {
		if endless[r] {
			names = append(names, r.Name)
		}
		_, err := certificate.NewLowering(g, maxTerms).Rule(r)
		if linear := strings.Contains("d e i", r.Name); (err != nil) != (endless[r] && !linear) {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	if want := strings.Fields("a b c d e i j"); !slices.Equal(names, want) {
		t.Errorf("endless: %q, want %q", names, want)
	}
	xri := bundleOf(t, "xri30").lower(t).Grammar
	without := 0
	for _, endless := range xri.Endless() {
		if endless {
			without++
		}
	}
	if without != 22 { // 21 recursive rules, and xri-path
		t.Errorf("%d rules of XRI have no table", without)
	}
}

// TestLowerRefuses contains valid expressions that have no terms.
func TestLowerRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a = \"x\" <that>\n":         "<that> is prose",
		"a = 3*2\"x\"\n":             "3 to 2 times",
		"; @octets\na = %x100\n":     "100 is not an octet",
		"a = 100000\"x\"\n":          "more than 100000 terms",
		"a = 300(300(300\"xyz\"))\n": "more than 100000 terms",
	} {
		g, err := certificate.Read(text, certificate.ABNF)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := certificate.NewLowering(g, maxTerms).Rule(g.Rules[0]); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestAlternatives contains a set of each form.
func TestAlternatives(t *testing.T) {
	const text = `; @alternatives r
; @alternatives s
; @alternatives r: b c
; @set T: c b
r = "-" ( b / c ) [ "!" ]
s = [ b ]
b = "b"
c = "c" / b
`
	g, err := certificate.Read(text, certificate.ABNF)
	if err != nil {
		t.Fatal(err)
	}
	l := certificate.NewLowering(g, maxTerms)
	want := []string{"r", "b: -b -b!", "c: -b -c -b! -c!", "s", "b: b", `"":`, "r", "b: -b -b!", "c: -b -c -b! -c!", "T",
		"c: b c", "b: b"}
	var got []string
	for _, d := range g.Directives {
		name, members, err := l.Set(d)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, name)
		for _, m := range members {
			line := m.Name + ":"
			for _, s := range []string{"", "b", "c", "-b", "-c", "-b!", "-c!"} {
				if l.Terms.Matches(m.Term, s) {
					line = strings.TrimRight(line+" "+s, " ")
				}
			}
			got = append(got, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}
