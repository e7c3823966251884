package notation

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Print writes g in its own dialect: first the directives and then the rules, one per line, with
// long alternations broken over several lines. [Read] turns that text back into the same tree:
//
//   - For a tree from [Read], the [Dump] is unchanged. Positions, comments, number bases and the
//     layout are not part of a dump and are lost.
//   - An RFC 9110 list is written in its expanded form. Unless the document defines a rule OWS, the
//     RFC's OWS rule is appended.
//   - A tree built by a program may lack a [Group] around an expression that needs parentheses in
//     the dialect. Print then adds the parentheses, and [Read] turns them into a Group. Apart from
//     these Groups, the dumps are equal.
//
// Print omits the unread rules (Grammar.Unread). It returns an error if writing to w fails, or if
// the tree was built by a program and contains a node that the dialect cannot express.
//
// Tested against: TestPrintRandom prints random trees and reads them back.
func Print(w io.Writer, g *syntax.Grammar) error {
	return printer.Print(w, g, rowOf(g.Dialect).form)
}

// FormatExpr formats e on one line in the dialect d, for messages and labels. Nodes that d cannot
// express are written as in another dialect.
func FormatExpr(e syntax.Expr, d syntax.Dialect) string {
	text, _ := printer.Format(e, rowOf(d).form)
	return text
}

// Comment formats text as a comment line in the dialect d.
func Comment(d syntax.Dialect, text string) string {
	form := rowOf(d).form.Comment
	if strings.HasSuffix(form, "*/") {
		text = strings.ReplaceAll(text, "*/", "* /")
	}
	return fmt.Sprintf(form+"\n", text)
}
