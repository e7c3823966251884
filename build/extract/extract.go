// Package extract takes the grammar out of a document that holds more than a grammar: the text of
// an RFC or an Internet-Draft, the XML that such a text is made of, or its Markdown.
//
//	document ── read ──> lines ── find ──> definitions ── judge, unify, write ──> *Grammar
//
// Pages go first: footers ("[Page 3]"), form feeds, running headers, and the blank lines around them.
// A definition begins with "name =", first on its line ("=/", ":=" and "::=" count too). It goes on
// over the lines that are indented more, over lines that begin with a sign for choice, and where it is
// not finished: a bracket is open, or the last sign wants something to follow. After a blank line, or a
// page, a line that is indented more goes on only if it reads as grammar: it begins with a sign, the
// definition is not finished, or most of its words are names that the document defines.
//
// Prose, code and examples have such lines too, so a definition has to give evidence:
//
//   - By itself. Blanks stand around its sign, no line of a paragraph touches it, and it is more than
//     one word. It reads without an error and has literal text, a core rule or "*(". Or most of its
//     names are known, and it has a name with a hyphen, or literal text next to an error.
//   - By reference. A definition that was taken refers to its name; or it refers to one that was taken,
//     and most of its names are known. So one that cannot be read is taken too, and the reader of the
//     grammar reports the error.
//   - By its place. At least half of the definitions next to it, without prose between them, were taken.
//   - By its markup. <sourcecode type="abnf"> and a fence "~~~ abnf" hold grammar, whatever it is.
//
// A last line that ends in ";" is code, and so are words of ASN.1 and CDDL. The second of two equal
// definitions goes; different ones stay, for the reader to report.
package extract

import "github.com/irilex/iri/build/syntax"

// A Grammar is the grammar of a document.
type Grammar struct {
	Kind   Kind
	Source *syntax.Source // the definitions; an extract of the document, see [syntax.NewExtract]
	Runs   []Run          // where they stand, in the order of the document
	Left   []int          // lines of the document, from 1, that look like grammar, and were left out
}

// A Run is a stretch of the document with nothing but definitions, pages apart.
type Run struct {
	First, Last int // lines of the document, from 1
	Start, End  int // lines of the grammar, from 1
}

// Limit is how many bytes a document may have, see [Extract]: 4 MiB. The largest RFC, 8881, has
// 1.6 MB as text and 2.4 MB as XML.
const Limit = 4 << 20

// limitDefinitions is how many lines of a document may look like the first of a definition. No RFC
// has 1,000 of them, and a grammar with over 10,000 rules is not read.
const limitDefinitions = 50_000

// Extract takes the grammar out of a document. It returns nil for a text of another kind, which may
// be a grammar as it is. It also returns nil where it would lose definitions: for a text over [Limit],
// one with over 50,000 lines that look like definitions, and one with over 50 places that are not XML.
// The grammar of a document without definitions is empty. The time and the memory are linear in the
// length of the text.
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
	judge(r, definitions)
	unify(r, definitions)
	return write(r, definitions)
}
