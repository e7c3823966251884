package syntax

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// printed returns the text of [Print].
func printed(t *testing.T, g *Grammar) string {
	t.Helper()
	var b strings.Builder
	if err := Print(&b, g); err != nil {
		t.Fatalf("%v\n%s", err, dump(t, g))
	}
	return b.String()
}

// checkRoundTrip prints g and reads it back. The result must have the same tree, no
// diagnostic missing in the list of g, and the same text when printed again.
func checkRoundTrip(t *testing.T, g *Grammar) {
	t.Helper()
	if len(g.Rules) == 0 {
		return
	}
	text := printed(t, g)
	again, l := Read(NewSource("printed", text), g.Dialect)
	want := dump(t, &Grammar{Rules: g.Rules, Directives: g.Directives})
	if n := len(again.Rules) - 1; g.Dialect == ABNF && impliedOWS(g) != nil && n >= 0 && again.Rules[n].Name == listSpace {
		again.Rules = again.Rules[:n]
		if got := dump(t, &Grammar{Rules: again.Rules, Directives: again.Directives}); got != want {
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
	first := &List{}
	if g.Source != nil {
		_, first = ReadWith(g.Source, ReadOptions{Dialect: g.Dialect, Repair: true})
	}
	for _, d := range l.Items {
		if d.Severity > Note && !hasCode(first, d.Code) && d.Code != "class-duplicate" && d.Code != "suspicious-class" &&
			d.Code != "escape-in-class" {
			t.Fatalf("%s\n%s", text, l.Format(d))
		}
	}
}

func hasCode(l *List, code string) bool {
	for _, d := range l.Items {
		if d.Code == code {
			return true
		}
	}
	return false
}

// checkText checks the round trip of a document, and returns the number of its rules.
func checkText(t *testing.T, name, text string, d Dialect) int {
	t.Helper()
	g, _ := ReadWith(NewSource(name, text), ReadOptions{Dialect: d, Repair: true})
	checkRoundTrip(t, g)
	return len(g.Rules)
}

func TestPrintErrorDocuments(t *testing.T) {
	for _, tt := range errorTests {
		checkText(t, "test", tt.text, ABNF)
		checkText(t, "test", tt.text, RFC822)
		checkText(t, "test", tt.text, AParse)
	}
	for _, tt := range ebnfErrorTests {
		checkText(t, "test", tt.text, W3C)
	}
}

// checkFiles checks the round trips of files, and logs their number and rules.
func checkFiles(t *testing.T, files []string, dialect func(name, text string) Dialect) {
	t.Helper()
	rules := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := dialect(file, string(text))
		n := checkText(t, file, string(text), d)
		if n == 0 {
			t.Errorf("%s: no rules as %s", file, d)
		}
		rules += n
	}
	t.Logf("%d documents, %d rules", len(files), rules)
}

func byExtension(name, text string) Dialect {
	switch filepath.Ext(name) {
	case ".ebnf":
		return W3C
	case ".bnf":
		return RFC822
	case ".treetop":
		return Treetop
	case ".aparse":
		return AParse
	}
	d, _ := Detect(text)
	return d
}

func TestPrintDocuments(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/*.*bnf", "testdata/*.treetop", "../grammars/*.*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	checkFiles(t, files, byExtension)
}

func TestPrintShared(t *testing.T) {
	checkFiles(t, append(shared.Glob(t, "seeds/*.txt"), shared.Glob(t, "grammars/*.abnf")...), byExtension)
}

// TestPrintGolden shows the text printed in a document's own dialect and as ABNF.
func TestPrintGolden(t *testing.T) {
	for _, file := range []string{
		"testdata/shelf.abnf", "testdata/timestamp.abnf", "testdata/xml.ebnf",
		"testdata/turtle.ebnf", "testdata/drink.treetop",
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g, _ := Read(NewSource(filepath.Base(file), string(text)), byExtension(file, string(text)))
			var b strings.Builder
			b.WriteString(printed(t, g))
			if g.Dialect != ABNF {
				b.WriteString("\n== as abnf ==\n")
				l, err := PrintAs(&b, g, ABNF)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteString("\n" + diagnostics(l))
			}
			golden.Compare(t, filepath.Join("testdata", "print", filepath.Base(file)+".golden"), b.String())
		})
	}
}

// A treeMaker makes random trees. With loose set they lack the Groups required by their
// dialect, as no reader's trees do.
type treeMaker struct {
	*rand.Rand
	dialect Dialect
	loose   bool
}

func (m *treeMaker) pick(items ...string) string { return items[m.IntN(len(items))] }

// expr returns an expression with a level of at least least, unless the trees are loose.
func (m *treeMaker) expr(depth int, least level) Expr {
	if m.loose {
		least = levelAlternation
	}
	if depth == 0 {
		return m.terminal()
	}
	kind := least + level(m.IntN(int(levelElement-least)+1))
	switch kind {
	case levelAlternation:
		return &Alternation{Items: m.items(depth, levelConcatenation), Ordered: m.dialect == Treetop}
	case levelConcatenation:
		return &Concatenation{m.items(depth, levelDifference)}
	case levelDifference:
		if m.dialect == W3C {
			return &Difference{m.expr(depth-1, levelDifference), m.expr(depth-1, levelRepetition)}
		}
		if m.dialect == Treetop {
			return &Predicate{Item: m.expr(depth-1, levelElement), Negated: m.IntN(2) == 0}
		}
	case levelRepetition:
		return m.repetition(depth)
	}
	if m.IntN(2) == 0 {
		return m.terminal()
	}
	if m.IntN(3) == 0 && !rowOf(m.dialect).form.Postfix {
		return &Option{Item: m.expr(depth-1, levelAlternation)}
	}
	return &Group{Item: m.expr(depth-1, levelAlternation)}
}

func (m *treeMaker) items(depth int, least level) []Expr {
	items := []Expr{m.expr(depth-1, least), m.expr(depth-1, least)}
	for m.IntN(3) == 0 {
		items = append(items, m.expr(depth-1, least))
	}
	return items
}

func (m *treeMaker) repetition(depth int) Expr {
	x := &Repetition{Item: m.expr(depth-1, levelElement)}
	x.Min = m.IntN(4)
	x.Max = []int{Unbounded, x.Min, x.Min + m.IntN(9)}[m.IntN(3)]
	if m.dialect == W3C {
		bounds := [][2]int{{0, 1}, {0, Unbounded}, {1, Unbounded}}[m.IntN(3)]
		x.Min, x.Max = bounds[0], bounds[1]
	}
	if m.dialect == Treetop && x.Max == 0 {
		x.Max = 1
	}
	return x
}

// char returns a code point, mostly one with a meaning in a notation.
func (m *treeMaker) char() rune {
	const special = "-]^|[\\#&'\"/ .xuazAF09~!{}\t\n\u00e9\u65e5\U0001F600\U0010FFFF\x00"
	if m.IntN(8) == 0 {
		for {
			if r := m.Int32N(0x110000); r < firstSurrogate || r > lastSurrogate {
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

func (m *treeMaker) class() Expr {
	x := &Class{Negated: m.IntN(3) == 0}
	for range 1 + m.IntN(4) {
		lo, hi := m.char(), m.char()
		if m.IntN(2) == 0 {
			hi = lo
		}
		x.Ranges = append(x.Ranges, ClassRange{min(lo, hi), max(lo, hi)})
	}
	return x
}

func (m *treeMaker) terminal() Expr {
	name := &RuleName{Name: m.pick("a", "b1", "Rule")}
	switch m.dialect {
	case ABNF, AParse:
		switch m.IntN(5) {
		case 0:
			lo, hi := m.char(), m.char()
			return &NumRange{Lo: min(lo, hi), Hi: max(lo, hi)}
		case 1:
			return &NumVal{Values: []rune{m.char(), m.char(), m.char()}[m.IntN(3):]}
		case 2:
			return &ProseVal{Text: m.pick("", "a ; \"b\" é", "x / y")}
		case 3:
			if m.dialect == AParse && m.IntN(4) == 0 {
				return &CharVal{Text: "\"#"}
			}
			return &CharVal{Text: m.pick("", "a", "/ ; ' #", "\\"), Fold: m.IntN(2) == 0}
		}
	case RFC822:
		switch m.IntN(4) {
		case 0:
			return &ProseVal{Text: m.pick("", "x | y")}
		case 1, 2:
			return &CharVal{Text: m.pick("", "a", "| ; ' #", "\\", "Ab")}
		}
	case Treetop:
		switch m.IntN(4) {
		case 0:
			return m.class()
		case 1, 2:
			return &CharVal{Text: m.text()}
		}
	case W3C:
		switch m.IntN(6) {
		case 0, 1:
			return m.class()
		case 2:
			return &NumVal{Values: []rune{m.char()}}
		case 3, 4:
			for {
				if s := m.text(); !strings.Contains(s, "\n") && !strings.Contains(s, "\x00") &&
					!(strings.Contains(s, "'") && strings.Contains(s, `"`)) {
					return &CharVal{Text: s}
				}
			}
		}
	}
	return name
}

// printDialects are the dialects with a reader.
func printDialects() []Dialect {
	var all []Dialect
	for _, d := range Dialects() {
		if _, l := Read(NewSource("test", ""), d); !hasCode(l, "unknown-dialect") {
			all = append(all, d)
		}
	}
	return all
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func randomGrammar(seed uint64, d Dialect, loose bool) *Grammar {
	m := &treeMaker{newRand(seed), d, loose}
	g := &Grammar{Dialect: d}
	if m.IntN(4) == 0 {
		g.Directives = []Directive{{Name: "octets"}, {Name: "components", Text: "a: b=c d"}}
	}
	for i := range 1 + m.IntN(4) {
		g.Rules = append(g.Rules, &Rule{Name: fmt.Sprintf("rule%d", i), Expr: m.expr(4, levelAlternation)})
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

// Trees without their required Groups are read back with them, and are the same without
// any.
func TestPrintRandomLoose(t *testing.T) {
	for _, d := range printDialects() {
		for seed := range uint64(testkit.Few(2000)) {
			g := randomGrammar(seed, d, true)
			text := printed(t, g)
			again, l := Read(NewSource("printed", text), d)
			if l.Errors() > 0 || ungrouped(t, again) != ungrouped(t, g) {
				t.Fatalf("%s: %s\n%s\n got %s\nwant %s", d, text, diagnostics(l), ungrouped(t, again), ungrouped(t, g))
			}
		}
	}
}

func ungrouped(t *testing.T, g *Grammar) string {
	out := &Grammar{}
	for _, r := range g.Rules {
		out.Rules = append(out.Rules, &Rule{Name: r.Name, Expr: withoutGroups(r.Expr)})
	}
	return dump(t, out)
}

func withoutGroups(x Expr) Expr {
	all := func(items []Expr) []Expr {
		out := make([]Expr, len(items))
		for i, item := range items {
			out[i] = withoutGroups(item)
		}
		return out
	}
	switch x := x.(type) {
	case *Alternation:
		return &Alternation{Items: all(x.Items), Ordered: x.Ordered}
	case *Concatenation:
		return &Concatenation{all(x.Items)}
	case *Repetition:
		return &Repetition{Min: x.Min, Max: x.Max, Item: withoutGroups(x.Item)}
	case *Option:
		return &Option{Item: withoutGroups(x.Item)}
	case *Difference:
		return &Difference{withoutGroups(x.Item), withoutGroups(x.Except)}
	case *Predicate:
		return &Predicate{Item: withoutGroups(x.Item), Negated: x.Negated}
	case *Group:
		return withoutGroups(x.Item)
	}
	return x
}

func TestFormatExpr(t *testing.T) {
	a, b, c := &RuleName{Name: "a"}, &RuleName{Name: "b"}, &RuleName{Name: "c"}
	for _, tt := range []struct {
		d    Dialect
		x    Expr
		want string
	}{
		{ABNF, &Alternation{Items: []Expr{a, &Concatenation{[]Expr{b, c}}}}, "a / b c"},
		{ABNF, &Concatenation{[]Expr{a, &Alternation{Items: []Expr{b, c}}}}, "a ( b / c )"},
		{ABNF, &Concatenation{[]Expr{a, &Group{Item: &Alternation{Items: []Expr{b, c}}}}}, "a ( b / c )"},
		{ABNF, &Repetition{Min: 2, Max: 2, Item: a}, "2a"},
		{ABNF, &Repetition{Min: 0, Max: Unbounded, Item: &Concatenation{[]Expr{a, b}}}, "*( a b )"},
		{ABNF, &Repetition{Min: 1, Max: Unbounded, Item: &Repetition{Min: 0, Max: 3, Item: a}}, "1*( *3a )"},
		{ABNF, &Repetition{Min: 2, Max: 5, Item: &Option{Item: a}}, "2*5[ a ]"},
		{ABNF, &CharVal{Text: "x", Fold: true}, `"x"`},
		{ABNF, &CharVal{Text: "x"}, `%s"x"`},
		{ABNF, &NumVal{Values: []rune{0xD, 0xA, 0x10FFFF}}, "%x0D.0A.10FFFF"},
		{ABNF, &NumRange{Lo: 0x30, Hi: 0x39}, "%x30-39"},
		{ABNF, &ProseVal{Text: "any"}, "<any>"},
		{RFC822, &Alternation{Items: []Expr{a, &CharVal{Text: "x"}}}, `a | "x"`},
		{RFC822, &CharVal{Text: "x", Fold: true}, `%i"x"`},
		{W3C, &Alternation{Items: []Expr{a, &Concatenation{[]Expr{b, c}}}}, "a | b c"},
		{W3C, &Difference{&Difference{a, b}, &Difference{b, c}}, "a - b - (b - c)"},
		{W3C, &Difference{a, &Repetition{Min: 0, Max: 1, Item: b}}, "a - b?"},
		{W3C, &Concatenation{[]Expr{a, &Difference{b, c}}}, "a b - c"},
		{W3C, &Repetition{Min: 0, Max: Unbounded, Item: &Option{Item: a}}, "(a?)*"},
		{W3C, &Repetition{Min: 2, Max: 3, Item: a}, "a 2..3"},
		{W3C, &CharVal{Text: "it's"}, `"it's"`},
		{W3C, &CharVal{Text: `\"`}, `'\"'`},
		{W3C, &NumVal{Values: []rune{0x41}}, "#x41"},
		{W3C, &Class{Ranges: []ClassRange{{'a', 'z'}, {'_', '_'}, {0x20, 0x20}, {'A', 'A'}, {'-', '-'}}}, "[a-z_#x20#x41-]"},
		{W3C,
			&Class{Negated: true,
				Ranges: []ClassRange{{'^', '^'}, {'-', '-'}, {']', ']'}, {'#', '#'}, {'|', '|'}, {0xE9, 0xE9}}},
			"[^^#x2D#x5D#x23#x7C#xE9]"},
		{W3C, &Class{Negated: true}, "[^]"},
		{Treetop, &Alternation{Items: []Expr{a, b}, Ordered: true}, "a / b"},
		{Treetop, &Repetition{Min: 6, Max: 6, Item: a}, "a 6..6"},
		{Treetop, &Repetition{Min: 6, Max: Unbounded, Item: a}, "a 6.."},
		{Treetop, &CharVal{Text: `it's \`}, `'it\'s \\'`},
		{Treetop, &CharVal{Text: "#{é\U0001F600\""}, `"\#{\u{E9}\u{1F600}\""`},
		{Treetop, &Class{Ranges: []ClassRange{{'a', 'z'}, {'-', '-'}, {0x10FFFF, 0x10FFFF}}}, `[a-z\-\u{10FFFF}]`},
		{Treetop, &Class{Negated: true}, "."},
		{Treetop,
			&Concatenation{[]Expr{&Predicate{Item: a}, &Predicate{Item: &Repetition{Max: 1, Item: b}, Negated: true}}},
			"&a !( b? )"},
		{Treetop, &Repetition{Max: Unbounded, Item: &Predicate{Item: &Predicate{Item: a}}}, "( &( &a ) )*"},
		{AParse, &CharVal{Text: "x", Fold: true}, `"x"`},
		{AParse, &CharVal{Text: "x"}, `'x'`},
		{AParse, &CharVal{Text: "it's"}, `%s"it's"`},
		{AParse, &CharVal{Text: `"`}, `'"'`},
		{Dialect(200), &Repetition{Min: 0, Max: 1, Item: a}, "*1a"},
	} {
		if got := FormatExpr(tt.x, tt.d); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.d, got, tt.want)
		}
	}
}

// A node without a form in the dialect, made by no reader of it, is an error.
func TestPrintErrors(t *testing.T) {
	a := &RuleName{Name: "a"}
	for _, tt := range []struct {
		d    Dialect
		x    Expr
		want string
	}{
		{ABNF, &Difference{a, a}, "rule r: abnf has no form for a difference"},
		{ABNF, &Class{Ranges: []ClassRange{{1, 2}}}, "rule r: abnf has no form for classes"},
		{ABNF, &Predicate{Item: a}, "rule r: abnf has no form for a predicate"},
		{ABNF, &CharVal{Text: "é"}, "rule r: abnf has no form for this string"},
		{ABNF, &ProseVal{Text: ">"}, "rule r: abnf has no form for this description in words"},
		{ABNF, &Alternation{Items: []Expr{a, a}, Ordered: true}, "rule r: abnf has no form for ordered choice"},
		{ABNF, &Group{Item: &Alternation{Items: []Expr{a, a}, Ordered: true}}, "rule r: abnf has no form for ordered choice"},
		{RFC822, &NumVal{Values: []rune{1}}, "rule r: rfc822 has no form for number values"},
		{RFC822, &NumRange{Lo: 1, Hi: 2}, "rule r: rfc822 has no form for number ranges"},
		{RFC822, &CharVal{Text: "a", Fold: true}, "rule r: rfc822 has no form for a string that folds case"},
		{Treetop, &Alternation{Items: []Expr{a, a}}, "rule r: treetop has no form for unordered choice"},
		{Treetop, &Repetition{Item: a}, "rule r: treetop has no form for a repetition of no times"},
		{Treetop, &CharVal{Text: "ok", Fold: true}, "rule r: treetop has no form for this string in either case"},
		{Treetop, &CharVal{Text: "\x01", Fold: true}, "rule r: treetop has no form for this string in either case"},
		{W3C, &CharVal{Text: `"'`}, "rule r: w3c has no form for this string"},
		{W3C, &CharVal{Text: "a", Fold: true}, "rule r: w3c has no form for a string that folds case"},
		{W3C, &NumVal{Values: []rune{1, 2}}, "rule r: w3c has no form for number values"},
		{W3C, &Repetition{Min: 2, Max: 3, Item: a}, "rule r: w3c has no form for a counted repetition"},
		{W3C, &Class{}, "rule r: w3c has no form for an empty class"},
		{W3C, &ProseVal{}, "rule r: w3c has no form for a description in words"},
	} {
		g := &Grammar{Dialect: tt.d, Rules: []*Rule{{Name: "r", Expr: tt.x}}}
		if err := Print(io.Discard, g); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	for _, d := range []Dialect{Treetop, W3C} {
		if Print(io.Discard, &Grammar{Dialect: d, Rules: []*Rule{{Name: "r", Incremental: true, Expr: a}}}) == nil {
			t.Errorf("%s: no error for an increment", d)
		}
	}
	if err := Print(brokenWriter{}, &Grammar{Rules: []*Rule{{Name: "r", Expr: a}}}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Lines are broken between alternatives, and no earlier than necessary.
func TestPrintLines(t *testing.T) {
	var items []string
	for i := range 40 {
		items = append(items, fmt.Sprintf("alternative-%d", i))
	}
	g, _ := Read(NewSource("test", "long = "+strings.Join(items, " / ")+"\nshort = a / b"), ABNF)
	lines := strings.Split(printed(t, g), "\n")
	for i, line := range lines[:len(lines)-3] {
		if len(line) > width || len(line)+len(" / alternative-00") <= width {
			t.Errorf("line %d has %d columns: %s", i, len(line), line)
		}
		if i > 0 && !strings.HasPrefix(line, "    / ") {
			t.Error(line)
		}
	}
}

func FuzzPrint(f *testing.F) {
	for _, tt := range errorTests {
		f.Add(uint8(ABNF), tt.text)
	}
	for _, tt := range ebnfErrorTests {
		f.Add(uint8(W3C), tt.text)
	}
	f.Add(uint8(AParse), "# @octets\na = 2*3('b' / \"c\") [%x1-2];\nd_e =/ <f>;")
	f.Add(uint8(Treetop), "grammar G rule a 'b' / [^c-d\\n]* (e)? 2..3 \"\\u{1F600}\" end rule e .+ end end")
	f.Fuzz(func(t *testing.T, d uint8, text string) {
		g, _ := Read(NewSource("fuzz", text), Dialects()[int(d)%len(Dialects())])
		checkRoundTrip(t, g)
		if _, err := PrintAs(io.Discard, g, ABNF); err != nil {
			t.Error(err)
		}
	})
}
