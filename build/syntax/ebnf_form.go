package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ebnfForm has the signs of W3C's EBNF.
var ebnfForm = form{
	Rule: "%s ::= ", Choice: "|", Open: "(", Close: ")", Comment: "/* %s */", Postfix: true, Node: ebnfNode,
}

// ebnfNode writes a node. A description in words is a link.
func ebnfNode(f *formatter, x Expr) bool {
	switch x := x.(type) {
	case *Repetition, *Option:
		return f.postfix(x)
	case *Difference:
		f.difference(x)
	case *CharVal:
		ebnfString(f, x)
	case *NumVal:
		if len(x.Values) != 1 {
			return false
		}
		fmt.Fprintf(f, "#x%X", x.Values[0])
	case *Class:
		f.class(x)
	case *ProseVal:
		if !link.MatchString("["+x.Text) || strings.ContainsAny(x.Text, "]\r\n") || !utf8.ValidString(x.Text) {
			return false
		}
		f.WriteString("[" + x.Text + "]")
	default:
		return false
	}
	return true
}

// ebnfString writes a string in apostrophes or, if it has an apostrophe, in double quotes.
func ebnfString(f *formatter, x *CharVal) {
	if x.Fold {
		f.lack("a string that folds case")
		f.WriteString("%i")
	}
	quote := "'"
	if strings.Contains(x.Text, quote) {
		quote = `"`
	}
	if strings.Contains(x.Text, quote) || strings.ContainsAny(x.Text, "\r\n") || !utf8.ValidString(x.Text) {
		f.lack("this string")
	}
	f.WriteString(quote + x.Text + quote)
}
