package bnf

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Form is the printer form for classic BNF.
var Form = printer.Form{
	Rule: "<%s> ::= ", Name: "<%s>", Choice: "|", Open: "(", Close: ")", Comment: "; %s", Flat: true, Node: node,
}

// node writes a string in double quotes or, if it contains one, in apostrophes.
func node(f *printer.Formatter, x syntax.Expr) bool {
	s, ok := x.(*syntax.CharVal)
	if !ok {
		return false
	}
	f.Quoted(s, `"`, "'")
	return true
}
