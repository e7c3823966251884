package notation

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Print writes g in its own dialect: directives first, then the rules, one a line, a long
// alternation over several lines. [Read] makes the same tree of that text:
//
//   - A tree made by [Read] has the same [Dump] again. Positions, comments, the bases of numbers
//     and the layout are not in a dump, and are lost.
//   - A list of RFC 9110 is written in its long form. Unless the document has a rule OWS, that
//     of the RFC follows at the end.
//   - In a tree made by a program, a [Group] may be missing around an expression that needs one
//     in the dialect. Print then writes parentheses, and [Read] makes a Group of them. Apart
//     from such Groups the dumps are equal.
//
// Print omits the unread rules ([Grammar].Unread). The error is that of w, or names a node of a
// tree made by a program for which the dialect has no form.
//
// Tested against: TestPrintRandom reads printed random trees back.
func Print(w io.Writer, g *syntax.Grammar) error {
	return printer.Print(w, g, rowOf(g.Dialect).form)
}

// FormatExpr returns e on one line in the dialect d, for messages and labels. A node for which d
// has no form is written in the form of another dialect.
func FormatExpr(e syntax.Expr, d syntax.Dialect) string {
	text, _ := printer.Format(e, rowOf(d).form)
	return text
}

// Comment returns text as a comment on a line of its own in the dialect d.
func Comment(d syntax.Dialect, text string) string {
	form := rowOf(d).form.Comment
	if strings.HasSuffix(form, "*/") {
		text = strings.ReplaceAll(text, "*/", "* /")
	}
	return fmt.Sprintf(form+"\n", text)
}
