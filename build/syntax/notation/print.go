package notation

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Print writes g in its own dialect: directives first, then the rules, one per line, a long
// alternation over several lines. [Read] makes the same tree from that text:
//
//   - A tree from [Read] has the same [Dump] again. Positions, comments, the bases of numbers and
//     the layout are not in a dump, and are lost.
//   - A list of RFC 9110 is written in its long form. Unless the document defines a rule OWS, the
//     RFC's rule follows at the end.
//   - In a tree made by a program, a [Group] may be missing around an expression that needs one in
//     the dialect. Print then writes parentheses, and [Read] makes them a Group. Apart from such
//     Groups the dumps are equal.
//
// Print omits the unread rules ([Grammar].Unread). The error is that of w, or names a node of a
// tree made by a program that the dialect cannot express.
//
// Tested against: TestPrintRandom reads printed random trees back.
func Print(w io.Writer, g *syntax.Grammar) error {
	return printer.Print(w, g, rowOf(g.Dialect).form)
}

// FormatExpr returns e on one line in the dialect d, for messages and labels. A node that d cannot
// express is written in the form of another dialect.
func FormatExpr(e syntax.Expr, d syntax.Dialect) string {
	text, _ := printer.Format(e, rowOf(d).form)
	return text
}

// Comment returns text as a comment on a separate line in the dialect d.
func Comment(d syntax.Dialect, text string) string {
	form := rowOf(d).form.Comment
	if strings.HasSuffix(form, "*/") {
		text = strings.ReplaceAll(text, "*/", "* /")
	}
	return fmt.Sprintf(form+"\n", text)
}
