package ebnf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Form is the printer form for W3C's EBNF.
var Form = printer.Form{
	Rule: "%s ::= ", Choice: "|", Open: "(", Close: ")", Comment: "/* %s */", Postfix: true,
	Differences: true, Classes: true, Node: node,
}

// node writes a node. It writes a prose description as a link.
func node(f *printer.Formatter, x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.CharVal:
		f.Quoted(x, "'", `"`)
	case *syntax.NumVal:
		if len(x.Values) != 1 {
			return false
		}
		fmt.Fprintf(f, "#x%X", x.Values[0])
	case *syntax.ProseVal:
		if !link.MatchString("["+x.Text) || strings.ContainsAny(x.Text, "]\r\n") || !utf8.ValidString(x.Text) {
			return false
		}
		f.WriteString("[" + x.Text + "]")
	default:
		return false
	}
	return true
}
