package notation

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// A style describes the choices available in ABNF or a similar notation.
type style struct {
	choice, comment, terminator byte
	numbers                     bool // %x41 is an element
	exactQuote                  bool // 'text' is an exact string
	fold                        bool // "text" matches either case
}

var styles = map[syntax.Dialect]style{
	syntax.ABNF:   {choice: '/', comment: ';', numbers: true, fold: true},
	syntax.RFC822: {choice: '|', comment: ';'},
	syntax.AParse: {choice: '/', comment: '#', terminator: ';', numbers: true, exactQuote: true, fold: true},
}

// A writer generates random documents: first the tree, then a text for it, with random blanks,
// comments and number bases wherever the notation leaves a choice.
type writer struct {
	*rand.Rand
	style
	strings.Builder
}

// blank writes a random token separator (RFC 5234, section 4: c-wsp).
func (w *writer) blank() {
	c := string(w.comment)
	w.WriteString(
		[]string{" ", "  ", "\t", "\n ", " " + c + " = ( \" /\n  ", "\r\n\t", " " + c + "\n" + c + "\n "}[w.IntN(7)])
}

func (w *writer) maybeBlank() {
	if w.IntN(2) == 0 {
		w.blank()
	}
}

func (w *writer) tree(depth int) syntax.Expr {
	kind := w.IntN(9)
	if depth == 0 {
		kind = 4 + w.IntN(5)
	}
	switch kind {
	case 0, 1, 2:
		return &syntax.Group{Item: w.alternation(depth - 1)}
	case 3:
		return &syntax.Option{Item: w.alternation(depth - 1)}
	case 4:
		return &syntax.RuleName{Name: []string{"a", "b-1", "Rule"}[w.IntN(3)]}
	case 5:
		if !w.numbers {
			return &syntax.ProseVal{Text: "x | y"}
		}
		lo := w.Int32N(0x110000)
		return &syntax.NumRange{Lo: lo, Hi: lo + w.Int32N(0x110000-lo)}
	case 6:
		if !w.numbers {
			return &syntax.CharVal{Text: "|"}
		}
		return &syntax.NumVal{Values: []rune{w.Int32N(0x110000), w.Int32N(128)}[w.IntN(2):]}
	case 7:
		return &syntax.ProseVal{Text: "a / \"b\" = ; c"}
	}
	return &syntax.CharVal{Text: []string{"", "x", "; = (", "\\"}[w.IntN(4)], Fold: w.numbers && w.IntN(2) == 0}
}

func (w *writer) repetition(depth int) syntax.Expr {
	item := w.tree(depth)
	if w.IntN(3) > 0 {
		return item
	}
	least := w.IntN(4)
	return &syntax.Repetition{Min: least, Max: []int{syntax.Unbounded, least, least + w.IntN(9)}[w.IntN(3)], Item: item}
}

func (w *writer) items(depth int, item func(int) syntax.Expr) []syntax.Expr {
	items := []syntax.Expr{item(depth)}
	for w.IntN(3) == 0 {
		items = append(items, item(depth))
	}
	return items
}

func (w *writer) concatenation(depth int) syntax.Expr {
	if items := w.items(depth, w.repetition); len(items) > 1 {
		return &syntax.Concatenation{Items: items}
	}
	return w.repetition(depth)
}

func (w *writer) alternation(depth int) syntax.Expr {
	if items := w.items(depth, w.concatenation); len(items) > 1 {
		return &syntax.Alternation{Items: items}
	}
	return w.concatenation(depth)
}

func (w *writer) write(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Alternation:
		for i, item := range x.Items {
			if i > 0 {
				w.maybeBlank()
				w.WriteByte(w.choice)
				w.maybeBlank()
			}
			w.write(item)
		}
	case *syntax.Concatenation:
		for i, item := range x.Items {
			if i > 0 {
				w.blank()
			}
			w.write(item)
		}
	case *syntax.Group:
		w.bracket("(", x.Item, ")")
	case *syntax.Option:
		w.bracket("[", x.Item, "]")
	case *syntax.Repetition:
		w.repeat(x)
		w.write(x.Item)
	default:
		w.terminal(x)
	}
}

func (w *writer) bracket(open string, x syntax.Expr, close string) {
	w.WriteString(open)
	w.maybeBlank()
	w.write(x)
	w.maybeBlank()
	w.WriteString(close)
}

func (w *writer) repeat(x *syntax.Repetition) {
	switch {
	case x.Min == x.Max && w.IntN(2) == 0:
		fmt.Fprintf(w, "%d", x.Min)
	case x.Max == syntax.Unbounded && x.Min == 0:
		w.WriteString("*")
	case x.Max == syntax.Unbounded:
		fmt.Fprintf(w, "%d*", x.Min)
	default:
		fmt.Fprintf(w, "%d*%d", x.Min, x.Max)
	}
}

func (w *writer) terminal(x syntax.Expr) {
	base := []string{"%%x%x", "%%X%X", "%%d%d", "%%b%b"}[w.IntN(4)]
	digits := base[3:]
	switch x := x.(type) {
	case *syntax.RuleName:
		w.WriteString(x.Name)
	case *syntax.ProseVal:
		w.WriteString("<" + x.Text + ">")
	case *syntax.NumRange:
		fmt.Fprintf(w, base+"-"+digits, x.Lo, x.Hi)
	case *syntax.NumVal:
		fmt.Fprintf(w, base, x.Values[0])
		for _, v := range x.Values[1:] {
			fmt.Fprintf(w, "."+digits, v)
		}
	case *syntax.CharVal:
		switch {
		case !x.Fold && w.exactQuote && w.IntN(2) == 0:
			w.WriteString("'" + x.Text + "'")
			return
		case x.Fold == w.fold && (!x.Fold || w.IntN(2) == 0):
		case x.Fold:
			w.WriteString("%i")
		default:
			w.WriteString("%s")
		}
		w.WriteString(`"` + x.Text + `"`)
	}
}

// Every tree, written in any form the notation allows, is read back unchanged.
func TestRandomDocuments(t *testing.T) {
	for seed := range uint64(testkit.Few(2000)) {
		d := []syntax.Dialect{syntax.ABNF, syntax.RFC822, syntax.AParse}[seed%3]
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 0)), style: styles[d]}
		g := &syntax.Grammar{}
		for i := range 3 {
			r := &syntax.Rule{Name: fmt.Sprintf("rule%d", i), Expr: w.alternation(3)}
			g.Rules = append(g.Rules, r)
			w.WriteString(r.Name)
			w.maybeBlank()
			w.WriteString("=")
			w.blank() // "=" and "/" must not become adjacent by chance
			w.write(r.Expr)
			if w.terminator != 0 {
				w.WriteByte(w.terminator)
			}
			w.WriteString([]string{"\n", "\r\n", " " + string(w.comment) + " end\n"}[w.IntN(3)])
		}
		got, l := Read(syntax.NewSource("random", w.String()), d)
		if codes(l) != "" || dump(t, got) != dump(t, g) {
			t.Fatalf("seed %d: %s\n%s\n got %s\nwant %s", seed, codes(l), w.String(), dump(t, got), dump(t, g))
		}
	}
}

// Losing or replacing one byte spoils at most its rule and a neighbouring rule: no one-byte error
// loses the rest of a document. The exceptions are comments in W3C's EBNF and closing braces in
// Treetop, which searches the whole document for the matching brace. By default a quarter of the
// errors are tried at each position of a long document.
func TestMistakesStayLocal(t *testing.T) {
	const ebnf = "[1] a ::= b? | 'c'* /* d */\n[2] e ::= [^f-g#x20] - \"h\"\n" +
		"[3] i ::= (j | #x41)+\n[4] k ::= l\n[5] m ::= (n o)\n"
	for _, tt := range []struct {
		dialect      syntax.Dialect
		text, exempt string // exempt is a regular expression
		inserts      []string
	}{
		{syntax.ABNF, textOf(t, "testdata/timestamp.abnf"), "",
			[]string{"", "(", `"`, "<", "]", "=", "/", "\x00", "\xFF", ";", "1*", "%"}},
		{syntax.W3C, ebnf, `/\*.*\*/`,
			[]string{"", "(", `"`, "'", "<", "]", "[", "=", "::=", "\x00", "\xFF", "#", "*", "-"}},
		{syntax.Treetop, textOf(t, "testdata/mixer.treetop"), "}", []string{"", "(", "'", "[", "/", "\xFF", "#", "1.."}},
	} {
		lines := func(text string) []string {
			g, _ := Read(syntax.NewSource("test", text), tt.dialect)
			return strings.Split(dump(t, &syntax.Grammar{Rules: g.Rules}), "\n")
		}
		whole := lines(tt.text)
		exempt := regexp.MustCompile(tt.exempt).ReplaceAllStringFunc(tt.text, func(s string) string {
			return strings.Repeat("\x00", len(s))
		})
		for i := range len(tt.text) {
			for j, insert := range tt.inserts {
				if tt.text != ebnf && !testkit.OneIn(4, i+j) || exempt[i] == 0 {
					continue
				}
				got := lines(tt.text[:i] + insert + tt.text[i+1:])
				lost := slices.DeleteFunc(slices.Clone(whole), func(line string) bool { return slices.Contains(got, line) })
				if len(lost) > 2 {
					t.Fatalf("%s, %q at %d: lost %q", tt.dialect, insert, i, lost)
				}
			}
		}
	}
}
