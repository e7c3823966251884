// Package extract takes the grammar out of a longer document: the text of an RFC or an
// Internet-Draft, the XML source of such a text, or its Markdown.
//
//	document ── read ──> lines ── find ──> definitions ── judge, unify, write ──> *Grammar
//
// Idea. Pages go first: footers ("[Page 3]"), form feeds, running headers, and the blank
// lines around them. A definition begins with "name =", first on its line ("=/", ":=" and
// "::=" count too). It includes the next lines as long as they are indented more, begin
// with a sign for choice, or follow an unfinished line: a bracket is open, or the last sign
// requires another element. After a blank line, or a page, an indented line belongs to it
// only if it reads as grammar: it begins with a sign, the definition is unfinished, or most
// of its words are names defined in the document.
//
// Prose, code and examples have such lines too. So a definition is taken only with
// evidence:
//
//   - By itself. Blanks stand around its sign, no line of a paragraph touches it, and it is more
//     than one word. It reads without an error and has literal text, a core rule or "*(". Or most
//     of its names are known, and it has a name with a hyphen, or literal text next to an error.
//   - By reference. A taken definition refers to its name; or it refers to a taken one, and most
//     of its names are known. So an unreadable definition is taken too, and the reader of the
//     grammar reports the error.
//   - By its neighbours. At least half of the definitions next to it, without prose between
//     them, were taken.
//   - By its markup. <sourcecode type="abnf"> and a fence "~~~ abnf" hold grammar in any case,
//     also a line that is meant to define a rule, as 3gpp-id = 1*DIGIT. The reader of the grammar
//     reports the error.
//
// A last line that ends in ";" is code, and so are words of ASN.1 and CDDL. The second of
// two equal definitions is dropped; different ones stay, for the reader to report.
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
	Source *syntax.Source // the definitions; an extract of the document, see [syntax.NewExtract]
	Runs   []Run          // the stretches of definitions, in the order of the document
	Left   []int          // lines of the document, from 1, that look like grammar but were left out
}

// A Run is a stretch of the document with definitions alone, apart from pages.
type Run struct {
	First, Last int // lines of the document, from 1
	Start, End  int // lines of the grammar, from 1
}

// Limit is the largest size of a document in bytes, see [Extract]: 4 MiB. The largest RFC,
// 8881, has 1.6 MB as text and 2.4 MB as XML.
const Limit = 4 << 20

// limitDefinitions is the largest number of lines that look like the first of a definition.
// No RFC has 1,000 of them, and package syntax rejects a grammar with over 10,000 rules.
const limitDefinitions = 50_000

// Extract takes the grammar out of a document. It returns nil for a text of another kind:
// it may be a grammar already. It also returns nil rather than lose definitions: for a text
// over [Limit], for over 50,000 lines that look like definitions, and for XML with over 50
// errors. A document without definitions has an empty grammar. The time and the memory are
// linear in the length of the text.
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
