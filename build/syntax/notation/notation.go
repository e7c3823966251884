// Package notation reads, recognizes, prints and formats grammar documents in all dialects. Each
// dialect is a row of the table in this file, with functions of the package that implements the
// notation:
//
//	abnf, ebnf, treetop        a reader a notation; they do not know each other
//	internal/reader, printer   what the readers share
//	internal/token, char       tokens, and the characters in them
//	syntax                     the tree, positions and diagnostics
//
// [Read] never gives up: it returns all readable rules, and a list of the defects of the others.
//
// The exported names of this package may change in any version.
package notation

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/ebnf"
	"github.com/irilex/iri/build/syntax/internal/printer"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
	"github.com/irilex/iri/build/syntax/treetop"
)

// A row describes what this package does with documents in a dialect.
type row struct {
	dialect syntax.Dialect

	// read reads the rules of a document into d.Grammar, and reports its defects with d.Report.
	read func(d *reader.Document)

	// sign returns why a text looks like this dialect, or "" if it does not. The tokens are those of
	// the text read as ABNF.
	sign func(text string, tokens []token.Token) (why string)

	form *printer.Form // prints rules

	// layout returns the text of a document without errors as Format describes it. It may be nil.
	layout func(d *reader.Document, g *syntax.Grammar, list *syntax.List) string
}

// table has a row for each dialect. Detect checks their signs in this order.
var table = []row{
	{syntax.Treetop, treetop.Read, treetop.Sign, &treetop.Form, nil},
	{syntax.W3C, ebnf.Read, ebnf.Sign, &ebnf.Form, nil},
	{syntax.AParse, abnf.Read, abnf.SignAParse, abnf.Form(syntax.AParse), abnf.Layout},
	{syntax.RFC822, abnf.Read, abnf.SignRFC822, abnf.Form(syntax.RFC822), abnf.Layout},
	{syntax.ABNF, abnf.Read, abnf.Sign, abnf.Form(syntax.ABNF), abnf.Layout},
}

// rowOf returns the row of a dialect, or that of ABNF for an unknown one.
func rowOf(d syntax.Dialect) row {
	for _, r := range table {
		if r.dialect == d {
			return r
		}
	}
	return table[len(table)-1]
}

// Detect chooses the dialect of a document by the form of its rules, and returns the reason in
// words. It tests in this order:
//
//   - "grammar NAME" is on a separate line, and "rule … end" follows: [syntax.Treetop]. Ruby blocks
//     may then contain any text.
//   - "::=" defines at least as many rules as "=": [syntax.W3C].
//   - "rule … end" is more frequent than "=": [syntax.Treetop].
//   - ";" ends most of the definitions: [syntax.AParse]. A ";" on a separate line, or before a
//     comment, does not count, because it begins an ABNF comment.
//   - "|" separates more alternatives than "/": [syntax.RFC822]. This may be wrong, because "|" is
//     also a common mistake in ABNF.
//   - Otherwise: [syntax.ABNF].
//
// Signs in strings, comments and prose do not count. The time is linear in the length of the text.
func Detect(text string) (d syntax.Dialect, why string) {
	tokens := abnf.Tokens(text)
	for _, n := range table {
		if why = n.sign(text, tokens); why != "" {
			return n.dialect, why
		}
	}
	return syntax.ABNF, "" // the sign of ABNF always has a reason
}
