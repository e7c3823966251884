package rdf

import (
	"strconv"

	"github.com/irilex/iri/tables"
)

// The codes of mistakes in a line.
const (
	CodeSyntax    = "syntax"        // the rule Line of the grammar does not match
	CodeIRI       = "iri"           // an IRI is no member of Reader.IRI
	CodeNoScheme  = "iri-no-scheme" // the same for an IRI without a scheme; the offset is that of its first character
	CodeEscape    = "escape"        // a backslash begins no escape; only AppendUnescaped returns it
	CodeSurrogate = "escape-surrogate"
	CodeRange     = "escape-range"  // the number of an escape is above 10FFFF
	CodeTooLong   = "line-too-long" // more bytes than Reader.MaxLine
)

// An Error is a mistake in one line. The reader goes on with the next line.
type Error struct {
	Line  int64 // from 1
	Start int64 // offset of the line, in bytes from the beginning of the input

	Offset int // offset of the mistake, in bytes from the beginning of the line
	Column int // Offset in code points, from 1

	// Part is the term with the mistake: "subject", "predicate", "object", "datatype" or "graph".
	// It is "" for CodeSyntax and CodeTooLong, errors of the line.
	Part string

	Code string // one of the codes above

	// Err has the reason, for [errors.As]: the [*tables.SyntaxError] of the rule Line, with offsets
	// in the line; that of Reader.IRI, with offsets in the IRI without its escapes, resolved if it
	// is relative and the reader has a Base; or the [*EscapeError], with its offset in the term
	// after "<" or the quote. It is nil for CodeTooLong.
	Err error
}

// Error formats the error: `line 3, column 18: predicate: "[" is not allowed in the path`.
func (e *Error) Error() string {
	text := "line " + strconv.FormatInt(e.Line, 10) + ", column " + strconv.Itoa(e.Column) + ": "
	if e.Part != "" {
		text += e.Part + ": "
	}
	return text + e.Message()
}

// Message returns the text of Error without the line, the column and the part.
func (e *Error) Message() string {
	switch err := e.Err.(type) {
	case lineError:
		return err.Message()
	case *tables.SyntaxError:
		if e.Code == CodeNoScheme {
			return "the IRI is relative and there is no base; start it with a scheme such as \"http:\""
		}
		return err.Message()
	case *EscapeError:
		return err.Error()
	}
	return "the line is longer than the reader's MaxLine"
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
