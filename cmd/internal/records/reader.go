package records

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A Reader reads the records of a file.
//
// Idea. The text is read in blocks. A block ends with a whole record, and is divided into a part for
// each core. Each part is judged by a goroutine, which notes runs of valid records and the invalid
// record after each. The results of the parts follow each other in the order of the text.
//
// Cost. Two passes over the bytes of a block: one for the ends of the parts, one for the records. An
// invalid record is read once more.
//
// Twin: a loop over all records, one by one (TestStretches).
type Reader struct {
	// Format is that of the file: not Auto.
	Format Format

	// Rule is the rule that each value matches.
	Rule tables.Rule

	// SkipMissing says that a record without the value is left out, and not invalid.
	SkipMissing bool

	// Workers is how many goroutines judge: 0 stands for [runtime.GOMAXPROCS], less one that
	// decompresses.
	Workers int

	file   *files.File
	open   opener
	table  func() (*table, error) // opens a Parquet file; nil for text
	create func() Syntax          // for another worker

	buf      []byte
	from, to int
	base     int64 // the offset in the text of buf
	err      error // of the file, after buf[from:to]
	begun    bool
	header   []byte // in buf

	syntax []Syntax // one a worker
	other  Syntax   // for texts that are not in the file
	size   int      // bytes of the part of a worker
	record Record   // of syntax[0]
	text   []byte   // of record, with its end
	line   files.Line
	number tables.Line
	place  place // of the record to be read next
	at     place // of record
}

// An opener looks at the beginning of a file, which is whole if it is all of the file. It returns a maker
// of the syntax and the length of the header. The error goes on after the name of the file.
type opener func(begin []byte, whole bool) (create func() Syntax, header int, err error)

// A place is a place in a file before a record: the numbers of its line and of the record, from 1.
type place struct{ line, row int }

const (
	// blockSize is the size of the part of a worker in bytes. The result of a part is small, and
	// the cost of starting a goroutine vanishes.
	blockSize = 256 << 10

	// MostBytes is the length of the longest record in bytes.
	MostBytes = 16 << 20
)

// Stretches yields the results for the records of the file. An error comes last.
func (r *Reader) Stretches() iter.Seq2[*Stretch, error] {
	if r.table != nil {
		return r.tableStretches
	}
	return func(yield func(*Stretch, error) bool) {
		var parts []part
		for {
			text, err := r.block()
			if len(r.header) > 0 {
				s := Stretch{Header: true, Text: r.header}
				if r.header = nil; !yield(&s, nil) {
					return
				}
			}
			switch {
			case err == io.EOF:
				return
			case err == errLong:
				if !r.yieldLong(yield) {
					return
				}
				continue
			case err != nil:
				yield(nil, err)
				return
			}
			parts = r.judge(parts[:0], text)
			for i := range parts {
				if !r.yield(&parts[i], yield) {
					return
				}
			}
		}
	}
}

// Records yields the records of the file, without a verdict: also those that are blank, among which the
// header is the first. [Reader.Line] returns their values. An error comes last.
func (r *Reader) Records() iter.Seq2[*Record, error] {
	if r.table != nil {
		return r.tableRecords
	}
	return func(yield func(*Record, error) bool) {
		for {
			text, err := r.block()
			if len(r.header) > 0 {
				r.text = r.header
				r.record = Record{Raw: r.header, Blank: true, Values: r.record.Values[:0]}
				if r.header = nil; !yield(&r.record, nil) {
					return
				}
			}
			switch {
			case err == io.EOF:
				return
			case err == errLong:
				yield(nil, r.tooLong())
				return
			case err != nil:
				yield(nil, err)
				return
			}
			for len(text) > 0 {
				if text = r.next(text); !yield(&r.record, nil) {
					return
				}
				if err := r.cut(len(text)); err != nil {
					yield(nil, err)
					return
				}
			}
		}
	}
}

// next reads the first record of text.
func (r *Reader) next(text []byte) (rest []byte) {
	rest = r.syntax[0].Next(&r.record, text)
	r.text = text[:len(text)-len(rest)]
	r.at = r.place
	r.place.line += r.record.Lines
	if !r.record.Blank {
		r.place.row++
	}
	return rest
}

// cut returns an error if the record ends the file, of which rest bytes of a block are left, and lacks
// its end mark.
func (r *Reader) cut(rest int) error {
	p := r.record.Problem
	if p == nil || !p.Open || rest > 0 || r.from < r.to || r.err != io.EOF {
		return nil
	}
	return fmt.Errorf("%s ends in the middle of the record that begins on line %d; the file may be cut", r.file.Name,
		r.at.line)
}

// Line returns a value of the record that was read last, as a line. With a number below 0 it returns
// the record as a whole.
func (r *Reader) Line(value int) *files.Line {
	r.number = tables.Line{Number: r.at.line, First: true, Last: true}
	l := &r.line
	*l = files.Line{Line: &r.number, File: r.file.Name, Record: r.record.Raw, Row: r.at.row}
	if value < 0 {
		l.Raw, l.Text = r.record.Raw, r.record.Raw
		return l
	}
	v := r.record.Values[value]
	if r.table != nil {
		l.Raw, l.Text, l.Record, l.Field = v.Text, v.Text, nil, v.Name
		return l
	}
	l.Raw, l.Text, l.Escapes, l.Field = r.record.Raw[v.Start:v.End], v.Text, v.Escapes, v.Name
	l.Begin, l.Indent = v.Start, utf8.RuneCount(r.record.Raw[:v.Start])
	return l
}

// Refused returns the record after the run of the last stretch.
func (r *Reader) Refused() *Record { return &r.record }

// Verdict returns whether a rule matches all values of the record that was read last. If not, it returns
// the first value that it refuses, or -1 if the record lacks a value or is no record.
func (r *Reader) Verdict(rule tables.Rule) (value int, valid bool) {
	value = r.record.refused(rule)
	return value, value < 0 && r.record.Problem == nil && (r.record.Missing == "" || r.SkipMissing)
}

// MissingCode returns the code of a record that lacks a value.
func (r *Reader) MissingCode() string {
	if r.Format == JSONLines {
		return NoField
	}
	return NoColumn
}

// MissingMessage returns the message for a record that lacks a value.
func (r *Reader) MissingMessage() string {
	if r.Format == JSONLines {
		return "the record has no value in the field " + strconv.Quote(r.record.Missing)
	}
	return "the record has no value in the column " + strconv.Quote(r.record.Missing)
}

// Whole reports whether a text is one record of the format, with its end, and without a problem.
func (r *Reader) Whole(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	var record Record
	if r.other == nil {
		r.other = r.create()
	}
	rest := r.other.Next(&record, text)
	return len(rest) == 0 && record.Problem == nil
}

// File returns the name of the file.
func (r *Reader) File() string { return r.file.Name }

// Text returns the record that was read last as it stands, with its end.
func (r *Reader) Text() []byte { return r.text }

// valid reports whether a record is one, and the rule matches all of its values.
func (r *Record) valid(by *Reader) bool {
	return r.Problem == nil && (r.Missing == "" || by.SkipMissing) && r.refused(by.Rule) < 0
}

// refused returns the first value that a rule refuses, or -1.
func (r *Record) refused(rule tables.Rule) int {
	for i := range r.Values {
		if !rule.ValidBytes(r.Values[i].Text) {
			return i
		}
	}
	return -1
}
