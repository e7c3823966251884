package notation

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// Format returns the text of a document in a uniform layout, with all its comments. It does not
// change the tokens, only the blanks and line ends between them:
//
//   - A rule starts at the margin. The signs "=" of the document are aligned, after the widest name
//     of at most 16 characters. A group of rules without an empty line between them has its "="
//     further right if it has a longer name of at most 24.
//   - The line ends in a definition are kept. A line of over 78 columns is broken before an
//     alternative outside brackets, or else between two elements. An alternative is aligned with
//     the "=", an element is to the right of it. Each enclosing bracket adds two columns.
//   - A comment after a definition remains on its line, aligned with the comments of the previous
//     lines, and so do the lines that continue it. A comment on a separate line remains in the rule
//     if it is inside the definition, or after it and indented. Any other comment starts at the
//     margin.
//   - Several empty lines become one. Those inside a definition are removed. Prose before the first
//     rule loses only the blanks at its line ends. Lines end as the first line does.
//
// If the document has errors, the text is "", because a partly unread document has no layout.
// Format supports ABNF and similar notations: RFC 822's and aParse's. For any other notation it
// returns an error, and also if the layout exceeds the limit of the source. An error that starts
// with BUG means that the layout has another meaning than the document. The time is linear in the
// length of the text.
//
// Format(Format(x)) equals Format(x). Tested against: checkFormat compares the tree and the
// comments of a document with those of its layout.
func Format(src *syntax.Source, opt ReadOptions) (string, *syntax.List, error) {
	if !CanFormat(opt.Dialect) {
		return "", &syntax.List{Source: src}, fmt.Errorf("there is no layout for %s yet", opt.Dialect.Notation())
	}
	g, list := ReadWith(src, opt)
	if list.Errors() > 0 {
		return "", list, nil
	}
	d := newDocument(src, opt)
	text := rowOf(opt.Dialect).layout(d, g, list)
	if len(text) > d.Limits.Source {
		return "", list,
			fmt.Errorf("the layout of %s has %d bytes, over the limit of %d", src.Name, len(text), d.Limits.Source)
	}
	again, check := Read(syntax.NewSource(src.Name, text), opt.Dialect)
	if check.Errors() > 0 || dumped(again) != dumped(g) {
		return "", list, fmt.Errorf("BUG: %s would not be the same grammar in the layout", src.Name)
	}
	return text, list, nil
}

// CanFormat reports whether [Format] has a layout for the dialect d.
func CanFormat(d syntax.Dialect) bool { return rowOf(d).layout != nil }

// dumped returns the dump of g, so that two trees can be compared.
func dumped(g *syntax.Grammar) string {
	var b strings.Builder
	syntax.Dump(&b, g)
	return b.String()
}
