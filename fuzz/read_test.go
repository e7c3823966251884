package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// documents are grammars with all constructs of the notations, and with mistakes.
var documents = []string{
	"a = b\n",
	"a = *3( b \":\" ) / [ c ] 1*%x41-5A 0<p> ; comment\r\n  %s\"x\" %i\"Y\"\r\nb = %d65.66 / %b1010\nb =/ 2%xD7FF-E000\n",
	"; @components r: a b=c,d\nr = a \":\" b\na = 1*DIGIT\nb = c / d\nc = \"c\"\nd = \"d\"\n",
	"prose = before\n\n   a = b c = d\n   b = a\n",
	"a_b = c |\n d \"e\"\nc=<alpha>\nd=#1\n",
	"a = a \"x\"\nb = [ \"(\" b \")\" ]\nc = b\nd = 9999*9999( 9999a )\n",
	"a = ( ( ( ( \"b\"\nb = ) ] / *5\nc =\nd == x\ne ::= f\n",
	"a = %x110000 / %xFFFFFFFFFF / %x5A-41 / 3*2b / %q\n= x\n\xFF\x00 = \"\xC3\"\n",
	"a = *\"a\" %x61 20%x61-62\nb = 100( [ 100a ] )\n",
	"a\u00A0= \"b\" / 'C' ; # d\na =/ 2%x41 ;\nb = a ;",
	"a = b ; not \"/\" / c ; more b = 0 c = \"e\"",
	"grammar A rule b l:[^a-z\\u0041\\u{42}\\d-] 2..3 / 'c'i? # d\n / f <G> end\n" +
		"rule f = \"\\x41\\s\"\nrule g ( . )+ { h { i } } end end",
	"rule a b # not '/' / c end rule b 'x' # more end",
}

// hostile are grammars with huge repetitions, deep nesting or large numbers, and harmless ones of
// the same look. Package build tests larger ones.
var hostile = []string{
	"a = 100*100(\"a\")\n",
	"a = 30*30(30*30(\"a\"))\n",
	"a = 1000*1000(1000*1000(1000*1000(\"a\")))\n",
	"a = *(\"a\"/\"b\") \"a\" 10*10(\"a\"/\"b\")\n",
	"a = *(\"a\"/\"b\") \"a\" 14*14(\"a\"/\"b\")\n",
	"a = *12(\"a\"/\"c\") \"a\" *12(\"a\"/\"c\")\n",
	"a = " + strings.Repeat("( ", 100) + "\"a\"" + strings.Repeat(" )", 100) + "\n",
	"a = \"x\"" + strings.Repeat(" / \"a\"", 500) + "\n",
	"a = \"" + strings.Repeat("x", 2000) + "\"\n",
	"a = 0*9999999999 \"x\" / 0*9999999999\"x\"\n",
	"a = 5*3\"a\"\n",
	"a = %x0-10FFFF" + strings.Repeat(" / %x0-10FFFF", 100) + "\n",
	"a = 18446744073709551616\"x\" / %d18446744073709551616 / %x10000000000000000\n",
	"a = \"x\x00\"\x00\n",
	"\uFEFFa = \"x\"\r\n",
	"a = \"x\"\rb = \"y\"\r",
	"a = *( *\"\" ) / *( [ \"\" ] ) 0*b\nb = *( [ b ] )\n",
}

func addDocuments(f *testing.F) {
	for _, text := range slices.Concat(documents, hostile) {
		f.Add(text)
	}
	if fuzzing() {
		return // changes in a long document mostly fall into comments, and are slow
	}
	for i, b := range build.BundledGrammars() {
		if oneIn(3, i) {
			f.Add(b.Source().Text)
		}
	}
}

// FuzzReadABNF checks that a reader ends on any bytes, and that its positions are within the text.
func FuzzReadABNF(f *testing.F) { fuzzRead(f, syntax.ABNF) }

// FuzzReadRFC822 is FuzzReadABNF for another notation.
func FuzzReadRFC822(f *testing.F) { fuzzRead(f, syntax.RFC822) }

// FuzzReadTreetop is FuzzReadABNF for another notation.
func FuzzReadTreetop(f *testing.F) { fuzzRead(f, syntax.Treetop) }

// FuzzReadAParse is FuzzReadABNF for another notation.
func FuzzReadAParse(f *testing.F) { fuzzRead(f, syntax.AParse) }

func fuzzRead(f *testing.F, d syntax.Dialect) {
	addDocuments(f)
	f.Fuzz(func(t *testing.T, text string) {
		notation.Detect(text)
		for _, repair := range []bool{true, false} {
			g, list := notation.ReadWith(syntax.NewSource("fuzz", text), notation.ReadOptions{Dialect: d, Repair: repair})
			checkDocument(t, g, list)
			for _, r := range g.Rules {
				if list.Errors() == 0 && !repair {
					checkAlone(t, r, text[r.NamePos:r.End], d)
				}
			}
		}
	})
}

func checkDocument(t *testing.T, g *syntax.Grammar, list *syntax.List) {
	checkDiagnostics(t, list)
	if list.Errors() == 0 && len(g.Unread) > 0 {
		t.Error("a rule was not read, without a diagnostic")
	}
	text, last := g.Source.Text, syntax.Pos(0)
	for _, r := range g.Rules {
		if r.NamePos < last || r.End > syntax.Pos(len(text)) || !strings.HasPrefix(text[r.NamePos:r.End], r.Name) {
			t.Fatalf("rule %q at %d to %d", r.Name, r.NamePos, r.End)
		}
		last = r.End
		checkTree(t, r, r.Expr)
	}
}

func checkDiagnostics(t *testing.T, list *syntax.List) {
	last := syntax.Pos(0)
	for _, d := range list.Items {
		if d.Pos < last || d.Len < 0 || int(d.Pos)+d.Len > len(list.Source.Text) || d.Code == "" || d.Message == "" {
			t.Errorf("diagnostic %+v behind %d", d, last)
		}
		last = d.Pos
		if list.Format(d) == "" {
			t.Errorf("no text for %+v", d)
		}
	}
}

// checkTree checks that every node is within its rule.
func checkTree(t *testing.T, r *syntax.Rule, e syntax.Expr) {
	if e.Pos() <= r.NamePos || e.Pos() >= r.End {
		t.Fatalf("%T at %d of rule %q at %d to %d", e, e.Pos(), r.Name, r.NamePos, r.End)
	}
	switch e := e.(type) {
	case *syntax.Alternation:
		for _, item := range e.Items {
			checkTree(t, r, item)
		}
	case *syntax.Concatenation:
		for _, item := range e.Items {
			checkTree(t, r, item)
		}
	case *syntax.Group:
		checkTree(t, r, e.Item)
	case *syntax.Option:
		checkTree(t, r, e.Item)
	case *syntax.Repetition:
		if e.Min < 0 || e.Max != syntax.Unbounded && e.Max < e.Min {
			t.Fatalf("repetition %d to %d", e.Min, e.Max)
		}
		checkTree(t, r, e.Item)
	}
}

// checkAlone checks that the text of a rule, read on its own, is that rule: a document without
// errors is the sum of its rules. Only the warning about a swallowing comment depends on other
// rules.
func checkAlone(t *testing.T, r *syntax.Rule, text string, d syntax.Dialect) {
	if d == syntax.Treetop {
		text = "rule " + text
	}
	g, list := notation.Read(syntax.NewSource("alone", text), d)
	list.Items = slices.DeleteFunc(list.Items, func(d syntax.Diagnostic) bool { return d.Code == "comment-swallows" })
	if len(g.Rules) != 1 || list.Errors() > 0 || dump(g.Rules[0]) != dump(r) {
		t.Fatalf("%q by itself is %d rules, %v", text, len(g.Rules), list.Err())
	}
}

func dump(r *syntax.Rule) string {
	var b strings.Builder
	syntax.Dump(&b, &syntax.Grammar{Rules: []*syntax.Rule{r}})
	return b.String()
}
