package records

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/lines"
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

	// Workers is how many goroutines judge: 0 stands for [runtime.GOMAXPROCS].
	Workers int

	file   *lines.File
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
	line   lines.Line
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
	blockSize = 512 << 10

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
	return fmt.Errorf("%s ends in the middle of the record that begins on line %d; the file may be cut", r.file.Name, r.at.line)
}

// Line returns a value of the record that was read last, as a line. With a number below 0 it returns
// the record as a whole.
func (r *Reader) Line(value int) *lines.Line {
	r.number = tables.Line{Number: r.at.line, First: true, Last: true}
	l := &r.line
	*l = lines.Line{Line: &r.number, File: r.file.Name, Record: r.record.Raw, Row: r.at.row}
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

// judge appends the parts of a block with their results.
func (r *Reader) judge(parts []part, text []byte) []part {
	for len(text) > 0 {
		n := len(text)
		if size := max(min(r.size, mostHeld/r.workers()), len(text)/r.workers()); n > size {
			if n = r.syntax[0].Whole(text[:size]); n == 0 { // a record of more than the size
				n = len(text)
			}
		}
		i := len(parts)
		if i < cap(parts) {
			parts = parts[:i+1]
		} else {
			parts = append(parts, part{})
		}
		parts[i].text, text = text[:n], text[n:]
	}
	for len(r.syntax) < len(parts) {
		r.syntax = append(r.syntax, r.create())
	}
	var group sync.WaitGroup
	for i := range parts[1:] {
		group.Go(func() { parts[i+1].judge(r, r.syntax[i+1]) })
	}
	parts[0].judge(r, r.syntax[0])
	group.Wait()
	return parts
}

func (r *Reader) workers() int { return cmp.Or(r.Workers, runtime.GOMAXPROCS(0)) }

// yield yields the stretches of a part.
func (r *Reader) yield(p *part, yield func(*Stretch, error) bool) bool {
	var s Stretch
	text := p.text
	for _, run := range p.runs {
		s = Stretch{Valid: run.valid, Blank: run.blank, Missing: run.missing, Text: text[:run.size]}
		r.place.line += run.lines
		r.place.row += run.valid + run.missing
		text = text[run.size:]
		if run.invalid > 0 {
			s.Refused, text = text[:run.invalid], text[run.invalid:]
			r.next(s.Refused)
			s.Value = r.record.refused(r.Rule)
		}
		if !yield(&s, nil) {
			return false
		}
		if run.invalid > 0 {
			if err := r.cut(len(text)); err != nil {
				yield(nil, err)
				return false
			}
		}
	}
	return true
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

// A Stretch is a run of valid records, and the record after it if that is not valid. The texts are
// good until the next stretch.
type Stretch struct {
	Valid   int    // records
	Blank   int    // lines that are no records
	Missing int    // records without the value, which are left out
	Text    []byte // of all these, as they stand, with their ends
	Header  bool   // whether Text is the header of the file instead

	Refused []byte // the record that is not valid, as it stands, with its end; empty if there is none
	Value   int    // the first value of it that the rule refuses; -1 for another reason

	// Long is a line that is too long to be held if it is not nil. The caller judges it.
	Long *LongLine
}

// A part is a part of a block, with its results.
type part struct {
	text []byte
	runs []run
}

// A run is a [Stretch] in numbers.
type run struct {
	valid, blank, missing int
	lines                 int // line ends
	size                  int // bytes
	invalid               int // bytes of the record after it, with its end; 0 at the end of the part
}

// A judge is a Syntax that judges texts faster than record by record.
type judge interface {
	judge(dst []run, text []byte, r *Reader) []run
}

// judge notes the runs of the part.
func (p *part) judge(r *Reader, s Syntax) {
	if j, ok := s.(judge); ok {
		p.runs = j.judge(p.runs[:0], p.text, r)
		return
	}
	p.runs = judgeEach(p.runs[:0], p.text, s, r)
}

// judgeEach appends the runs of a text, record by record.
func judgeEach(dst []run, text []byte, s Syntax, r *Reader) []run {
	var record Record
	now := run{}
	for len(text) > 0 {
		rest := s.Next(&record, text)
		n := len(text) - len(rest)
		text = rest
		switch {
		case record.Blank:
			now.blank++
		case !record.valid(r):
			now.invalid = n
			dst = append(dst, now)
			now = run{}
			continue
		case record.Missing != "" && len(record.Values) == 0:
			now.missing++
		default:
			now.valid++
		}
		now.size += n
		now.lines += record.Lines
	}
	if now.size > 0 {
		dst = append(dst, now)
	}
	return dst
}

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

// block returns the next whole records. At the end of the file the error is io.EOF.
func (r *Reader) block() ([]byte, error) {
	for searched := 0; ; {
		if fresh := r.to > r.from+searched; r.to > r.from && (r.err != nil || fresh && (!r.file.Regular() || r.to == len(r.buf))) {
			err := r.begin()
			if err != nil && err != errMore {
				return nil, err
			}
			if r.from == r.to { // after the header
				continue
			}
			if n := r.whole(); err == nil && n > 0 {
				text := r.buf[r.from : r.from+n]
				r.from += n
				return text, nil
			}
			searched = r.to - r.from
		}
		switch {
		case r.err == io.EOF:
			return nil, cmp.Or(r.begin(), io.EOF)
		case r.err != nil:
			return nil, r.failed()
		case r.to-r.from >= r.most():
			if r.most() == mostHeld {
				return nil, errLong
			}
			return nil, r.tooLong()
		}
		r.fill()
	}
}

func (r *Reader) tooLong() error {
	const format = "%s: the record that begins on line %d has more than %d MiB; is a quote open?"
	return fmt.Errorf(format, r.file.Name, r.place.line, MostBytes>>20)
}

// begin prepares for the records when the beginning of the file is in the buffer. It takes the header.
func (r *Reader) begin() error {
	if r.begun {
		return nil
	}
	create, n, err := r.open(r.buf[r.from:r.to], r.err == io.EOF)
	if err == errMore {
		return err
	}
	if r.begun = true; err != nil {
		return fmt.Errorf("%s %w", r.file.Name, err)
	}
	r.create, r.syntax = create, append(r.syntax, create())
	r.header = r.buf[r.from : r.from+n]
	r.from += n
	r.place = place{line: 1 + bytes.Count(r.header, []byte{'\n'}), row: 1}
	return nil
}

// whole returns the length of the whole records in the buffer; at the end of the file, of all bytes.
func (r *Reader) whole() int {
	if r.err == io.EOF {
		return r.to - r.from
	}
	if !r.begun {
		return 0
	}
	return r.syntax[0].Whole(r.buf[r.from:r.to])
}

// failed returns the error that ends the file.
func (r *Reader) failed() error {
	return r.file.Failed(r.err, r.place.line)
}

// fill reads once, after the bytes that are there.
func (r *Reader) fill() {
	const maxEmptyReads = 100
	buf := r.buf
	if least := min(r.size*r.workers(), mostHeld); r.to == len(buf) && (len(buf) < least || r.from == 0) {
		if len(buf) >= mostHeld {
			r.file.Large()
		}
		buf = make([]byte, min(max(2*len(buf), least), max(least, r.most())))
	}
	r.base += int64(r.from)
	r.to = copy(buf, r.buf[r.from:r.to])
	r.buf, r.from = buf, 0
	for range maxEmptyReads {
		n, err := r.file.Read(r.buf[r.to:])
		if r.to, r.err = r.to+n, err; n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}
