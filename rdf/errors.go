package rdf

import "strconv"

// The codes of an [Error].
const (
	CodeSyntax    = "syntax"        // the line does not match the rule Line of the grammar
	CodeIRI       = "iri"           // an IRI does not match Reader.IRI
	CodeNoScheme  = "iri-no-scheme" // an IRI without a scheme does not match Reader.IRI
	CodeEscape    = "escape"        // a backslash does not begin an escape; from AppendUnescaped only
	CodeSurrogate = "escape-surrogate"
	CodeRange     = "escape-range"  // the number in an escape is above 10FFFF
	CodeTooLong   = "line-too-long" // the line is longer than Reader.MaxLine bytes

	// These occur only in RDF 1.2.
	CodeDirection = "base-direction"     // a base direction is neither ltr nor rtl
	CodeDatatype  = "datatype-of-tagged" // rdf:langString or rdf:dirLangString after "^^"
	CodeTooDeep   = "triple-term-depth"  // more than MaxDepth triple terms are nested
)

// An Error reports what is wrong with one line. The reader continues with the next line.
type Error struct {
	Line  int64 // from 1
	Start int64 // byte offset of the line in the input

	Offset int // byte offset of the error in the line
	Column int // Offset, counted in code points from 1

	// Part is the term that contains the error: "subject", "predicate", "object", "datatype" or
	// "graph" of the innermost triple, or "version". It is "" for CodeSyntax and CodeTooLong, which
	// apply to the entire line.
	Part string

	Code string // one of the codes above

	// Syntax is the syntax that allows what the reader found at Offset, such as NQuads for a graph
	// in N-Triples, or NTriples12 for a triple term. For other errors it is the syntax of the
	// reader.
	Syntax Syntax

	// Err is the reason, for [errors.As]. For CodeSyntax it is the [*tables.SyntaxError] from the
	// rule Line. For CodeIRI and CodeNoScheme it is the error from Reader.IRI, with offsets into
	// the IRI after decoding and, if Base is set, resolution. For an escape it is an
	// [*EscapeError], whose offset is relative to the byte after the "<" or opening quote of the
	// term. For other codes it is nil.
	Err error
}

// Error returns a message such as `line 3, column 18: predicate: "[" is not allowed in the path`.
func (e *Error) Error() string {
	text := "line " + strconv.FormatInt(e.Line, 10) + ", column " + strconv.Itoa(e.Column) + ": "
	if e.Part != "" {
		text += e.Part + ": "
	}
	return text + e.Message()
}

// Message returns the text of Error without the line, the column and the part.
func (e *Error) Message() string {
	switch e.Code {
	case CodeNoScheme:
		return "the IRI is relative, but there is no base; start it with a scheme such as \"http:\""
	case CodeDirection:
		return `a base direction is "ltr" or "rtl", in lower case`
	case CodeDatatype:
		return `this is the datatype of literals with a language tag; write the tag instead, such as "text"@en`
	case CodeTooDeep:
		return "more than " + strconv.Itoa(MaxDepth) + " triple terms are nested"
	}
	switch err := e.Err.(type) {
	case interface{ Message() string }:
		return err.Message()
	case *EscapeError:
		return err.Error()
	}
	return "the line is too long; raise the reader's MaxLine"
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
