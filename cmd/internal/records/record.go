// Package records reads the records of a file and finds the values to validate. A record is a row
// of CSV, TSV or Parquet, a line of JSON, N-Triples or N-Quads, or a line of text, HTML or
// Markdown.
//
// Each source file refers only to earlier files in this order: rule, record, format, runs; a reader
// for each format (line, csv, json, triples, text, document, parquet), of which document uses text,
// links, css, tag, html, hostile and markdown, and the others use only line; source, which splits a
// file into blocks, long, ignore, reader, replace and chunk; open. A new format requires a [Syntax]
// in its own file, a case in the opener method of [Options], and its names in format.
package records

import (
	"bytes"
	"errors"

	"github.com/irilex/iri/cmd/internal/files"
)

// A Syntax splits a text into records and finds the values to validate. It is not safe for
// concurrent use.
type Syntax interface {
	// Whole returns the length of the longest prefix of text that consists of complete records.
	// text must begin with a record.
	Whole(text []byte) int

	// Next reads the first record in text into r and returns the text after the record. text must not
	// be empty, and must contain the complete record unless the file ends.
	Next(r *Record, text []byte) (rest []byte)

	// ending returns a function that finds the end of a record that is too long to hold. text is its
	// beginning.
	ending(text []byte) ending
}

// An ending is called with the successive parts of a record. It returns the number of bytes that
// belong to the record, including its line ending, and whether the record ends there. open reports
// whether the record would be incomplete if the file ended after text.
type ending func(text []byte) (n int, ended, open bool)

// An opener determines the syntax of a file from a part of its text. It returns a function that
// creates the syntax, and the length of the header. The error text continues a sentence that starts
// with the file name.
type opener func(text []byte, e extent) (create func() Syntax, header int, err error)

// An extent describes what an opener receives: the beginning of a file, the longest beginning that
// can be held in memory, or the entire text.
type extent int

const (
	beginning extent = iota
	largest
	entire
)

// errMore is the error if begin does not contain the entire first record.
var errMore = errors.New("ends within its first record")

// A Record is a record in a text. If it has a Problem, Values is empty, unless the record is an
// N-Triples or N-Quads statement with an invalid character in an IRI.
type Record struct {
	Raw      []byte   // the text of the record without its line ending
	Lines    int      // number of line endings, including the one after Raw; 1 from [Lines]
	Comments int      // number of comments that files.Edit leaves out, which may precede a header
	Blank    bool     // whether this is a comment, a header or lines without values rather than a record
	Header   bool     // whether this is a header
	Values   []Value  // the values to validate; Next reuses the memory
	Missing  []Gap    // columns or fields without a value, in order; Next reuses the memory
	Ignored  int      // number of ignored values
	lines    int      // in formats with links: number of lines if the record is Blank
	Problem  *Problem // the format error, or nil

	// Long reports whether Raw is only the beginning of a record that is too long to hold:
	// [Reader.CopyRest] copies the rest.
	Long bool
}

// A Value is a value in a record.
type Value struct {
	Name       string         // the column, field or statement part, such as "subject"
	Start, End int            // offsets in Record.Raw, without quotes
	Text       []byte         // unescaped; aliases Raw or a buffer that Next overwrites
	Escapes    *files.Escapes // nil if the value contains no escapes

	// Uncertain reports whether other programs may read a different value: a link in text may end
	// elsewhere if its delimiters enclose a blank.
	Uncertain bool

	Ignored bool // whether the user wants to ignore the value

	frame *frame // frame of a link in a document; nil in running text
}

// A frame is a small document in which a link is read again after a change. The link has the same
// delimiters there.
type frame struct{ before, after string }

// A Gap is a column or field without a value.
type Gap struct {
	Name   string
	Before int // index of the next value in Record.Values
}

// A Problem is a format error in a record.
type Problem struct {
	Code           string // one of [Codes]
	Offset, Length int    // byte positions in Record.Raw
	Message        string // the error, "; " and the remedy
	Open           bool   // whether the record lacks its end, as when the file is cut
}

// Codes for problems and for records without a value.
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
	RDFSyntax     = "rdf-syntax"
	RecordTooLong = "record-too-long"
	NoColumn      = "no-column" // for a column in Record.Missing
	NoField       = "no-field"  // for a field in Record.Missing
)

// Codes returns all codes.
func Codes() []string {
	return []string{
		CSVColumns, CSVOpenQuote, CSVQuote,
		JSONDepth, JSONEncoding, JSONOpen, JSONSurrogate, JSONSyntax, JSONType,
		NoColumn, NoField, RDFEscape, RDFSyntax, RecordTooLong,
	}
}

// MaxBytes is the default maximum length of a record in bytes. Lines may be longer.
const MaxBytes = 16 << 20

// MaxMarkdown is the default maximum length of a Markdown document in bytes. Its syntax tree may
// take a hundred times the memory.
const MaxMarkdown = 4 << 20

// begin resets the record.
func (r *Record) begin() {
	r.Lines, r.Comments, r.Ignored, r.lines, r.Blank, r.Header, r.Long = 0, 0, 0, 0, false, false, false
	r.Values, r.Missing, r.Problem = r.Values[:0], r.Missing[:0], nil
}

// skip makes the record consist of lines without links. end is the last byte of a line.
func (r *Record) skip(text []byte, end byte) {
	r.begin()
	r.Raw, r.Lines, r.Blank = text, bytes.Count(text, []byte{end}), true
	if r.lines = r.Lines; text[len(text)-1] != end {
		r.lines++
	}
	r.Raw = bytes.TrimSuffix(r.Raw, []byte{end})
	if end == '\n' {
		r.Raw = withoutReturn(r.Raw)
	}
}

// BlankLines returns the number of lines of a record that contain neither a value nor a comment.
func (r *Record) BlankLines() int {
	if !r.Blank || r.Header || r.Comments > 0 {
		return 0
	}
	return max(1, r.lines)
}

// overwrite overwrites the texts of the record: see [files.Overwriting].
func (r *Record) overwrite() {
	files.Overwrite(r.Raw)
	for _, v := range r.Values {
		files.Overwrite(v.Text)
	}
}

// add adds the value text[start:end]. text must begin with the record, and the value must not
// contain escapes.
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

// verdict returns the index of the first value that the rule rejects, or -1, and whether the record
// is valid. A valid record has no rejected value, no Problem, and no missing value unless
// skipMissing is true.
func (r *Record) verdict(rule Rule, skipMissing bool) (value int, valid bool) {
	value = r.refused(rule)
	return value, value < 0 && r.Problem == nil && (len(r.Missing) == 0 || skipMissing)
}

// refused returns the index of the first value that the rule rejects, or -1. It skips ignored
// values.
func (r *Record) refused(rule Rule) int {
	for i := range r.Values {
		if !r.Values[i].Ignored && !rule.Valid(r.Values[i].Text) {
			return i
		}
	}
	return -1
}
