package records

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables"
)

// A Reader reads the records of a file.
//
// Idea. The Reader reads blocks of complete records and splits each block into one part per core. A
// goroutine validates each part and notes the runs of valid records and the invalid record after
// each run. The results are yielded in text order.
//
// Call either Chunks or Records, and only once. An error is the last result.
//
// Cost: two passes over a block, one to split it and one to read the records. Invalid records are
// read a second time.
//
// Tested against: Records, which is a loop over all records (TestChunks).
type Reader struct {
	// Format is the format of the file, never Auto.
	Format Format

	// Rule matches each value of a valid record.
	Rule Rule

	// SkipMissing reports whether a record without a value is skipped rather than invalid.
	SkipMissing bool

	source   source
	ignore   ignorer
	ignoring bool                   // whether ignore concerns the current block
	table    func() (*table, error) // opens a Parquet file; nil for text

	rest   *LongRecord // what follows record if it is too long to hold
	other  Syntax      // rereads records in Replaced
	again  Record      // the record reread in Replaced
	record Record      // the last record read
	text   []byte      // the text of record, including its line ending
	line   files.Line
	number tables.Line
	at     place // the position of record

	counted counted // for Line
}

// Records yields the records of the file, including blank records, without validating them. A
// header is yielded first, as a blank record. [Reader.Line] returns the values. An error is yielded
// last.
func (r *Reader) Records() iter.Seq2[*Record, error] {
	if r.table != nil {
		return r.rows
	}
	return func(yield func(*Record, error) bool) {
		for {
			text, err := r.source.block()
			if header := r.source.takeHeader(); len(header) > 0 {
				r.text = header
				r.record = Record{Raw: header, Blank: true, Header: true, Comments: r.source.comments,
					Values: r.record.Values[:0]}
				more := yield(&r.record, nil)
				if r.record.overwrite(); !more {
					return
				}
			}
			if err == errLong {
				l := r.source.long()
				if r.refuseLong(l); !yield(&r.record, nil) {
					return
				}
				if err = r.skip(l); err == nil {
					continue
				}
			}
			switch {
			case err == io.EOF:
				if err := r.ended(); err != nil {
					yield(nil, err)
				}
				return
			case err != nil:
				yield(nil, err)
				return
			}
			r.ignoring = r.ignore.concerns(text)
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

// rows yields the rows of a Parquet file.
func (r *Reader) rows(yield func(*Record, error) bool) {
	err := eachBatch(r.table, func(t *table) bool {
		for t.row < t.end {
			r.at = place{line: int(t.row), row: int(t.row)}
			t.read(&r.record)
			if r.ignore.exclude != nil {
				r.ignore.mark(&r.record, 0)
			}
			more := yield(&r.record, nil)
			if r.record.overwrite(); !more {
				return false
			}
		}
		return true
	})
	if err != nil {
		yield(nil, err)
	}
}

// next reads the first record in text and returns the text after the record.
func (r *Reader) next(text []byte) (rest []byte) {
	place := &r.source.place
	r.counted = counted{}
	rest = r.source.syntax[0].Next(&r.record, text)
	r.text, r.at = text[:len(text)-len(rest)], *place
	if r.ignoring {
		r.ignore.mark(&r.record, place.line)
	}
	place.line += r.record.Lines
	if !r.record.Blank {
		place.row++
	}
	return rest
}

// cut returns an error if the last record read is incomplete at the end of the file. rest is the
// number of bytes left in the block.
func (r *Reader) cut(rest int) error {
	p := r.record.Problem
	if p == nil || !p.Open || rest > 0 || r.source.from < r.source.to || r.source.err != io.EOF {
		return nil
	}
	return fmt.Errorf("%s ends within the record that begins on line %d; the file may be truncated", r.File(),
		r.at.line)
}

// refuseLong reads the beginning of a record that is too long to hold.
func (r *Reader) refuseLong(l *LongRecord) {
	s := &r.source
	message := "the record is " + s.tooLong()
	if _, ok := s.syntax[0].(*csv); ok {
		message += ", or add the closing quote of a field if it is missing"
	}
	r.at = s.place
	r.text = l.next(s.to - s.from)
	r.record.begin()
	r.record.Raw, r.record.Long, r.rest = r.text, true, l
	r.record.Problem = &Problem{Code: RecordTooLong, Message: message}
}

// CopyRest copies what follows the text of the last record read, if the record is too long to hold.
// It overwrites that text. It returns only write errors: a read error is yielded next.
func (r *Reader) CopyRest(w io.Writer) error {
	if !r.record.Long {
		return nil
	}
	for {
		text := r.rest.next(maxHeld)
		if len(text) == 0 {
			return nil
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
}

// skip reads a long record to its end.
func (r *Reader) skip(l *LongRecord) error {
	s := &r.source
	if _, err := io.Copy(io.Discard, l); err != nil {
		return s.failed()
	}
	lines := 1
	if _, ok := s.syntax[0].(*csv); ok {
		lines = l.lines
	}
	s.place.line, s.place.row = s.place.line+lines, s.place.row+1
	if r.record.Long {
		r.record.Problem.Open = l.open
		return r.cut(0)
	}
	return nil
}

// Line returns a value of the last record read as a line. value is its index; if it is negative,
// Line returns the entire record, whose Text is empty if the record is too long to hold.
func (r *Reader) Line(value int) *files.Line {
	r.number = tables.Line{Number: r.at.line, First: true, Last: true}
	l := &r.line
	*l = files.Line{Line: &r.number, File: r.File(), Record: r.record.Raw, Row: r.at.row}
	l.Mark = r.source.file.Mark(r.at.line)
	if value < 0 {
		if l.Raw, l.Begin = r.record.Raw, l.Mark; !r.record.Long { // part of a record would look whole
			l.Text = r.record.Raw
		}
		return l
	}
	v := r.record.Values[value]
	if r.table != nil {
		l.Raw, l.Text, l.Record, l.Field = v.Text, v.Text, nil, v.Name
		return l
	}
	l.Raw, l.Text, l.Escapes, l.Field = r.record.Raw[v.Start:v.End], v.Text, v.Escapes, v.Name
	r.count(v)
	l.Begin, l.Indent = l.Mark+v.Start, r.counted.indent
	if c := &r.counted; r.Format.IsDocument() && r.record.Lines > 1 {
		if l.Record = withoutReturn(r.record.Raw[c.line:c.end]); c.line > 0 {
			r.number.Number += c.lines
			l.Begin, l.Mark = v.Start-c.line, 0
		}
	}
	return l
}

// A counted describes a prefix of a record, so that computing the columns of many values takes
// linear time. In HTML and Markdown, a column refers to the line of the value.
type counted struct {
	size, indent int // the length of the prefix in bytes, and of its last line in code points
	lines        int // number of line endings in it
	line, end    int // the last line in the record
}

// count extends the prefix to a value.
func (r *Reader) count(v Value) {
	c := &r.counted
	if v.Start < c.size {
		*c = counted{}
	}
	part := r.record.Raw[c.size:v.Start] // a record may contain many values
	if n := bytes.LastIndexByte(part, '\n'); n >= 0 && r.Format.IsDocument() {
		c.lines += bytes.Count(part, newline)
		c.line, c.indent = c.size+n+1, 0
		part = part[n+1:]
	}
	c.size, c.indent = v.Start, c.indent+utf8.RuneCount(part)
	if r.Format.IsDocument() && v.End > c.end {
		c.end = v.End + index(r.record.Raw[v.End:], '\n')
	}
}

// Refused returns the invalid record of the last Chunk.
func (r *Reader) Refused() *Record { return &r.record }

// Verdict reports whether the last record read is valid. value is the index of the first value that
// the rule rejects, or -1. An invalid record with value -1 has a missing value or a Problem.
func (r *Reader) Verdict() (value int, valid bool) {
	return r.record.verdict(r.Rule, r.SkipMissing)
}

// Missing returns the code and the message for a gap in the last record read.
func (r *Reader) Missing(g Gap) (code, message string) {
	if r.Format == JSONLines {
		return NoField, "the record contains no value for the field " + strconv.Quote(g.Name)
	}
	return NoColumn, "the record contains no value for the column " + strconv.Quote(g.Name)
}

// File returns the name of the file.
func (r *Reader) File() string { return r.source.file.Name }

// Text returns the text of the last record read, including its line ending.
func (r *Reader) Text() []byte { return r.text }

// An AbsentError is the error for a field that no record in a file has.
type AbsentError struct {
	Optional bool // whether records without a value are skipped
	text     string
}

func (e *AbsentError) Error() string { return e.text }

// ended returns an error that can be detected only at the end of the file, and nil if there is
// none.
func (r *Reader) ended() error {
	if r.ignore.from > 0 {
		return &OpenIgnoreError{r.File(), r.ignore.from}
	}
	return r.absent()
}

// absent returns an error for the first field that no record has, and nil if there is none. It is
// called at the end of the file.
func (r *Reader) absent() error {
	var names []string
	seen := map[string]bool{}
	for _, s := range r.source.syntax {
		j, ok := s.(*jsonLines)
		if !ok {
			return nil
		}
		if names == nil {
			names = j.names
		}
		for _, n := range j.fields {
			seen[n.field] = seen[n.field] || n.seen
		}
	}
	if names == nil {
		return nil
	}
	for _, n := range r.source.syntax[0].(*jsonLines).fields {
		if seen[n.field] {
			continue
		}
		text := fmt.Sprintf("no record of %s has the field %q", r.File(), n.field)
		if list := similar.Names(n.field, names); len(list) > 0 {
			text += "; similar: " + quotedList(list[:min(len(list), 3)])
		}
		if len(names) > 0 {
			text += "; the first one has: " + shortList(names)
		}
		return &AbsentError{r.SkipMissing, text}
	}
	return nil
}
