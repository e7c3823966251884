package notation

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/internal/printer"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// printed returns the text of [Print].
func printed(t *testing.T, g *syntax.Grammar) string {
	t.Helper()
	var b strings.Builder
	if err := Print(&b, g); err != nil {
		t.Fatalf("%v\n%s", err, dump(t, g))
	}
	return b.String()
}

// checkRoundTrip prints g and reads it back. The result must have the same tree, no diagnostic that
// is missing from the list of g, and the same text when printed again.
func checkRoundTrip(t *testing.T, g *syntax.Grammar) {
	t.Helper()
	if len(g.Rules) == 0 {
		return
	}
	text := printed(t, g)
	again, l := Read(syntax.NewSource("printed", text), g.Dialect)
	want := dump(t, &syntax.Grammar{Rules: g.Rules, Directives: g.Directives})
	if n := len(again.Rules) - 1; g.Dialect == syntax.ABNF && abnf.ImpliedOWS(g) != nil && n >= 0 &&
		again.Rules[n].Name == abnf.ListSpace {
		again.Rules = again.Rules[:n]
		if got := dump(t, &syntax.Grammar{Rules: again.Rules, Directives: again.Directives}); got != want {
			t.Fatalf("%s: printed %s\n got %s\nwant %s\n%s", g.Dialect, text, got, want, diagnostics(l))
		}
		return
	}
	if got := dump(t, again); got != want {
		t.Fatalf("%s: printed %s\n got %s\nwant %s\n%s", g.Dialect, text, got, want, diagnostics(l))
	}
	if second := printed(t, again); second != text {
		t.Fatalf("printed first\n%s\nthen\n%s", text, second)
	}
	first := &syntax.List{}
	if g.Source != nil {
		_, first = ReadWith(g.Source, ReadOptions{Dialect: g.Dialect, Repair: true})
	}
	for _, d := range l.Items {
		if d.Severity > syntax.Note && !hasCode(first, d.Code) && d.Code != "class-duplicate" &&
			d.Code != "suspicious-class" &&
			d.Code != "escape-in-class" {
			t.Fatalf("%s\n%s", text, l.Format(d))
		}
	}
}

func hasCode(l *syntax.List, code string) bool {
	for _, d := range l.Items {
		if d.Code == code {
			return true
		}
	}
	return false
}

// checkText checks the round trip of a document and returns its number of rules.
func checkText(t *testing.T, name, text string, d syntax.Dialect) int {
	t.Helper()
	g, _ := ReadWith(syntax.NewSource(name, text), ReadOptions{Dialect: d, Repair: true})
	checkRoundTrip(t, g)
	return len(g.Rules)
}

func TestPrintErrorDocuments(t *testing.T) {
	for _, tt := range errorTests {
		checkText(t, "test", tt.text, syntax.ABNF)
		checkText(t, "test", tt.text, syntax.RFC822)
		checkText(t, "test", tt.text, syntax.AParse)
	}
	for _, tt := range ebnfErrorTests {
		checkText(t, "test", tt.text, syntax.W3C)
	}
}

// checkFiles checks the round trips of files, and logs how many files and rules there were.
func checkFiles(t *testing.T, files []string) {
	t.Helper()
	rules := 0
	for _, file := range files {
		text := textOf(t, file)
		d := byExtension(file, text)
		n := checkText(t, file, text, d)
		if n == 0 {
			t.Errorf("%s: no rules as %s", file, d)
		}
		rules += n
	}
	t.Logf("%d documents, %d rules", len(files), rules)
}

// byExtension returns the dialect indicated by the file extension or, for ".abnf", ".bnf" and
// others, the one that [Detect] finds.
func byExtension(name, text string) syntax.Dialect {
	for _, d := range syntax.Dialects() {
		if d != syntax.ABNF && filepath.Ext(name) != ".bnf" && slices.Contains(d.Endings(), filepath.Ext(name)) {
			return d
		}
	}
	d, _ := Detect(text)
	return d
}

// documents returns the documents in testdata with the dialect's usual extension.
func documents(t *testing.T, d syntax.Dialect) []string {
	t.Helper()
	found, err := filepath.Glob("testdata/*" + d.Endings()[0])
	if err != nil || len(found) == 0 && d != syntax.RFC822 {
		t.Fatalf("no document in testdata is called *%s (%v)", d.Endings()[0], err)
	}
	return found
}

// allDocuments returns the bundled grammars and the documents in testdata.
func allDocuments(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../grammars/*.*")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, d := range syntax.Dialects() {
		files = append(files, documents(t, d)...)
	}
	return files
}

func TestPrintDocuments(t *testing.T) { checkFiles(t, allDocuments(t)) }

func TestPrintShared(t *testing.T) {
	checkFiles(t, append(shared.Glob(t, "seeds/*.txt"), shared.Glob(t, "grammars/*.abnf")...))
}

// TestPrintGolden records the text printed in a document's own dialect and as ABNF.
func TestPrintGolden(t *testing.T) {
	for _, file := range []string{
		"testdata/shelf.abnf", "testdata/timestamp.abnf", "testdata/xml.ebnf",
		"testdata/turtle.ebnf", "testdata/drink.treetop", "testdata/journey.iso-ebnf", "testdata/menu.bnf",
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := textOf(t, file)
			g, _ := Read(syntax.NewSource(filepath.Base(file), text), byExtension(file, text))
			var b strings.Builder
			b.WriteString(printed(t, g))
			if g.Dialect != syntax.ABNF {
				b.WriteString("\n== as abnf ==\n")
				l, err := PrintAs(&b, g, syntax.ABNF)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteString("\n" + diagnostics(l))
			}
			golden.Compare(t, filepath.Join("testdata", "print", filepath.Base(file)+".golden"), b.String())
		})
	}
}

// A treeMaker builds random trees. If loose is set, they lack the Groups that their dialect
// requires, unlike the trees of any reader.
type treeMaker struct {
	*rand.Rand
	dialect syntax.Dialect
	loose   bool
}

func (m *treeMaker) pick(items ...string) string { return items[m.IntN(len(items))] }

// expr returns an expression with a level of at least least, unless the trees are loose.
func (m *treeMaker) expr(depth int, least printer.Level) syntax.Expr {
	if m.loose && m.dialect != syntax.BNF {
		least = printer.LevelAlternation
	}
	if depth == 0 {
		return m.terminal()
	}
	kind := least + printer.Level(m.IntN(int(printer.LevelElement-least)+1))
	if m.dialect == syntax.BNF && kind > printer.LevelConcatenation {
		return m.terminal()
	}
	switch kind {
	case printer.LevelAlternation:
		return &syntax.Alternation{Items: m.items(depth, printer.LevelConcatenation), Ordered: m.dialect == syntax.Treetop}
	case printer.LevelConcatenation:
		return &syntax.Concatenation{Items: m.items(depth, printer.LevelDifference)}
	case printer.LevelDifference:
		if m.dialect == syntax.W3C || m.dialect == syntax.ISO {
			return &syntax.Difference{Item: m.expr(depth-1, printer.LevelDifference),
				Except: m.expr(depth-1, printer.LevelRepetition)}
		}
		if m.dialect == syntax.Treetop {
			return &syntax.Predicate{Item: m.expr(depth-1, printer.LevelElement), Negated: m.IntN(2) == 0}
		}
	case printer.LevelRepetition:
		return m.repetition(depth)
	}
	if m.IntN(2) == 0 {
		return m.terminal()
	}
	if m.IntN(3) == 0 && !rowOf(m.dialect).form.Postfix {
		return &syntax.Option{Item: m.expr(depth-1, printer.LevelAlternation)}
	}
	return &syntax.Group{Item: m.expr(depth-1, printer.LevelAlternation)}
}

func (m *treeMaker) items(depth int, least printer.Level) []syntax.Expr {
	items := []syntax.Expr{m.expr(depth-1, least), m.expr(depth-1, least)}
	for m.IntN(3) == 0 {
		items = append(items, m.expr(depth-1, least))
	}
	return items
}

func (m *treeMaker) repetition(depth int) syntax.Expr {
	x := &syntax.Repetition{Item: m.expr(depth-1, printer.LevelElement)}
	for {
		x.Min = m.IntN(4)
		x.Max = []int{syntax.Unbounded, x.Min, x.Min + m.IntN(9)}[m.IntN(3)]
		if m.has(&syntax.Repetition{Min: x.Min, Max: x.Max, Item: &syntax.RuleName{Name: "a"}}) {
			return x
		}
	}
}

// has reports whether the dialect has a form for x.
func (m *treeMaker) has(x syntax.Expr) bool {
	_, missing := printer.Format(x, rowOf(m.dialect).form)
	return missing == ""
}

// char returns a code point, usually one with a special meaning in some notation.
func (m *treeMaker) char() rune {
	const special = "-]^|[\\#&'\"/ .xuazAF09~!{}\t\n\u00e9\u65e5\U0001F600\U0010FFFF\x00"
	if m.IntN(8) == 0 {
		for {
			if r := m.Int32N(0x110000); !utf16.IsSurrogate(r) {
				return r
			}
		}
	}
	all := []rune(special)
	return all[m.IntN(len(all))]
}

func (m *treeMaker) text() string {
	var b strings.Builder
	for range m.IntN(4) {
		b.WriteRune(m.char())
	}
	return b.String()
}

func (m *treeMaker) class() syntax.Expr {
	x := &syntax.Class{Negated: m.IntN(3) == 0}
	for range 1 + m.IntN(4) {
		lo, hi := m.char(), m.char()
		if m.IntN(2) == 0 {
			hi = lo
		}
		x.Ranges = append(x.Ranges, syntax.ClassRange{Lo: min(lo, hi), Hi: max(lo, hi)})
	}
	return x
}

func (m *treeMaker) terminal() syntax.Expr {
	name := &syntax.RuleName{Name: m.pick("a", "b1", "Rule")}
	if (m.dialect == syntax.ISO || m.dialect == syntax.BNF) && m.IntN(4) == 0 {
		name.Name = "two words"
	}
	switch m.dialect {
	case syntax.ABNF, syntax.AParse:
		switch m.IntN(5) {
		case 0:
			lo, hi := m.char(), m.char()
			return &syntax.NumRange{Lo: min(lo, hi), Hi: max(lo, hi)}
		case 1:
			return &syntax.NumVal{Values: []rune{m.char(), m.char(), m.char()}[m.IntN(3):]}
		case 2:
			return &syntax.ProseVal{Text: m.pick("", "a ; \"b\" é", "x / y")}
		case 3:
			if m.dialect == syntax.AParse && m.IntN(4) == 0 {
				return &syntax.CharVal{Text: "\"#"}
			}
			return &syntax.CharVal{Text: m.pick("", "a", "/ ; ' #", "\\"), Fold: m.IntN(2) == 0}
		}
	case syntax.RFC822:
		switch m.IntN(4) {
		case 0:
			return &syntax.ProseVal{Text: m.pick("", "x | y")}
		case 1, 2:
			return &syntax.CharVal{Text: m.pick("", "a", "| ; ' #", "\\", "Ab")}
		}
	case syntax.Treetop:
		switch m.IntN(4) {
		case 0:
			return m.class()
		case 1, 2:
			return &syntax.CharVal{Text: m.text()}
		}
	case syntax.W3C:
		switch m.IntN(6) {
		case 0, 1:
			return m.class()
		case 2:
			return &syntax.NumVal{Values: []rune{m.char()}}
		case 3, 4:
			for {
				if s := m.text(); !strings.Contains(s, "\n") && !strings.Contains(s, "\x00") &&
					!(strings.Contains(s, "'") && strings.Contains(s, `"`)) {
					return &syntax.CharVal{Text: s}
				}
			}
		}
	case syntax.BNF:
		if x := (&syntax.CharVal{Text: m.text()}); m.IntN(2) == 0 && m.has(x) {
			return x
		}
	default:
		if x := []syntax.Expr{m.class(), &syntax.CharVal{Text: m.text()}}[m.IntN(2)]; m.has(x) {
			return x
		}
	}
	return name
}

// printDialects returns the dialects that have a reader.
func printDialects() []syntax.Dialect {
	var all []syntax.Dialect
	for _, d := range syntax.Dialects() {
		if _, l := Read(syntax.NewSource("test", ""), d); !hasCode(l, "unknown-dialect") {
			all = append(all, d)
		}
	}
	return all
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func randomGrammar(seed uint64, d syntax.Dialect, loose bool) *syntax.Grammar {
	m := &treeMaker{newRand(seed), d, loose}
	g := &syntax.Grammar{Dialect: d}
	if m.IntN(4) == 0 {
		g.Directives = []syntax.Directive{{Name: "octets"}, {Name: "components", Text: "a: b=c d"}}
	}
	for i := range 1 + m.IntN(4) {
		g.Rules = append(g.Rules, &syntax.Rule{Name: fmt.Sprintf("rule%d", i), Expr: m.expr(4, printer.LevelAlternation)})
	}
	return g
}

func TestPrintRandom(t *testing.T) {
	for _, d := range printDialects() {
		for seed := range uint64(testkit.Few(2000)) {
			checkRoundTrip(t, randomGrammar(seed, d, false))
		}
	}
}

// Trees without their required Groups are read back with them, and are equal once all Groups are
// removed.
func TestPrintRandomLoose(t *testing.T) {
	for _, d := range printDialects() {
		for seed := range uint64(testkit.Few(2000)) {
			g := randomGrammar(seed, d, true)
			text := printed(t, g)
			again, l := Read(syntax.NewSource("printed", text), d)
			if l.Errors() > 0 || ungrouped(t, again) != ungrouped(t, g) {
				t.Fatalf("%s: %s\n%s\n got %s\nwant %s", d, text, diagnostics(l), ungrouped(t, again), ungrouped(t, g))
			}
		}
	}
}

func ungrouped(t *testing.T, g *syntax.Grammar) string {
	out := &syntax.Grammar{}
	for _, r := range g.Rules {
		out.Rules = append(out.Rules, &syntax.Rule{Name: r.Name, Expr: withoutGroups(r.Expr)})
	}
	return dump(t, out)
}

func withoutGroups(x syntax.Expr) syntax.Expr {
	all := func(items []syntax.Expr) []syntax.Expr {
		out := make([]syntax.Expr, len(items))
		for i, item := range items {
			out[i] = withoutGroups(item)
		}
		return out
	}
	switch x := x.(type) {
	case *syntax.Alternation:
		return &syntax.Alternation{Items: all(x.Items), Ordered: x.Ordered}
	case *syntax.Concatenation:
		return &syntax.Concatenation{Items: all(x.Items)}
	case *syntax.Repetition:
		return &syntax.Repetition{Min: x.Min, Max: x.Max, Item: withoutGroups(x.Item)}
	case *syntax.Option:
		return &syntax.Option{Item: withoutGroups(x.Item)}
	case *syntax.Difference:
		return &syntax.Difference{Item: withoutGroups(x.Item), Except: withoutGroups(x.Except)}
	case *syntax.Predicate:
		return &syntax.Predicate{Item: withoutGroups(x.Item), Negated: x.Negated}
	case *syntax.Group:
		return withoutGroups(x.Item)
	}
	return x
}

func TestFormatExpr(t *testing.T) {
	a, b, c := &syntax.RuleName{Name: "a"}, &syntax.RuleName{Name: "b"}, &syntax.RuleName{Name: "c"}
	for _, tt := range []struct {
		d    syntax.Dialect
		x    syntax.Expr
		want string
	}{
		{syntax.ABNF, &syntax.Alternation{Items: []syntax.Expr{a, &syntax.Concatenation{Items: []syntax.Expr{b, c}}}},
			"a / b c"},
		{syntax.ABNF, &syntax.Concatenation{Items: []syntax.Expr{a, &syntax.Alternation{Items: []syntax.Expr{b, c}}}},
			"a ( b / c )"},
		{syntax.ABNF, &syntax.Concatenation{Items: []syntax.Expr{a,
			&syntax.Group{Item: &syntax.Alternation{Items: []syntax.Expr{b, c}}}}}, "a ( b / c )"},
		{syntax.ABNF, &syntax.Repetition{Min: 2, Max: 2, Item: a}, "2a"},
		{syntax.ABNF, &syntax.Repetition{Min: 0, Max: syntax.Unbounded,
			Item: &syntax.Concatenation{Items: []syntax.Expr{a, b}}}, "*( a b )"},
		{syntax.ABNF, &syntax.Repetition{Min: 1, Max: syntax.Unbounded,
			Item: &syntax.Repetition{Min: 0, Max: 3, Item: a}}, "1*( *3a )"},
		{syntax.ABNF, &syntax.Repetition{Min: 2, Max: 5, Item: &syntax.Option{Item: a}}, "2*5[ a ]"},
		{syntax.ABNF, &syntax.CharVal{Text: "x", Fold: true}, `"x"`},
		{syntax.ABNF, &syntax.CharVal{Text: "x"}, `%s"x"`},
		{syntax.ABNF, &syntax.NumVal{Values: []rune{0xD, 0xA, 0x10FFFF}}, "%x0D.0A.10FFFF"},
		{syntax.ABNF, &syntax.NumRange{Lo: 0x30, Hi: 0x39}, "%x30-39"},
		{syntax.ABNF, &syntax.ProseVal{Text: "any"}, "<any>"},
		{syntax.RFC822, &syntax.Alternation{Items: []syntax.Expr{a, &syntax.CharVal{Text: "x"}}}, `a | "x"`},
		{syntax.RFC822, &syntax.CharVal{Text: "x", Fold: true}, `%i"x"`},
		{syntax.W3C, &syntax.Alternation{Items: []syntax.Expr{a, &syntax.Concatenation{Items: []syntax.Expr{b, c}}}},
			"a | b c"},
		{syntax.W3C, &syntax.Difference{Item: &syntax.Difference{Item: a, Except: b},
			Except: &syntax.Difference{Item: b, Except: c}}, "a - b - (b - c)"},
		{syntax.W3C, &syntax.Difference{Item: a, Except: &syntax.Repetition{Min: 0, Max: 1, Item: b}}, "a - b?"},
		{syntax.W3C, &syntax.Concatenation{Items: []syntax.Expr{a, &syntax.Difference{Item: b, Except: c}}}, "a b - c"},
		{syntax.W3C, &syntax.Repetition{Min: 0, Max: syntax.Unbounded, Item: &syntax.Option{Item: a}}, "(a?)*"},
		{syntax.W3C, &syntax.Repetition{Min: 2, Max: 3, Item: a}, "a 2..3"},
		{syntax.W3C, &syntax.CharVal{Text: "it's"}, `"it's"`},
		{syntax.W3C, &syntax.CharVal{Text: `\"`}, `'\"'`},
		{syntax.W3C, &syntax.NumVal{Values: []rune{0x41}}, "#x41"},
		{syntax.W3C, &syntax.Class{Ranges: []syntax.ClassRange{{Lo: 'a', Hi: 'z'}, {Lo: '_', Hi: '_'},
			{Lo: 0x20, Hi: 0x20}, {Lo: 'A', Hi: 'A'}, {Lo: '-', Hi: '-'}}}, "[a-z_#x20#x41-]"},
		{syntax.W3C,
			&syntax.Class{Negated: true,
				Ranges: []syntax.ClassRange{{Lo: '^', Hi: '^'}, {Lo: '-', Hi: '-'}, {Lo: ']', Hi: ']'}, {Lo: '#', Hi: '#'},
					{Lo: '|', Hi: '|'}, {Lo: 0xE9, Hi: 0xE9}}},
			"[^^#x2D#x5D#x23#x7C#xE9]"},
		{syntax.W3C, &syntax.Class{Negated: true}, "[^]"},
		{syntax.Treetop, &syntax.Alternation{Items: []syntax.Expr{a, b}, Ordered: true}, "a / b"},
		{syntax.Treetop, &syntax.Repetition{Min: 6, Max: 6, Item: a}, "a 6..6"},
		{syntax.Treetop, &syntax.Repetition{Min: 6, Max: syntax.Unbounded, Item: a}, "a 6.."},
		{syntax.Treetop, &syntax.CharVal{Text: `it's \`}, `'it\'s \\'`},
		{syntax.Treetop, &syntax.CharVal{Text: "#{é\U0001F600\""}, `"\#{\u{E9}\u{1F600}\""`},
		{syntax.Treetop, &syntax.Class{Ranges: []syntax.ClassRange{{Lo: 'a', Hi: 'z'}, {Lo: '-', Hi: '-'},
			{Lo: 0x10FFFF, Hi: 0x10FFFF}}}, `[a-z\-\u{10FFFF}]`},
		{syntax.Treetop, &syntax.Class{Negated: true}, "."},
		{syntax.Treetop,
			&syntax.Concatenation{Items: []syntax.Expr{&syntax.Predicate{Item: a},
				&syntax.Predicate{Item: &syntax.Repetition{Max: 1, Item: b}, Negated: true}}},
			"&a !( b? )"},
		{syntax.Treetop, &syntax.Repetition{Max: syntax.Unbounded,
			Item: &syntax.Predicate{Item: &syntax.Predicate{Item: a}}}, "( &( &a ) )*"},
		{syntax.AParse, &syntax.CharVal{Text: "x", Fold: true}, `"x"`},
		{syntax.AParse, &syntax.CharVal{Text: "x"}, `'x'`},
		{syntax.AParse, &syntax.CharVal{Text: "it's"}, `%s"it's"`},
		{syntax.AParse, &syntax.CharVal{Text: `"`}, `'"'`},
		{syntax.Dialect(200), &syntax.Repetition{Min: 0, Max: 1, Item: a}, "*1a"},
	} {
		if got := FormatExpr(tt.x, tt.d); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.d, got, tt.want)
		}
	}
}

// Printing a node that has no form in the dialect is an error. The dialect's reader never builds
// such a node.
func TestPrintErrors(t *testing.T) {
	a := &syntax.RuleName{Name: "a"}
	for _, tt := range []struct {
		d    syntax.Dialect
		x    syntax.Expr
		want string
	}{
		{syntax.ABNF, &syntax.Difference{Item: a, Except: a}, "rule r: abnf cannot express a difference"},
		{syntax.ABNF, &syntax.Class{Ranges: []syntax.ClassRange{{Lo: 1, Hi: 2}}}, "rule r: abnf cannot express classes"},
		{syntax.ABNF, &syntax.Predicate{Item: a}, "rule r: abnf cannot express a predicate"},
		{syntax.ABNF, &syntax.CharVal{Text: "é"}, "rule r: abnf cannot express this string"},
		{syntax.ABNF, &syntax.ProseVal{Text: ">"}, "rule r: abnf cannot express this prose description"},
		{syntax.ABNF, &syntax.Alternation{Items: []syntax.Expr{a, a}, Ordered: true},
			"rule r: abnf cannot express ordered choice"},
		{syntax.ABNF, &syntax.Group{Item: &syntax.Alternation{Items: []syntax.Expr{a, a}, Ordered: true}},
			"rule r: abnf cannot express ordered choice"},
		{syntax.RFC822, &syntax.NumVal{Values: []rune{1}}, "rule r: rfc822 cannot express number values"},
		{syntax.RFC822, &syntax.NumRange{Lo: 1, Hi: 2}, "rule r: rfc822 cannot express number ranges"},
		{syntax.RFC822, &syntax.CharVal{Text: "a", Fold: true}, "rule r: rfc822 cannot express a case-insensitive string"},
		{syntax.Treetop, &syntax.Alternation{Items: []syntax.Expr{a, a}}, "rule r: treetop cannot express unordered choice"},
		{syntax.Treetop, &syntax.Repetition{Item: a}, "rule r: treetop cannot express zero repetitions"},
		{syntax.Treetop, &syntax.CharVal{Text: "ok", Fold: true},
			"rule r: treetop cannot express a case-insensitive string"},
		{syntax.Treetop, &syntax.CharVal{Text: "\x01", Fold: true},
			"rule r: treetop cannot express a case-insensitive string"},
		{syntax.W3C, &syntax.CharVal{Text: `"'`}, "rule r: w3c cannot express this string"},
		{syntax.W3C, &syntax.CharVal{Text: "a", Fold: true}, "rule r: w3c cannot express a case-insensitive string"},
		{syntax.W3C, &syntax.NumVal{Values: []rune{1, 2}}, "rule r: w3c cannot express number values"},
		{syntax.W3C, &syntax.Repetition{Min: 2, Max: 3, Item: a}, "rule r: w3c cannot express a counted repetition"},
		{syntax.W3C, &syntax.Class{}, "rule r: w3c cannot express an empty class"},
		{syntax.W3C, &syntax.ProseVal{}, "rule r: w3c cannot express a prose description"},
	} {
		g := &syntax.Grammar{Dialect: tt.d, Rules: []*syntax.Rule{{Name: "r", Expr: tt.x}}}
		if err := Print(io.Discard, g); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	for _, d := range []syntax.Dialect{syntax.Treetop, syntax.W3C} {
		g := &syntax.Grammar{Dialect: d, Rules: []*syntax.Rule{{Name: "r", Incremental: true, Expr: a}}}
		if Print(io.Discard, g) == nil {
			t.Errorf("%s: no error for an increment", d)
		}
	}
	err := Print(brokenWriter{}, &syntax.Grammar{Rules: []*syntax.Rule{{Name: "r", Expr: a}}})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Lines are broken between alternatives, no earlier than necessary.
func TestPrintLines(t *testing.T) {
	var items []string
	for i := range 40 {
		items = append(items, fmt.Sprintf("alternative-%d", i))
	}
	g, _ := Read(syntax.NewSource("test", "long = "+strings.Join(items, " / ")+"\nshort = a / b"), syntax.ABNF)
	lines := strings.Split(printed(t, g), "\n")
	for i, line := range lines[:len(lines)-3] {
		if len(line) > printer.Width || len(line)+len(" / alternative-00") <= printer.Width {
			t.Errorf("line %d has %d columns: %s", i, len(line), line)
		}
		if i > 0 && !strings.HasPrefix(line, "    / ") {
			t.Error(line)
		}
	}
}

func FuzzPrint(f *testing.F) {
	for _, tt := range errorTests {
		f.Add(uint8(syntax.ABNF), tt.text)
	}
	for _, tt := range ebnfErrorTests {
		f.Add(uint8(syntax.W3C), tt.text)
	}
	f.Add(uint8(syntax.AParse), "# @octets\na = 2*3('b' / \"c\") [%x1-2];\nd_e =/ <f>;")
	f.Add(uint8(syntax.Treetop), "grammar G rule a 'b' / [^c-d\\n]* (e)? 2..3 \"\\u{1F600}\" end rule e .+ end end")
	f.Fuzz(func(t *testing.T, d uint8, text string) {
		g, _ := Read(syntax.NewSource("fuzz", text), syntax.Dialects()[int(d)%len(syntax.Dialects())])
		checkRoundTrip(t, g)
		if _, err := PrintAs(io.Discard, g, syntax.ABNF); err != nil {
			t.Error(err)
		}
	})
}
