// Package extract finds the grammar in a longer document: an RFC or Internet-Draft as text or XML,
// or a Markdown file.
//
//	document ── read ──> lines ── find ──> definitions ── choose, unify, write ──> *Grammar
//
// Idea. First, page breaks are removed: footers ("[Page 3]"), form feeds, running headers, and the
// blank lines around them. A definition starts with "name =" (or "=/", ":=" or "::=") at the start
// of a line. It includes the following lines as long as they are indented further, begin with a
// choice sign, or follow an unfinished line, in which a bracket is open or the last sign requires
// another element. After a blank line or a page break, an indented line belongs to the definition
// only if the line looks like grammar: it begins with a sign, the definition is unfinished, or most
// of the words are names that the document defines.
//
// Prose, code and examples also contain such lines, so a definition is accepted only if there is
// evidence for it:
//
//   - In the definition. Blanks surround its sign, it does not touch a paragraph, and it consists
//     of more than one word. In addition, either it has no errors and contains literal text, a core
//     rule or "*(", or most of its names are known and it contains a hyphenated name, or literal
//     text next to an error.
//   - In references. An accepted definition refers to its name, or it refers to an accepted
//     definition and most of its names are known. An unreadable definition may thus be accepted as
//     well; the grammar reader then reports the error.
//   - In its neighbours. At least half of the definitions in the same run, a series without prose
//     between its definitions, were accepted.
//   - In its markup. <sourcecode type="abnf"> and a "~~~ abnf" fence always contain grammar, even
//     if a definition is wrong, such as 3gpp-id = 1*DIGIT. The grammar reader reports the error.
//
// A definition whose last line ends in ";", or that contains ASN.1 or CDDL keywords, is code. If a
// definition occurs twice, the second copy is dropped; if two definitions of a name differ, both
// are kept, and the reader reports them.
//
// Cost. Linear in the length of the document. Tested against: TestPagesAnywhere tests the search
// for pages.
//
// The exported names of this package may change in any version.
package extract

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Grammar is the grammar extracted from a document.
type Grammar struct {
	Kind   Kind
	Source *syntax.Source // the definitions, as an extract of the document; see [syntax.NewExtract]
	Runs   []Run          // runs of definitions, in document order
	Left   []int          // lines of the document, from 1, that look like grammar but were not accepted
	Blocks []Block        // the blocks that contain grammar, except in a Text

	document, reading *reading // all figures; those that were read
}

// A Run is a part of the document that contains only definitions, apart from page breaks.
type Run struct {
	First, Last int // lines of the document, from 1
	Start, End  int // lines of the grammar, from 1
}

// Limit is the maximum size in bytes of a document that [Extract] accepts: 4 MiB. The largest RFC,
// 8881, is 1.6 MB as text and 2.4 MB as XML.
const Limit = 4 << 20

// limitDefinitions is the maximum number of lines that look like the start of a definition. No RFC
// contains as many as 1,000, and package syntax rejects a grammar with over 10,000 rules.
const limitDefinitions = 50_000

// Extract extracts the grammar from a document. It returns nil if the document is not of a known
// kind, in which case the document may itself be a grammar. To avoid losing definitions, it also
// returns nil if the text exceeds [Limit], contains over 50,000 lines that look like definitions,
// or is XML with over 50 errors. A document without definitions yields an empty grammar. Extract
// uses time and memory linear in the length of the text.
func Extract(document *syntax.Source) *Grammar {
	if len(document.Text) > Limit {
		return nil
	}
	r := read(document)
	if r == nil {
		return nil
	}
	return r.grammar()
}

// grammar extracts the grammar from the figures that are not left.
func (r *reading) grammar() *Grammar {
	part := r.part(false)
	definitions := find(part)
	if len(definitions) > limitDefinitions {
		return nil
	}
	choose(part, definitions)
	unify(part, definitions)
	g := write(part, part.parts(definitions))
	g.document, g.reading = r, part
	g.Blocks = r.blocks(definitions)
	return g
}

// part returns the reading of the figures that are left, or of those that are not.
func (r *reading) part(left bool) *reading {
	part := *r
	part.lines = slices.DeleteFunc(slices.Clone(r.lines), func(l line) bool { return r.figures[l.figure].left != left })
	return &part
}
