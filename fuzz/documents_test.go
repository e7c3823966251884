package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// documents are grammars that use all constructs of the notations, some with errors.
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
	"a b = [ 'x' ] , { c - \"y\" } | 3 * ( c ! ) ; (* d (* = *) *) c = (/ \"x\" /) , (: 'y' :) / 'z' .",
	"<a b> ::= <c> \"x\" | 'y'\n  ; <d> ::=\n<c> ::= | <c> '0' <e>\n",
}

// hostile are grammars with huge repetitions, deep nesting or large numbers, and harmless ones that
// look similar. Package build tests larger ones.
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
		return // edits to a long document mostly land in comments, and are slow
	}
	for i, b := range build.BundledGrammars() {
		if oneIn(3, i) {
			f.Add(b.Source().Text)
		}
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
