package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// An isoWriter writes a tree using all the freedom that ISO EBNF or classic BNF allows: blanks and
// comments between tokens, either kind of quote, and the alternative signs of ISO EBNF.
type isoWriter struct {
	*treeMaker
	strings.Builder
}

func (w *isoWriter) iso() bool { return w.dialect == syntax.ISO }

func (w *isoWriter) blank() {
	comment := " ; | ::= <\n"
	if w.iso() {
		comment = "(* ; ' = (* | *) *)"
	}
	w.WriteString(w.pick("", "", " ", "\t", "\n", "\r\n  ", comment))
}

func (w *isoWriter) expr(x syntax.Expr) {
	w.blank()
	switch x := x.(type) {
	case *syntax.Alternation:
		signs := []string{"|"}
		if w.iso() {
			signs = []string{"|", " / ", "!"}
		}
		w.list(x.Items, w.pick(signs...))
	case *syntax.Concatenation:
		between := " "
		if w.iso() {
			between = ","
		}
		w.list(x.Items, between)
	case *syntax.Difference:
		w.expr(x.Item)
		w.WriteString(" -")
		w.expr(x.Except)
	case *syntax.Repetition:
		if x.Max == syntax.Unbounded {
			w.bracket(x.Item, [2]string{"{", "}"}, [2]string{"(:", ":)"})
			break
		}
		fmt.Fprintf(w, "%d", x.Min)
		w.blank()
		w.WriteString("*")
		if s, ok := x.Item.(*syntax.CharVal); ok && s.Text == "" {
			w.WriteString(`""`) // the repeat needs an element
			break
		}
		w.expr(x.Item)
	case *syntax.Option:
		w.bracket(x.Item, [2]string{"[", "]"}, [2]string{"(/", " /)"})
	case *syntax.Group:
		w.bracket(x.Item, [2]string{"( ", ")"}, [2]string{"( ", ")"})
	case *syntax.RuleName:
		w.name(x.Name)
	case *syntax.CharVal:
		if x.Text == "" && w.IntN(2) == 0 {
			break
		}
		quote := w.pick("'", `"`)
		if strings.Contains(x.Text, quote) {
			quote = map[string]string{"'": `"`, `"`: "'"}[quote]
		}
		w.WriteString(quote + x.Text + quote)
	}
	w.blank()
}

func (w *isoWriter) name(name string) {
	name = strings.ReplaceAll(name, " ", w.pick(" ", "  ", "\t "))
	if !w.iso() {
		name = "<" + w.pick("", " ") + name + w.pick("", " ") + ">"
	}
	w.WriteString(name)
}

func (w *isoWriter) bracket(x syntax.Expr, signs ...[2]string) {
	s := signs[w.IntN(len(signs))]
	w.WriteString(s[0] + " ")
	w.expr(x)
	w.WriteString(s[1])
}

func (w *isoWriter) list(items []syntax.Expr, between string) {
	for i, item := range items {
		if i > 0 {
			w.WriteString(between)
		}
		if s, ok := item.(*syntax.CharVal); ok && s.Text == "" && !w.iso() && between == " " {
			w.WriteString(`""`) // nothing would be one item fewer
			continue
		}
		w.expr(item)
	}
}

// Every tree, written in any form that ISO EBNF allows, is read back unchanged.
func TestRandomISO(t *testing.T) { testRandom(t, syntax.ISO) }

// Every tree, written in any form that classic BNF allows, is read back unchanged.
func TestRandomBNF(t *testing.T) { testRandom(t, syntax.BNF) }

func testRandom(t *testing.T, d syntax.Dialect) {
	for seed := range uint64(3000) {
		g := randomGrammar(seed, d, false)
		w := &isoWriter{treeMaker: &treeMaker{newRand(seed), d, false}}
		define, end := "=", w.pick(";", ".")
		if !w.iso() {
			define, end = "::=", "\n"
		}
		for _, x := range g.Directives {
			w.WriteString(Comment(d, "@"+x.Name+" "+x.Text))
		}
		for _, r := range g.Rules {
			w.name(r.Name)
			w.WriteString(w.pick("", " ", "\n") + define)
			w.expr(r.Expr)
			w.WriteString(end)
		}
		got, l := Read(syntax.NewSource("random", w.String()), d)
		if codes(l) != "" || dump(t, got) != dump(t, g) {
			t.Fatalf("seed %d: %s\n%s\n got %s\nwant %s", seed, codes(l), w.String(), dump(t, got), dump(t, g))
		}
	}
}
