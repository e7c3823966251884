package notation

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// FuzzRead checks that [Read] keeps its promises for arbitrary input.
func FuzzRead(f *testing.F) {
	for _, tt := range errorTests {
		f.Add(tt.text)
	}
	f.Add("prose\n  a = 1*2( b / [ %x41-5A ] ) ; @c d\r\n  e =/ %s\"f\" <g>\r\n")
	f.Add("a_b = c |\n d \"e\"")
	f.Add("a\u00A0= \"b\" / 'C' ; # d\na =/ 2%x41 ; b = a")
	f.Add("a = b ; \"/\" / c ; d b = 0 c = e")
	f.Add("grammar A rule b l:[^a-z\\u0041\\u{42}\\d] 2..3 / 'c'i? # d / e end rule f \"\\x41\" { g } end end")
	for _, tt := range repairTests {
		f.Add(tt.text)
	}
	f.Fuzz(checkRead)
}

// TestReadDocuments is FuzzRead for documents that are too long for a fuzzer.
func TestReadDocuments(t *testing.T) {
	for _, file := range allDocuments(t) {
		checkRead(t, textOf(t, file))
	}
}

// checkRead reads a text in every dialect.
func checkRead(t *testing.T, text string) {
	Detect(text)
	for _, d := range syntax.Dialects() {
		for _, repair := range []bool{false, true} {
			g, l := ReadWith(syntax.NewSource("fuzz", text), ReadOptions{Dialect: d, Repair: repair})
			checkList(t, l)
			checkGrammar(t, g)
			if l.Errors() == 0 && len(g.Unread) > 0 {
				t.Errorf("%s: a rule was not read, without a diagnostic", d)
			}
			if err := syntax.Dump(io.Discard, g); err != nil {
				t.Error(err)
			}
			if l.Errors() == 0 && !repair {
				checkAlone(t, g, d)
			}
		}
	}
}

// checkAlone checks that the text of each rule, read by itself, yields that rule, so a document
// without errors is the sum of its rules. Only the warning about a comment that swallows a rule
// depends on other rules.
func checkAlone(t *testing.T, g *syntax.Grammar, d syntax.Dialect) {
	for _, r := range g.Rules {
		text := g.Source.Text[r.NamePos:r.End]
		switch d {
		case syntax.Treetop:
			text = "rule " + text
		case syntax.BNF:
			text = "<" + text
		}
		alone, l := Read(syntax.NewSource("alone", text), d)
		l.Items = slices.DeleteFunc(l.Items, func(d syntax.Diagnostic) bool { return d.Code == "comment-swallows" })
		if l.Errors() > 0 || dump(t, alone) != dump(t, &syntax.Grammar{Rules: []*syntax.Rule{r}}) {
			t.Fatalf("%s: %q by itself is %d rules, %v", d, text, len(alone.Rules), l.Err())
		}
	}
}

func checkList(t *testing.T, l *syntax.List) {
	last := syntax.Pos(0)
	for _, d := range l.Items {
		if d.Pos < last || d.Len < 0 || int(d.Pos)+d.Len > len(l.Source.Text) {
			t.Errorf("position of %+v", d)
		}
		last = d.Pos
		l.Source.Line(d.Pos)
		if l.Format(d) == "" || d.Code == "" || d.Message == "" {
			t.Errorf("nothing said: %+v", d)
		}
	}
}

// checkGrammar checks the order of the rules in the text, and that each tree lies within its rule.
func checkGrammar(t *testing.T, g *syntax.Grammar) {
	last := syntax.Pos(0)
	for _, r := range g.Rules {
		end := r.NamePos + syntax.Pos(len(r.Name))
		words := strings.Contains(r.Name, " ") // perhaps with more blanks
		if r.NamePos < last || end > r.End || g.Source.Text[r.NamePos:end] != r.Name && !words {
			t.Errorf("rule %s at %d to %d", r.Name, r.NamePos, r.End)
		}
		checkExpr(t, g, r, end, r.Expr)
		last = r.End
	}
}

// checkExpr checks x and all expressions inside it: none is the placeholder for an unread element,
// each has as many items as its type requires, and the bounds of ranges and counts are in order.
// Each begins at or after from and before the end of r. Only the nodes of a list, which are
// positioned at its "#", may begin before from, but never before the rule.
func checkExpr(t *testing.T, g *syntax.Grammar, r *syntax.Rule, from syntax.Pos, x syntax.Expr) {
	if x == syntax.Expr(reader.Unread) || x.Pos() < r.NamePos ||
		x.Pos() >= r.End { // in Treetop a string may directly follow the name
		t.Fatalf("rule %s: %T", r.Name, x)
	}
	if x.Pos() < from && g.Source.Text[x.Pos()] != '#' { // a list has nodes there, after those of its element
		t.Fatalf("rule %s: %T", r.Name, x)
	}
	for i, item := range syntax.Items(x) {
		first := from
		if i > 0 {
			first = x.Pos()
		}
		checkExpr(t, g, r, first, item)
	}
	switch x := x.(type) {
	case *syntax.Alternation:
		checkAtLeast(t, len(x.Items), 2)
	case *syntax.Concatenation:
		checkAtLeast(t, len(x.Items), 2)
	case *syntax.NumVal:
		checkAtLeast(t, len(x.Values), 1)
	case *syntax.NumRange:
		checkAtLeast(t, int(x.Hi), int(x.Lo))
	case *syntax.Class:
		for _, r := range x.Ranges {
			checkAtLeast(t, int(r.Hi), int(r.Lo))
		}
	case *syntax.Repetition:
		if x.Max != syntax.Unbounded {
			checkAtLeast(t, x.Max, x.Min)
		}
	}
}

func checkAtLeast(t *testing.T, n, least int) {
	if n < least {
		t.Fatalf("%d, want at least %d", n, least)
	}
}
