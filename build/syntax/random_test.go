package syntax

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// A writer makes random documents: the tree first, then a text for it, with random blanks,
// comments and number bases wherever the notation leaves them free.
type writer struct {
	*rand.Rand
	notation *notation
	strings.Builder
}

// blank writes a random separator of tokens (RFC 5234, 4: c-wsp).
func (w *writer) blank() {
	c := string(w.notation.comment)
	w.WriteString(
		[]string{" ", "  ", "\t", "\n ", " " + c + " = ( \" /\n  ", "\r\n\t", " " + c + "\n" + c + "\n "}[w.IntN(7)])
}

func (w *writer) maybeBlank() {
	if w.IntN(2) == 0 {
		w.blank()
	}
}

func (w *writer) tree(depth int) Expr {
	kind := w.IntN(9)
	if depth == 0 {
		kind = 4 + w.IntN(5)
	}
	switch kind {
	case 0, 1, 2:
		return &Group{Item: w.alternation(depth - 1)}
	case 3:
		return &Option{Item: w.alternation(depth - 1)}
	case 4:
		return &RuleName{Name: []string{"a", "b-1", "Rule"}[w.IntN(3)]}
	case 5:
		if !w.notation.percent {
			return &ProseVal{Text: "x | y"}
		}
		lo := w.Int32N(0x110000)
		return &NumRange{Lo: lo, Hi: lo + w.Int32N(0x110000-lo)}
	case 6:
		if !w.notation.percent {
			return &CharVal{Text: "|"}
		}
		return &NumVal{Values: []rune{w.Int32N(0x110000), w.Int32N(128)}[w.IntN(2):]}
	case 7:
		return &ProseVal{Text: "a / \"b\" = ; c"}
	}
	return &CharVal{Text: []string{"", "x", "; = (", "\\"}[w.IntN(4)], Fold: w.notation.percent && w.IntN(2) == 0}
}

func (w *writer) repetition(depth int) Expr {
	item := w.tree(depth)
	if w.IntN(3) > 0 {
		return item
	}
	least := w.IntN(4)
	return &Repetition{Min: least, Max: []int{Unbounded, least, least + w.IntN(9)}[w.IntN(3)], Item: item}
}

func (w *writer) items(depth int, item func(int) Expr) []Expr {
	items := []Expr{item(depth)}
	for w.IntN(3) == 0 {
		items = append(items, item(depth))
	}
	return items
}

func (w *writer) concatenation(depth int) Expr {
	if items := w.items(depth, w.repetition); len(items) > 1 {
		return &Concatenation{items}
	}
	return w.repetition(depth)
}

func (w *writer) alternation(depth int) Expr {
	if items := w.items(depth, w.concatenation); len(items) > 1 {
		return &Alternation{Items: items}
	}
	return w.concatenation(depth)
}

func (w *writer) write(x Expr) {
	switch x := x.(type) {
	case *Alternation:
		for i, item := range x.Items {
			if i > 0 {
				w.maybeBlank()
				w.WriteByte(w.notation.choice)
				w.maybeBlank()
			}
			w.write(item)
		}
	case *Concatenation:
		for i, item := range x.Items {
			if i > 0 {
				w.blank()
			}
			w.write(item)
		}
	case *Group:
		w.bracket("(", x.Item, ")")
	case *Option:
		w.bracket("[", x.Item, "]")
	case *Repetition:
		w.repeat(x)
		w.write(x.Item)
	default:
		w.terminal(x)
	}
}

func (w *writer) bracket(open string, x Expr, close string) {
	w.WriteString(open)
	w.maybeBlank()
	w.write(x)
	w.maybeBlank()
	w.WriteString(close)
}

func (w *writer) repeat(x *Repetition) {
	switch {
	case x.Min == x.Max && w.IntN(2) == 0:
		fmt.Fprintf(w, "%d", x.Min)
	case x.Max == Unbounded && x.Min == 0:
		w.WriteString("*")
	case x.Max == Unbounded:
		fmt.Fprintf(w, "%d*", x.Min)
	default:
		fmt.Fprintf(w, "%d*%d", x.Min, x.Max)
	}
}

func (w *writer) terminal(x Expr) {
	base := []string{"%%x%x", "%%X%X", "%%d%d", "%%b%b"}[w.IntN(4)]
	digits := base[3:]
	switch x := x.(type) {
	case *RuleName:
		w.WriteString(x.Name)
	case *ProseVal:
		w.WriteString("<" + x.Text + ">")
	case *NumRange:
		fmt.Fprintf(w, base+"-"+digits, x.Lo, x.Hi)
	case *NumVal:
		fmt.Fprintf(w, base, x.Values[0])
		for _, v := range x.Values[1:] {
			fmt.Fprintf(w, "."+digits, v)
		}
	case *CharVal:
		switch {
		case !x.Fold && w.notation.exactQuote && w.IntN(2) == 0:
			w.WriteString("'" + x.Text + "'")
			return
		case x.Fold == w.notation.fold && (!x.Fold || w.IntN(2) == 0):
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
		d := []Dialect{ABNF, RFC822, AParse}[seed%3]
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 0)), notation: &notations[d]}
		g := &Grammar{}
		for i := range 3 {
			r := &Rule{Name: fmt.Sprintf("rule%d", i), Expr: w.alternation(3)}
			g.Rules = append(g.Rules, r)
			w.WriteString(r.Name)
			w.maybeBlank()
			w.WriteString("=")
			w.blank() // "=" and "/" must not meet by chance
			w.write(r.Expr)
			if w.notation.terminator != 0 {
				w.WriteByte(w.notation.terminator)
			}
			w.WriteString([]string{"\n", "\r\n", " " + string(w.notation.comment) + " end\n"}[w.IntN(3)])
		}
		got, l := Read(NewSource("random", w.String()), d)
		if codes(l) != "" || dump(t, got) != dump(t, g) {
			t.Fatalf("seed %d: %s\n%s\n got %s\nwant %s", seed, codes(l), w.String(), dump(t, got), dump(t, g))
		}
	}
}

// A byte lost or inserted spoils its rule and the rules next to it, and no others: no mistake of
// one byte loses the rest of a document. By default a quarter of the mistakes is tried at each
// place.
func TestMistakesStayLocal(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "timestamp.abnf"))
	if err != nil {
		t.Fatal(err)
	}
	whole := ruleLines(t, string(text))
	for i := range text {
		for j, insert := range []string{"", "(", `"`, "<", "]", "=", "/", "\x00", "\xFF", ";", "1*", "%"} {
			if !testkit.OneIn(4, i+j) {
				continue
			}
			lines := ruleLines(t, string(text[:i])+insert+string(text[i+1:]))
			lost := slices.DeleteFunc(slices.Clone(whole), func(line string) bool { return slices.Contains(lines, line) })
			if len(lost) > 2 {
				t.Fatalf("%q at %d: lost %q", insert, i, lost)
			}
		}
	}
}

// ruleLines returns the dump of each readable rule.
func ruleLines(t *testing.T, text string) []string {
	g, _ := Read(NewSource("test", text), ABNF)
	return strings.Split(dump(t, &Grammar{Rules: g.Rules}), "\n")
}
