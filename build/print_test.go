package build

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// checkAsABNF checks that a document printed as ABNF has the same languages: each rule has the same
// minimal automaton in both, and each rule missing from the ABNF has an error of its own. It
// returns the number of rules compared.
func checkAsABNF(t *testing.T, src *syntax.Source, d syntax.Dialect) int {
	t.Helper()
	document, _ := notation.ReadWith(src, notation.ReadOptions{Dialect: d, Repair: true})
	var b strings.Builder
	rewrite := Rewriter(context.Background(), document, Options{})
	said, err := notation.PrintAsWith(&b, document, syntax.ABNF, rewrite)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := Compile(context.Background(), src, Options{Dialect: d, Repair: true})
	abnf, list := compileSource(context.Background(), syntax.NewSource("test.abnf", b.String()),
		Options{Name: "test"})
	compared := 0
	for _, r := range g.Rules {
		if r.made().DFA == nil || r.Core {
			continue
		}
		again := abnf.Rule(strings.ReplaceAll(r.Name, ".", "-"))
		if again == nil || again.made().DFA == nil {
			if said.Errors() == 0 || !strings.Contains(b.String(), "; "+r.Name+" is omitted: ") {
				t.Errorf("%s: %s is lost: %v\n%s\n%s", src.Name, r.Name, list, src.Text, b.String())
			}
			continue
		}
		if witness, equal := automaton.Equal(r.made().DFA, again.made().DFA); !equal {
			t.Fatalf("%s: %s differs from what is printed, shown by %q\n%s\n%s", src.Name, r.Name, witness, src.Text, b.String())
		}
		compared++
	}
	return compared
}

func TestPrintAsABNF(t *testing.T) {
	testkit.SkipSlow(t)
	dialects := map[string]syntax.Dialect{
		".abnf": syntax.ABNF, ".bnf": syntax.RFC822, ".treetop": syntax.Treetop, ".aparse": syntax.AParse,
		".ebnf": syntax.W3C,
	}
	all := 0
	const documents = "syntax/notation/testdata/"
	for _, pattern := range []string{"grammars/*.*", documents + "*.*bnf", documents + "*.treetop"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for i, file := range files {
			if !testkit.OneIn(3, i) {
				continue
			}
			n := checkAsABNF(t, sourceOf(t, file), dialects[filepath.Ext(file)])
			t.Logf("%s: %d rules compared", file, n)
			all += n
		}
	}
	if all < testkit.Few(300) {
		t.Errorf("only %d rules were compared", all)
	}
}

// Differences are printed from their automata: each rule with a table has the same table when read
// back.
func TestPrintDifferences(t *testing.T) {
	const documents = "syntax/notation/testdata/"
	files := []string{documents + "xml.ebnf", documents + "sparql.ebnf", documents + "turtle.ebnf",
		"testdata/differences.ebnf"}
	for _, b := range BundledGrammars() {
		if b.Dialect == syntax.W3C {
			files = append(files, "grammars/"+b.File())
		}
	}
	letter, err := filepath.Glob("testdata/letter/w3c-*.ebnf")
	if err != nil {
		t.Fatal(err)
	}
	rewritten := 0
	for _, file := range append(files, letter...) {
		src := sourceOf(t, file)
		document, _ := notation.Read(src, syntax.W3C)
		said, err := notation.PrintAsWith(io.Discard, document, syntax.ABNF,
			Rewriter(context.Background(), document, Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range said.Items {
			switch d.Code {
			case "difference-rewritten":
				rewritten++
			case "difference", "no-abnf":
				t.Error(said.Format(d))
			}
		}
		checkAsABNF(t, src, syntax.W3C)
	}
	if rewritten < 10 {
		t.Errorf("only %d differences were rewritten", rewritten)
	}
}

func TestRewriter(t *testing.T) {
	many := strings.Repeat("[ab]", 14)
	for _, tt := range []struct{ text, want string }{
		{"a ::= ('ab' | 'b')* - 'ab'", `a = [ ( %s"b" / %s"ab" ( %s"b" / %s"ab" ) ) *( %s"b" / %s"ab" ) ]`},
		{"a ::= 'x'+ - 'xx'", ""},
		{"a ::= 'x'* - 'x'+", `a = ""`},
		{"a ::= 'x'+ - 'x'*", "matches no string"},
		{"a ::= b - 'xy'\nb ::= c", "there is no automaton for b"},
		{"a ::= 'xy' - b\nb ::= 'x' b 'y' | 'z'", "there is no automaton for b"},
		{"a ::= [ab]* - ([ab]* 'a' " + many + ")", "ranges in an expression exceed the limit of 4096"},
		{"d ::= b - 'xy'\na ::= b\nb ::= 'xy' | 'xx'", `d = %s"xx"`},
	} {
		document, _ := notation.Read(syntax.NewSource("test", tt.text), syntax.W3C)
		for _, rules := range [][]string{nil, {"a"}} { // if only a is compiled, the other differences are lowered later
			var b strings.Builder
			said, err := notation.PrintAsWith(&b, document, syntax.ABNF,
				Rewriter(context.Background(), document, Options{Rules: rules}))
			if err != nil {
				t.Fatal(err)
			}
			if all := b.String() + said.Error(); !strings.Contains(all, tt.want) {
				t.Errorf("%s:\n%s\nwant %s", tt.text, all, tt.want)
			}
		}
	}
}

func TestPrintAsABNFSeeds(t *testing.T) {
	for pattern, d := range map[string]syntax.Dialect{
		"seeds/000*": syntax.ABNF, "seeds/001*": syntax.Treetop, "seeds/002*": syntax.RFC822, "seeds/003*": syntax.ABNF,
		"seeds/004*": syntax.AParse,
	} {
		n := checkAsABNF(t, sourceOf(t, shared.Glob(t, pattern)[0]), d)
		t.Logf("%s: %d rules compared", pattern, n)
		if n < 20 {
			t.Errorf("%s: only %d rules were compared", pattern, n)
		}
	}
}

// A phrase generates random definitions without references, in a given dialect.
type phrase struct {
	*rand.Rand
	dialect syntax.Dialect
}

func (p *phrase) pick(items ...string) string { return items[p.IntN(len(items))] }

func (p *phrase) terminal() string {
	switch p.dialect {
	case syntax.W3C:
		return p.pick("'a'", `"b"`, `'"'`, "'aB'", "'é'", "''", "#x61", "[a-c]", "[^a-c]", "[^a]", `[^#x61-#xFFFF"]`, "[-ab]",
			"[^]", "[aB]", "'k'", "set", "set - 'a'", "[a-z] - [k-z] - 'b'",
			"('a' | 'ab')* - 'aab'", "[a-c]* - ([a-c]* 'b' [a-c]*)", "([^a]? set?) - set")
	case syntax.Treetop:
		return p.pick("'a'", `"b"`, `'"'`, "'aB'", `"\u00e9"`, "''", "[a-c]", "[^a-c]", `[^a\n]`, "[-ab]", ".",
			"[aB]", "'k'", "set")
	case syntax.AParse:
		return p.pick("'a'", `"b"`, `'"'`, `"aB"`, "%xE9", `""`, "%x61-63", "%d65", `'aB'`, "set")
	}
	return p.pick(`"a"`, `"b"`, `"aB"`, `""`, `"'"`, `"k"`, "set")
}

func (p *phrase) expr(depth int) string {
	if depth == 0 {
		return p.terminal()
	}
	postfix := p.dialect == syntax.W3C || p.dialect == syntax.Treetop
	choice := " / "
	if p.dialect == syntax.W3C || p.dialect == syntax.RFC822 {
		choice = " | "
	}
	switch kind := p.IntN(6); {
	case kind == 0:
		return p.terminal()
	case kind == 1:
		return "(" + p.expr(depth-1) + choice + p.expr(depth-1) + ")"
	case kind == 2 || kind == 3:
		return "(" + p.expr(depth-1) + " " + p.expr(depth-1) + ")"
	case kind == 4 && postfix:
		return "(" + p.expr(depth-1) + ")" + p.pick("?", "*", "+")
	case kind == 4:
		return p.pick("*", "1*", "2", "*2", "1*2") + "(" + p.expr(depth-1) + ")"
	case postfix:
		return "(" + p.expr(depth-1) + choice + p.terminal() + ")?"
	}
	return "[" + p.expr(depth-1) + "]"
}

func TestPrintAsABNFRandom(t *testing.T) {
	forms := map[syntax.Dialect]string{
		syntax.RFC822:  "r = %s\nset = \"a\" | \"x\" | \"y\"\n",
		syntax.Treetop: "grammar G rule r %s end rule set [ax-z] end end",
		syntax.AParse:  "r = %s;\nset = 'a' / %%x78-7A;\n",
		syntax.W3C:     "r ::= %s\nset ::= 'a' | [x-z]\n",
	}
	for d, form := range forms {
		compared := 0
		for seed := range uint64(testkit.Few(300)) {
			p := phrase{rand.New(rand.NewPCG(seed, 3)), d}
			compared += checkAsABNF(t, syntax.NewSource("random", fmt.Sprintf(form, p.expr(3))), d)
		}
		if compared < testkit.Few(500) {
			t.Errorf("%s: only %d rules were compared", d, compared)
		}
	}
}

// Unless a warning reports that the order is lost, a Treetop document with PEG semantics and its
// ABNF have the same languages.
func TestPrintAsKeepsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 27))
	var expr func(depth, rules int) string
	expr = func(depth, rules int) string {
		if depth == 0 {
			return []string{"'a'", "'b'", "'ab'", "[ac]", ".", "''",
				fmt.Sprint("r", rules-1)}[random.IntN(6+min(rules, 1))]
		}
		x := func() string { return expr(depth-1, rules) }
		switch random.IntN(6) {
		case 0:
			return "( " + x() + " / " + x() + " )"
		case 1, 2:
			return "( " + x() + " )" + []string{"?", "*", "+", " 2..2", " 1..2"}[random.IntN(5)]
		}
		return x() + " " + x()
	}
	kept, lost := 0, 0
	for range testkit.Few(3000) {
		text := ""
		for i := range 3 {
			text += fmt.Sprintf("rule r%d %s end\n", i, expr(random.IntN(3)+1, i))
		}
		src := syntax.NewSource("test", text)
		document, list := notation.Read(src, syntax.Treetop)
		if list.Errors() > 0 {
			t.Fatal(list)
		}
		var b strings.Builder
		said, _ := notation.PrintAs(&b, document, syntax.ABNF)
		if strings.Contains(fmt.Sprint(said.Items), "order-lost") {
			lost++
			continue
		}
		g, _ := compileSource(t.Context(), src, Options{Dialect: syntax.Treetop, Semantics: PEG})
		abnf, _ := compileABNF(b.String())
		for _, r := range g.Rules {
			again := abnf.Rule(r.Name)
			if r.made().DFA == nil || again == nil || again.made().DFA == nil {
				t.Fatalf("%s has no table\n%s\n%s", r.Name, text, b.String())
			}
			if witness, equal := automaton.Equal(r.made().DFA, again.made().DFA); !equal {
				t.Fatalf("%s differs, shown by %q\n%s\n%s", r.Name, witness, text, b.String())
			}
		}
		kept++
	}
	if t.Logf("%d documents keep their order, %d lose it", kept, lost); min(kept, lost) < testkit.Few(300) {
		t.Error("that means nothing")
	}
}
