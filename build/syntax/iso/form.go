package iso

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Form is the printer form for ISO EBNF.
var Form = printer.Form{
	Rule: "%s = ", End: " ;", Choice: "|", Between: ", ", Open: "(", Close: ")", Comment: "(* %s *)", Braces: true,
	Differences: true, Node: node,
}

// node writes a node. A special sequence describes strings in words.
func node(f *printer.Formatter, x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.CharVal:
		f.Quoted(x, `"`, "'")
	case *syntax.Option:
		f.WriteString("[ ")
		f.Expr(x.Item, printer.LevelAlternation)
		f.WriteString(" ]")
	case *syntax.Repetition:
		return repetition(f, x)
	case *syntax.ProseVal:
		if x.Text == "" || x.Text != trim(x.Text) || strings.Contains(x.Text, "?") || !utf8.ValidString(x.Text) {
			return false
		}
		f.WriteString("? " + x.Text + " ?")
	default:
		return false
	}
	return true
}

// repetition writes { x }, or 3 * x for a fixed count.
func repetition(f *printer.Formatter, x *syntax.Repetition) bool {
	switch {
	case x.Min == 0 && x.Max == syntax.Unbounded:
		f.WriteString("{ ")
		f.Expr(x.Item, printer.LevelAlternation)
		f.WriteString(" }")
	case x.Min == x.Max:
		fmt.Fprintf(f, "%d * ", x.Min)
		f.Expr(x.Item, printer.LevelElement)
	default:
		return false
	}
	return true
}
