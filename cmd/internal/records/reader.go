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
// Idea. The Reader reads the text in blocks of whole records, and divides a block into a part for
// each core. A goroutine judges each part. It notes the runs of valid records, and the invalid
// record after each run. The results of the parts follow in the order of the text.
//
// Requires and returns: one of Stretches and Records, once. An error is the last result.
//
// Cost: two passes over the bytes of a block, one for the ends of the parts, one for the records.
// An invalid record is read once more.
//
// Twin: Records, a loop over all records (TestStretches).
type Reader struct {
	// Format is the format of the file, never Auto.
	Format Format

	// Rule must match each value of a valid record.
	Rule tables.Rule

	// SkipMissing is whether a record without the value is left out instead of invalid.
	SkipMissing bool

	// Workers is the number of goroutines to judge. 0 stands for [runtime.GOMAXPROCS], and for one
	// less, but at least 1, in a compressed file, because another goroutine decompresses it.
	Workers int

	file   *files.File
	open   opener
	table  func() (*table, error) // opens a Parquet file; nil for text
	create func() Syntax          // makes the syntax of another worker

	buf      []byte
	from, to int
	base     int64 // offset of buf in the text, in bytes
	err      error // error of the file after buf[from:to]
	begun    bool
	header   []byte // view of buf

	syntax []Syntax // by worker
	other  Syntax   // for the texts of Whole
	size   int      // size of the part of a worker, in bytes
	record Record   // the last record read
	text   []byte   // text of record, with its end
	line   files.Line
	number tables.Line
	place  place // place of the next record
	at     place // of record
}

// An opener opens the syntax of a file with the beginning of its text. whole is true if begin is
// all of the text. It returns a function to make the syntax, and the length of the header. The
// text of an error continues after the name of the file.
type opener func(begin []byte, whole bool) (create func() Syntax, header int, err error)

// A place is a place in a file before a record: the numbers of its line and of the record, from 1.
type place struct{ line, row int }

const (
	// blockSize is the size of the part of a worker, in bytes. The result of such a part is small,
	// and the cost of starting a goroutine vanishes.
	blockSize = 256 << 10

	// MostBytes is the limit of the length of a record, in bytes. Lines may be longer.
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

// Records yields the records of the file without a verdict, the blank ones included. A header
// comes first, as a blank record. [Reader.Line] returns their values. An error comes last.
func (r *Reader) Records() iter.Seq2[*Record, error] {
	if r.table != nil {
		return r.tableRecords
	}
	return func(yield func(*Record, error) bool) {
		for {
			text, err := r.block()
			if len(r.header) > 0 {
				r.text = r.header
				r.record = Record{Raw: r.header, Blank: true, Header: true, Values: r.record.Values[:0]}
				r.header = nil
				more := yield(&r.record, nil)
				if r.record.overwrite(); !more {
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
				text = r.next(text)
				more := yield(&r.record, nil)
				if r.record.overwrite(); !more {
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

// next reads the first record of text, and returns the text after it.
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

// cut returns an error if the last record read lacks its end mark and ends the file. rest is the
// number of bytes left of the block.
func (r *Reader) cut(rest int) error {
	p := r.record.Problem
	if p == nil || !p.Open || rest > 0 || r.from < r.to || r.err != io.EOF {
		return nil
	}
	return fmt.Errorf("%s ends in the middle of the record that begins on line %d; the file may be cut", r.file.Name,
		r.at.line)
}

// Line returns the value with this index, of the last record read, as a line. Below 0 it returns
// the whole record.
func (r *Reader) Line(value int) *files.Line {
	r.number = tables.Line{Number: r.at.line, First: true, Last: true}
	l := &r.line
	*l = files.Line{Line: &r.number, File: r.file.Name, Record: r.record.Raw, Row: r.at.row}
	l.Mark = r.file.Mark(r.at.line)
	if value < 0 {
		l.Raw, l.Text, l.Begin = r.record.Raw, r.record.Raw, l.Mark
		return l
	}
	v := r.record.Values[value]
	if r.table != nil {
		l.Raw, l.Text, l.Record, l.Field = v.Text, v.Text, nil, v.Name
		return l
	}
	l.Raw, l.Text, l.Escapes, l.Field = r.record.Raw[v.Start:v.End], v.Text, v.Escapes, v.Name
	l.Begin, l.Indent = l.Mark+v.Start, utf8.RuneCount(r.record.Raw[:v.Start])
	return l
}

// Refused returns the invalid record of the last stretch.
func (r *Reader) Refused() *Record { return &r.record }

// Verdict reports whether a rule matches all values of the last record read. value is the index of
// the first value refused by the rule. Without such a value it is -1, also if the record lacks a
// value or has a Problem.
func (r *Reader) Verdict(rule tables.Rule) (value int, valid bool) {
	value = r.record.refused(rule)
	return value, value < 0 && r.record.Problem == nil && (len(r.record.Missing) == 0 || r.SkipMissing)
}

// Missing returns the code and the message for a gap of the last record read.
func (r *Reader) Missing(g Gap) (code, message string) {
	if r.Format == JSONLines {
		return NoField, "the record has no value in the field " + strconv.Quote(g.Name)
	}
	return NoColumn, "the record has no value in the column " + strconv.Quote(g.Name)
}

// Whole reports whether text is one record of the format, with its end, and without a Problem.
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

// Text returns the text of the last record read, with its end.
func (r *Reader) Text() []byte { return r.text }

// valid reports whether the record has no Problem, and the rule of the reader matches all of its
// values.
func (r *Record) valid(by *Reader) bool {
	return r.Problem == nil && (len(r.Missing) == 0 || by.SkipMissing) && r.refused(by.Rule) < 0
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
