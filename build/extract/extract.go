// Package extract finds the grammar in a longer document: the text of an RFC or an Internet-Draft,
// its XML source, or Markdown.
//
//	document ── read ──> lines ── find ──> definitions ── choose, unify, write ──> *Grammar
//
// Idea. First, page breaks are removed: footers ("[Page 3]"), form feeds, running headers, and the
// blank lines around them. A definition starts with "name =" at the start of a line ("=/", ":=" and
// "::=" count too). It includes the next lines as long as they are indented more, begin with a
// choice sign, or follow an unfinished line: a bracket is open, or the last sign requires another
// element. After a blank line or a page break, an indented line belongs to it only if it looks like
// grammar: it begins with a sign, the definition is unfinished, or most of its words are names that
// the document defines.
//
// Prose, code and examples contain such lines too. So a definition is accepted only with evidence:
//
//   - By itself. Blanks surround its sign, it does not touch a paragraph, and it is more than one
//     word. It has no errors and contains literal text, a core rule or "*(". Or most of its names
//     are known, and it contains a name with a hyphen, or literal text next to an error.
//   - By reference. An accepted definition refers to its name; or it refers to an accepted one, and
//     most of its names are known. So an unreadable definition is accepted too, and the grammar
//     reader reports the error.
//   - By its neighbours. At least half of the definitions next to it, without prose between them,
//     were accepted.
//   - By its markup. <sourcecode type="abnf"> and a fence "~~~ abnf" always contain grammar, even a
//     line with a wrong definition, such as 3gpp-id = 1*DIGIT. The grammar reader reports the
//     error.
//
// A last line that ends in ";" is code, and so are words of ASN.1 and CDDL. The second of two equal
// definitions is dropped; different ones remain, for the reader to report.
//
// Cost. Linear in the length of the document. Tested against: TestPagesAnywhere for the search for
// pages.
//
// The exported names of this package may change in any version.
package extract

import "github.com/irilex/iri/build/syntax"

// A Grammar is the grammar of a document.
type Grammar struct {
	Kind   Kind
	Source *syntax.Source // the definitions as an extract of the document, see [syntax.NewExtract]
	Runs   []Run          // runs of definitions, in document order
	Left   []int          // lines of the document, from 1, that look like grammar but were not accepted
}

// A Run is a part of the document that contains only definitions, apart from page breaks.
type Run struct {
	First, Last int // lines of the document, from 1
	Start, End  int // lines of the grammar, from 1
}

// Limit is the maximum size of a document in bytes, see [Extract]: 4 MiB. The largest RFC, 8881,
// has 1.6 MB as text and 2.4 MB as XML.
const Limit = 4 << 20

// limitDefinitions is the maximum number of lines that look like the start of a definition. No RFC
// has 1,000 of them, and package syntax rejects a grammar with over 10,000 rules.
const limitDefinitions = 50_000

// Extract extracts the grammar from a document. It returns nil for a text of another kind, which
// may be a grammar itself. It also returns nil rather than lose definitions: for a text over
// [Limit], for over 50,000 lines that look like definitions, and for XML with over 50 errors. A
// document without definitions yields an empty grammar. Time and memory are linear in the length of
// the text.
func Extract(document *syntax.Source) *Grammar {
	if len(document.Text) > Limit {
		return nil
	}
	r := read(document)
	if r == nil {
		return nil
	}
	definitions := find(r)
	if len(definitions) > limitDefinitions {
		return nil
	}
	choose(r, definitions)
	unify(r, definitions)
	return write(r, definitions)
}
