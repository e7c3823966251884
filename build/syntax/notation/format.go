package notation

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// Format returns the text of a document in one layout, with all its comments. It keeps the tokens
// as they are written, and changes the blanks and line ends between them:
//
//   - A rule begins at the margin. The signs "=" of the document are below each other, after the
//     widest name of at most 16 characters. A group of rules without an empty line between them
//     has its "=" further to the right if it has a longer name of at most 24.
//   - The line ends in a definition are kept. A line of over 78 columns is broken before an
//     alternative outside of brackets, or else between two elements. An alternative stands below
//     the "=", an element to the right of it. Each bracket around them adds two columns.
//   - A comment after a definition stays on its line, below the comments of the lines above,
//     with the lines that continue it. A comment on a line of its own stays in the rule if it is
//     inside of the definition, or after it and indented. Any other comment begins at the
//     margin.
//   - Several empty lines become one. Those inside of a definition are removed. Prose before the
//     first rule loses only the blanks at its line ends. Lines end as the first line does.
//
// If the document has errors, the text is "", because half of a document has no layout. Format is
// for the notations of ABNF's shape: ABNF, RFC 822's and aParse's. For any other notation it
// returns an error. It also returns one if the layout is longer than the limit of the source. An
// error that begins with BUG means a layout with another meaning than the document's. The time is
// linear in the length of the text.
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
