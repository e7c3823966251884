// Package notation reads, recognizes, prints and formats grammar documents in all dialects. The
// table in this file has a row for each dialect, with functions from the package that implements
// the notation:
//
//	abnf, bnf, ebnf, iso,      one reader each; none knows about the others
//	treetop
//	internal/reader, printer   shared by the readers
//	internal/token, char       tokens, and the characters in them
//	syntax                     the tree, positions and diagnostics
//
// [Read] never gives up: it returns all readable rules and a list of the defects in the others.
//
// The exported names of this package may change in any version.
package notation

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/bnf"
	"github.com/irilex/iri/build/syntax/ebnf"
	"github.com/irilex/iri/build/syntax/internal/printer"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
	"github.com/irilex/iri/build/syntax/iso"
	"github.com/irilex/iri/build/syntax/treetop"
)

// A row holds the functions that process documents in a dialect.
type row struct {
	dialect syntax.Dialect

	// read reads the rules of a document into d.Grammar and reports defects with d.Report.
	read func(d *reader.Document)

	// sign returns the reason for reading a text in this dialect, or "" if it does not look like
	// the dialect. tokens is the result of splitting the text into ABNF tokens.
	sign func(text string, tokens []token.Token) (why string)

	form *printer.Form // prints rules

	// layout returns the text of an error-free document in the layout that Format describes. It may be
	// nil.
	layout func(d *reader.Document, g *syntax.Grammar, list *syntax.List) string
}

// table has a row for each dialect. Detect tries the rows in order.
var table = []row{
	{syntax.Treetop, treetop.Read, treetop.Sign, &treetop.Form, nil},
	{syntax.BNF, bnf.Read, bnf.Sign, &bnf.Form, nil},
	{syntax.W3C, ebnf.Read, ebnf.Sign, &ebnf.Form, nil},
	{syntax.ISO, iso.Read, iso.Sign, &iso.Form, nil},
	{syntax.AParse, abnf.Read, abnf.SignAParse, abnf.Form(syntax.AParse), abnf.Layout},
	{syntax.RFC822, abnf.Read, abnf.SignRFC822, abnf.Form(syntax.RFC822), abnf.Layout},
	{syntax.ABNF, abnf.Read, abnf.Sign, abnf.Form(syntax.ABNF), abnf.Layout},
}

// rowOf returns the row for a dialect, or the ABNF row if the dialect is unknown.
func rowOf(d syntax.Dialect) row {
	for _, r := range table {
		if r.dialect == d {
			return r
		}
	}
	return table[len(table)-1]
}

// Detect guesses the dialect of a document from the form of its rules, and returns the reason in
// words. It applies the first test that succeeds:
//
//   - "grammar NAME" is on a separate line and "rule … end" follows: [syntax.Treetop]. In this
//     case, Ruby blocks may contain any text.
//   - "<name> ::=" defines most rules: [syntax.BNF].
//   - "::=" defines at least as many rules as "=": [syntax.W3C].
//   - "rule … end" is more frequent than "=": [syntax.Treetop].
//   - ";" or "." ends most definitions, and "," separates elements or comments are written
//     (* text *): [syntax.ISO].
//   - ";" ends most definitions: [syntax.AParse]. A ";" on a separate line or before a comment does
//     not count, because it begins an ABNF comment.
//   - "|" separates more alternatives than "/": [syntax.RFC822]. The guess may be wrong, because
//     writing "|" is also a common mistake in ABNF.
//   - Otherwise: [syntax.ABNF].
//
// Signs in strings, comments and prose do not count. Detect takes time linear in the length of the
// text.
func Detect(text string) (d syntax.Dialect, why string) {
	tokens := abnf.Tokens(text)
	for _, n := range table {
		if why = n.sign(text, tokens); why != "" {
			return n.dialect, why
		}
	}
	return syntax.ABNF, "" // unreachable: ABNF's sign function always returns a reason
}

// Rivals returns two dialects that a document fits equally well, where [Detect] found d. ok is
// false if there is no doubt:
//
//   - Some names before "::=" are in angle brackets and others are not: [syntax.BNF] or
//     [syntax.W3C].
//   - ";" ends most definitions, and "|" separates all alternatives: [syntax.ISO], in which ";"
//     ends a rule, or [syntax.RFC822], in which it begins an empty comment.
func Rivals(text string, d syntax.Dialect) (a, b syntax.Dialect, ok bool) {
	switch d {
	case syntax.BNF, syntax.W3C:
		return syntax.BNF, syntax.W3C, bnf.Defines(text) && plainDefinition.MatchString(text)
	case syntax.AParse, syntax.RFC822:
		tokens := abnf.Tokens(text)
		return syntax.ISO, syntax.RFC822, abnf.SignAParse(text, tokens) != "" &&
			abnf.SignRFC822(text, tokens) != "" && !strings.Contains(text, "/")
	}
	return d, d, false
}

// plainDefinition matches the start of a line that defines a rule without angle brackets.
var plainDefinition = regexp.MustCompile(`(?m)^[ \t]*(?:\[\w+\][ \t]*)?[A-Za-z_][\w.-]*[ \t]*::=`)
