package rdf

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
)

// The codes of a [NameError], in addition to CodeIRI.
const (
	CodePrefix        = "prefix"         // the prefix does not match PN_PREFIX in Turtle
	CodeNamespace     = "namespace"      // the namespace is not an IRI
	CodeUnknownPrefix = "prefix-unknown" // no namespace is set for the prefix
	CodeName          = "prefixed-name"  // the text is not a Turtle prefixed name
)

// A NameError reports a prefix or a namespace that [Prefixes.Set] rejects, or a name that
// [Prefixes.Expand] cannot expand. CodeIRI means that the expanded name is not an IRI. The message
// does not include the namespace, because it may contain a password.
type NameError struct {
	Code   string
	Offset int // byte offset of the error in the prefix, the namespace or the name

	// Err is the [*tables.SyntaxError] for the namespace or, for CodeIRI, for the expanded name. It is
	// nil for other codes.
	Err error

	text string
}

// Error returns a message such as `the prefix "foaf" is unknown; set its namespace first`.
func (e *NameError) Error() string { return e.text }

// Unwrap returns Err.
func (e *NameError) Unwrap() error { return e.Err }

// checkPrefix returns the error in a prefix. A PN_PREFIX is the text after "_:" in an N-Triples
// BLANK_NODE_LABEL, if it starts with a PN_CHARS_BASE and contains no ":".
func checkPrefix(prefix string) error {
	at := strings.IndexByte(prefix, ':')
	var reason *tables.SyntaxError
	switch {
	case prefix == "":
		return nil
	case ntriples.PnCharsBase.Prefix(prefix) < 0:
		at = 0
	case at < 0 && errors.As(ntriples.BlankNodeLabel.Check("_:"+prefix), &reason):
		at = reason.Offset - len("_:")
	case at < 0:
		return nil
	}
	return &NameError{Code: CodePrefix, Offset: at, text: "the prefix " + strconv.Quote(prefix) + " is not allowed: " +
		`a prefix starts with a letter, continues with letters, digits, "-", "_" and ".", and does not end with "."`}
}

func namespaceError(prefix string, err error) error {
	reason := err.(*tables.SyntaxError)
	return &NameError{Code: CodeNamespace, Offset: reason.Offset, Err: err, text: "the namespace of the prefix " +
		strconv.Quote(prefix) + " is not an IRI: column " + strconv.Itoa(reason.Column) + ": " + reason.Message()}
}

func noColon(name string) error {
	return &NameError{Code: CodeName, Offset: len(name), text: strconv.Quote(name) +
		` contains no ":"; write a prefix, a ":" and a name, such as "foaf:name"`}
}

func unknownPrefix(prefix string) error {
	return &NameError{Code: CodeUnknownPrefix, text: "the prefix " + strconv.Quote(prefix) +
		" is unknown; set its namespace first"}
}

func expandedError(at int, err error) error {
	return &NameError{Code: CodeIRI, Offset: at, Err: err, text: "the expanded name is not an IRI: " +
		err.(*tables.SyntaxError).Message()}
}

// localError returns the error in a name whose local part starts at start.
func localError(name string, start int) error {
	local := name[start:]
	reason := ntriples.BlankNodeLabel.Check("_:" + masked(local)).(*tables.SyntaxError)
	at := reason.Offset - len("_:")
	text := strconv.Quote(name) + ": "
	switch {
	case reason.Incomplete && local[len(local)-1] == '.':
		at = len(local) - 1
		text += `a final "." needs a backslash; write "\."`
	case at < len(local) && local[at] == '\\':
		_, size := utf8.DecodeRuneInString(local[at+1:])
		text += `"` + local[at:at+1+size] + `" is not an escape in a name; escape only punctuation`
	case at < len(local) && local[at] == '%':
		text += `"%" must be followed by two hex digits`
	case at < len(local) && special(local[at]):
		text += `"` + local[at:at+1] + `" needs a backslash; write "\` + local[at:at+1] + `"`
	default:
		text += reason.Found() + ` is not allowed in a name; write the full IRI between "<" and ">"`
	}
	return &NameError{Code: CodeName, Offset: start + at, text: text}
}
