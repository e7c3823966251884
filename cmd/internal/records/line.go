package records

import (
	"bytes"
	"errors"
	"io"

	"github.com/irilex/iri/tables"
)

// Lines is the [Syntax] of lines: each is a record with one value. A line ends in LF or CRLF, or in NUL.
type Lines struct {
	Separator byte

	batch *tables.Batch
	spans []tables.Span
}

// Whole implements [Syntax].
func (s *Lines) Whole(text []byte) int { return bytes.LastIndexByte(text, s.Separator) + 1 }

// Next implements [Syntax].
func (s *Lines) Next(r *Record, text []byte) (rest []byte) {
	r.begin()
	line, rest, ended := bytes.Cut(text, []byte{s.Separator})
	if n := len(line); ended && s.Separator == '\n' && n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	r.Raw, r.Lines = line, 1
	r.Values = append(r.Values, Value{End: len(line), Text: line})
	return rest
}

// judge implements the interface of that name.
func (s *Lines) judge(dst []run, text []byte, r *Reader) []run {
	if s.Separator != '\n' {
		return judgeEach(dst, text, s, r)
	}
	if s.batch == nil {
		s.batch = tables.NewBatch(r.Rule)
		s.batch.Workers = 1
	}
	now := run{}
	s.spans = s.batch.AppendInvalidLines(s.spans[:0], text)
	at := 0
	for _, span := range s.spans {
		now.size = span.Start - at
		now.lines = bytes.Count(text[at:span.Start], []byte{'\n'})
		now.valid = now.lines
		at = span.End
		if end := bytes.IndexByte(text[at:], '\n'); end >= 0 {
			at += end + 1
		} else {
			at = len(text)
		}
		now.invalid = at - span.Start
		dst = append(dst, now)
	}
	if at == len(text) {
		return dst
	}
	now = run{size: len(text) - at, lines: bytes.Count(text[at:], []byte{'\n'})}
	if now.valid = now.lines; text[len(text)-1] != '\n' {
		now.valid++
	}
	return append(dst, now)
}

// errLong is the error of a block whose first line is too long to be held.
var errLong = errors.New("a long line")

// long reports whether the records are lines, which may have any length.
func (r *Reader) long() bool {
	_, ok := r.syntax[0].(*Lines)
	return ok
}

// yieldLong yields a line that is too long to be held.
func (r *Reader) yieldLong(yield func(*Stretch, error) bool) bool {
	l := &longLine{reader: r, separator: r.syntax[0].(*Lines).Separator}
	if !yield(&Stretch{Long: l}, nil) {
		return false
	}
	if _, err := io.Copy(io.Discard, l); err != nil {
		yield(nil, err)
		return false
	}
	r.place.line, r.place.row = r.place.line+1, r.place.row+1
	return true
}

// A longLine is a reader of a line and its end.
type longLine struct {
	reader    *Reader
	separator byte
	ended     bool
}

func (l *longLine) Read(p []byte) (int, error) {
	r := l.reader
	for r.from == r.to && !l.ended && r.err == nil {
		r.fill()
	}
	switch {
	case r.from < r.to && !l.ended:
	case l.ended || r.err == io.EOF:
		return 0, io.EOF
	default:
		return 0, r.failed()
	}
	text := r.buf[r.from:r.to]
	if n := bytes.IndexByte(text, l.separator) + 1; n > 0 {
		text = text[:n]
	}
	n := copy(p, text)
	r.from += n
	l.ended = n > 0 && p[n-1] == l.separator
	return n, nil
}
