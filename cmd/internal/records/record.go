// Package records reads the records of a file, and finds the values in them to validate. A record
// is a row of CSV, TSV or Parquet, a line of JSON, a line of N-Triples or N-Quads, or a line of
// text.
//
// A file refers only to files before it: record, format and runs; a reader for each format (line,
// csv, json, triples, text, parquet), of which only line serves others; source, which cuts a file
// into blocks, long, reader and stretch; open. A new format is a [Syntax] in a file of its own, a
// row of the method opener of [Options], and its names in format.
package records

import (
	"errors"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A Syntax divides a text into records and finds the values to validate. One goroutine at a time
// may use it.
type Syntax interface {
	// Whole returns the length of the longest prefix of text made of whole records with their ends.
	// text must begin with a record.
	Whole(text []byte) int

	// Next reads the first record of text into r, and returns the text after the record and its
	// end. text must not be empty. It must have the whole record, unless the file ends before.
	Next(r *Record, text []byte) (rest []byte)
}

// An opener opens the syntax of a file with the beginning of its text. whole is true if begin is
// all of the text. It returns a function to make the syntax, and the length of the header. The
// text of an error continues after the name of the file.
type opener func(begin []byte, whole bool) (create func() Syntax, header int, err error)

// errMore is the error of a beginning without the end of the first record.
var errMore = errors.New("has no end of its first record")

// A Record is a record of a text. Beside a Problem, Values has the values of a statement with
// wrong characters in an IRI, in N-Triples and N-Quads. In other records with a Problem it is
// empty.
type Record struct {
	Raw     []byte   // the text of the record, without the end of its line
	Lines   int      // number of line ends in Raw and after it; 1 from [Lines]
	Blank   bool     // whether it is no record, but an empty line, a comment or a header
	Header  bool     // whether it is a header
	Values  []Value  // to validate, also beside Missing ones; Next reuses the memory
	Missing []Gap    // the columns or fields without a value, in their order; Next reuses the memory
	Problem *Problem // the mistake in its format, or nil
}

// A Value is a value in a record.
type Value struct {
	Name       string        // name of the column, the field, or the part of a statement, such as "subject"
	Start, End int           // place in Record.Raw, without quotes, in bytes
	Text       []byte        // without escapes: a view of Raw or of memory of the Syntax, valid until the next Next
	Escapes    files.Escapes // the kind of its escapes; nil for a value without any

	// Uncertain is whether other programs read another value: a link in text may end elsewhere,
	// because of a blank between its marks, and a field of TSV may have doubled quotes.
	Uncertain bool
}

// A Gap is a column or field without a value.
type Gap struct {
	Name   string
	Before int // index in Record.Values of the value after it
}

// A Problem is a mistake in the format of a record.
type Problem struct {
	Code           string // one of [Codes]
	Offset, Length int    // place in Record.Raw, in bytes
	Message        string // the mistake, then "; " and the remedy
	Open           bool   // whether the record lacks its end mark: if it ends the file, the file is cut

	// Rule is the rule of the record, or "". If it is set, the message comes from the grammar of
	// the rule, and Code, Length and Message are empty.
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
	NoColumn      = "no-column" // Record.Missing has a column
	NoField       = "no-field"  // Record.Missing has a field
)

// Codes returns all codes.
func Codes() []string {
	return []string{
		CSVColumns, CSVOpenQuote, CSVQuote,
		JSONDepth, JSONEncoding, JSONOpen, JSONSurrogate, JSONSyntax, JSONType,
		NoColumn, NoField, RDFEscape,
	}
}

// MaxBytes is the limit of the length of a record, in bytes. Lines may be longer.
const MaxBytes = 16 << 20

// begin empties the record for the next one.
func (r *Record) begin() {
	r.Lines, r.Blank, r.Header, r.Values, r.Missing, r.Problem = 0, false, false, r.Values[:0], r.Missing[:0], nil
}

// overwrite overwrites the texts of the record, which are no longer valid: see [files.Overwriting].
func (r *Record) overwrite() {
	files.Overwrite(r.Raw)
	for _, v := range r.Values {
		files.Overwrite(v.Text)
	}
}

// add adds the value text[start:end]. Requires: text begins with the record, and the value has no
// escapes.
func (r *Record) add(name string, text []byte, start, end int) *Value {
	n := len(r.Values)
	if n < cap(r.Values) {
		r.Values = r.Values[:n+1]
	} else {
		r.Values = append(r.Values, Value{})
	}
	v := &r.Values[n]
	*v = Value{Name: name, Start: start, End: end, Text: text[start:end]}
	return v
}

// verdict returns the index of the first value refused by a rule, or -1, and whether the record is
// valid: it has no such value and no Problem, and lacks a value only if that is skipped.
func (r *Record) verdict(rule tables.Rule, skipMissing bool) (value int, valid bool) {
	value = r.refused(rule)
	return value, value < 0 && r.Problem == nil && (len(r.Missing) == 0 || skipMissing)
}

// refused returns the index of the first value refused by a rule, or -1.
func (r *Record) refused(rule tables.Rule) int {
	for i := range r.Values {
		if !rule.ValidBytes(r.Values[i].Text) {
			return i
		}
	}
	return -1
}
