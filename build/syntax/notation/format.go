package notation

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// Format returns the text of a document in a uniform layout, including all comments. It changes
// only the blanks and line breaks between tokens, not the tokens themselves:
//
//   - A rule starts at the margin. The "=" signs of the document are aligned after the widest name
//     of at most 16 characters. In a group of rules without an empty line between them, "=" is
//     further right if the group contains a longer name of at most 24 characters.
//   - Line breaks in a definition are kept. A line longer than 78 columns is broken before an
//     alternative outside brackets or, failing that, between two elements. Alternatives are aligned
//     with the "="; elements are indented further. Each enclosing bracket adds two columns.
//   - A comment after a definition remains on its line, aligned with the comments on the lines
//     above; lines that continue the comment are aligned with it. A comment on a separate line
//     remains part of the rule if it is inside the definition, or follows it and is indented. Any
//     other comment starts at the margin.
//   - Consecutive empty lines become one, and empty lines inside a definition are removed. Prose
//     before the first rule loses only its trailing blanks. All lines end the way the first line
//     does.
//
// If the document contains errors, Format returns an empty string, because a partly unread document
// cannot be laid out. Format supports ABNF and the similar notations of RFC 822 and aParse. It
// returns an error for any other notation, or if the layout exceeds the source size limit. An error
// that starts with BUG means that the layout changed the meaning of the document. Format takes time
// linear in the length of the text.
//
// Format(Format(x)) equals Format(x). Tested against: checkFormat compares the tree and comments
// before and after formatting.
func Format(src *syntax.Source, opt ReadOptions) (string, *syntax.List, error) {
	if !CanFormat(opt.Dialect) {
		return "", &syntax.List{Source: src}, fmt.Errorf("formatting %s is not supported yet", opt.Dialect.Notation())
	}
	g, list := ReadWith(src, opt)
	if list.Errors() > 0 {
		return "", list, nil
	}
	d := newDocument(src, opt)
	text := rowOf(opt.Dialect).layout(d, g, list)
	if len(text) > d.Limits.Source {
		return "", list,
			fmt.Errorf("formatted, %s would be %d bytes long, over the limit of %d", src.Name, len(text), d.Limits.Source)
	}
	again, check := Read(syntax.NewSource(src.Name, text), opt.Dialect)
	if check.Errors() > 0 || dumped(again) != dumped(g) {
		return "", list, fmt.Errorf("BUG: formatting %s would change the grammar", src.Name)
	}
	return text, list, nil
}

// CanFormat reports whether [Format] supports the dialect d.
func CanFormat(d syntax.Dialect) bool { return rowOf(d).layout != nil }

// dumped returns the dump of g, for comparing trees.
func dumped(g *syntax.Grammar) string {
	var b strings.Builder
	syntax.Dump(&b, g)
	return b.String()
}
