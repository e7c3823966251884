package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// An ebnfWriter writes a tree using all the freedom that W3C's EBNF allows: blanks and comments
// between tokens, either kind of quote, characters or numbers in classes.
type ebnfWriter struct {
	*treeMaker
	strings.Builder
}

func (w *ebnfWriter) blank() {
	w.WriteString(w.pick("", "", " ", "\t", "\n", "\r\n  ", " /* [ ' ::= | */ ", "/**/"))
}

// apart writes a separator between two tokens that would otherwise merge.
func (w *ebnfWriter) apart() { w.WriteString(w.pick(" ", "\n", "\t", "/* x */")) }

func (w *ebnfWriter) expr(x syntax.Expr) {
	w.blank()
	switch x := x.(type) {
	case *syntax.Alternation:
		w.list(x.Items, "|")
	case *syntax.Concatenation:
		w.list(x.Items, " ")
	case *syntax.Difference:
		w.expr(x.Item)
		w.apart()
		w.WriteString("-")
		w.expr(x.Except)
	case *syntax.Repetition:
		w.expr(x.Item)
		w.blank()
		w.WriteString(map[int]string{0: "*", 1: "+"}[x.Min][:1-max(x.Max, 0)] + "?"[:max(x.Max, 0)])
	case *syntax.Group:
		w.WriteString("(")
		w.expr(x.Item)
		w.blank()
		w.WriteString(")")
	case *syntax.RuleName:
		w.WriteString(x.Name)
	case *syntax.CharVal:
		quote := w.pick("'", `"`)
		if strings.Contains(x.Text, quote) {
			quote = map[string]string{"'": `"`, `"`: "'"}[quote]
		}
		w.WriteString(quote + x.Text + quote)
	case *syntax.NumVal:
		w.number(x.Values[0])
	case *syntax.Class:
		w.class(x)
	}
	if w.IntN(2) == 0 {
		w.apart()
	}
}

func (w *ebnfWriter) list(items []syntax.Expr, between string) {
	for i, item := range items {
		if i > 0 {
			w.WriteString(between)
		}
		w.expr(item)
	}
}

func (w *ebnfWriter) number(r rune) { fmt.Fprintf(w, w.pick("#x%X", "#x%x", "#x0%X", "#x%08x"), r) }

func (w *ebnfWriter) class(x *syntax.Class) {
	w.WriteString("[")
	if x.Negated {
		w.WriteString("^")
	}
	for _, r := range x.Ranges {
		w.member(r.Lo)
		if r.Hi != r.Lo || w.IntN(4) == 0 {
			w.WriteString("-")
			w.member(r.Hi)
		}
	}
	w.WriteString("]")
}

// member writes a character of a class literally, unless it has another meaning there.
func (w *ebnfWriter) member(r rune) {
	if r > ' ' && !strings.ContainsRune("-]^#|", r) && (r > 'f' || r < '0') && w.IntN(2) == 0 {
		w.WriteRune(r)
	} else {
		w.number(r)
	}
}

// Every tree, written in any form the notation allows, is read back unchanged.
func TestRandomEBNF(t *testing.T) {
	for seed := range uint64(3000) {
		g := randomGrammar(seed, syntax.W3C, false)
		w := &ebnfWriter{treeMaker: &treeMaker{newRand(seed), syntax.W3C, false}}
		numbered := w.IntN(2) == 0
		for _, d := range g.Directives {
			fmt.Fprintf(w, "/* @%s \n %s*/", d.Name, d.Text)
		}
		for i, r := range g.Rules {
			if numbered {
				fmt.Fprintf(w, "[%d%s]", i, w.pick("", "s", "a"))
				w.blank()
			}
			w.WriteString(r.Name)
			w.blank()
			w.WriteString("::=")
			w.expr(r.Expr)
			w.apart()
		}
		text := w.String()
		got, l := Read(syntax.NewSource("random", text), syntax.W3C)
		if l.Errors() > 0 || dump(t, got) != dump(t, g) {
			t.Fatalf("seed %d: %s\n%s\n got %s\nwant %s", seed, codes(l), text, dump(t, got), dump(t, g))
		}
	}
}
