// Package records reads the records of a file, and finds the values in them to judge. A record is a
// row of CSV, a line of JSON, or a line of N-Triples.
package records

import (
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A Syntax tells the records of a text apart and finds the values to judge. One goroutine uses it.
type Syntax interface {
	// Whole returns the length of the longest prefix of text that consists of whole records with
	// their ends. Text begins where a record does.
	Whole(text []byte) int

	// Next reads the first record of text, which is not empty, into r, and returns the text after
	// it and its end. Text has the whole record, or all that the file has of it.
	Next(r *Record, text []byte) (rest []byte)
}

// A Record is a record of a text.
type Record struct {
	Raw     []byte   // as it stands, without the end of its line
	Lines   int      // line ends in Raw and after it
	Blank   bool     // no record: an empty line, a comment
	Values  []Value  // to judge, if there is a Missing one, too; memory reused by Next
	Missing string   // the first column or field that the record has no value for, or ""
	Problem *Problem // why it is no record of its format, or nil; with one, the Values are those that have it in them
}

// A Value is a value in a record.
type Value struct {
	Name       string        // of the column, the field, or the part of a statement, such as "subject"
	Start, End int           // of the value in Record.Raw, without quotes
	Text       []byte        // without escapes: a part of Raw, or memory of the Syntax, good until the next Next
	Escapes    files.Escapes // how the value is escaped; nil if it has no escape
}

// A Problem is a mistake in the format of a record.
type Problem struct {
	Code           string // one of [Codes]
	Offset, Length int    // in Record.Raw, bytes
	Message        string // the mistake, and after "; " the remedy
	Open           bool   // the record lacks its end mark, so at the end of a file the file is cut

	// Rule refuses the record, if it is not "". The message comes from its grammar then: Code, Length and
	// Message are empty.
	Rule tables.Rule
}

// The codes of problems, and of records without a value.
const (
	CSVColumns    = "csv-columns"
	CSVOpenQuote  = "csv-open-quote"
	CSVQuote      = "csv-quote"
	JSONDepth     = "json-depth"
	JSONEncoding  = "json-encoding"
	JSONOpen      = "json-open"
	JSONSurrogate = "json-surrogate"
	JSONSyntax    = "json-syntax"
	JSONType      = "json-type"
	RDFEscape     = "rdf-escape"
	NoColumn      = "no-column" // Record.Missing is a column
	NoField       = "no-field"  // Record.Missing is a field
)

// Codes returns all codes.
func Codes() []string {
	return []string{
		CSVColumns, CSVOpenQuote, CSVQuote,
		JSONDepth, JSONEncoding, JSONOpen, JSONSurrogate, JSONSyntax, JSONType,
		NoColumn, NoField, RDFEscape,
	}
}

// begin empties the record for the next one.
func (r *Record) begin() {
	r.Lines, r.Blank, r.Values, r.Missing, r.Problem = 0, false, r.Values[:0], "", nil
}

// add adds a value of text, which the record begins with, and has no escape.
func (r *Record) add(name string, text []byte, start, end int) *Value {
	n := len(r.Values)
	if n < cap(r.Values) {
		r.Values = r.Values[:n+1]
	} else {
		r.Values = append(r.Values, Value{})
	}
	v := &r.Values[n]
	v.Name, v.Start, v.End, v.Text, v.Escapes = name, start, end, text[start:end], nil
	return v
}
