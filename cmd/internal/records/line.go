package records

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Lines is the [Syntax] of lines. Each line is a record with one value. It ends with Separator, LF
// or NUL; a CR before an LF belongs to the end.
type Lines struct {
	Separator byte
	Edit      files.Edit

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
	blank, comment := s.Edit.LeavesOut(line)
	if r.Blank = blank || comment; r.Blank {
		return rest
	}
	v := Value{End: len(line), Text: line}
	if s.Edit.Trim {
		v.Text, v.Start = files.Trim(line)
		v.End = v.Start + len(v.Text)
	}
	r.Values = append(r.Values, v)
	return rest
}

// judge implements the interface judge: [tables.Batch] finds the invalid lines. judgeEach judges
// lines with edits, or with NUL at their ends.
func (s *Lines) judge(dst []run, text []byte, r *Reader) []run {
	if s.Separator != '\n' || s.Edit.Edits() {
		return judgeEach(dst, text, s, r)
	}
	if s.batch == nil {
		s.batch = tables.NewBatch(r.Rule)
		s.batch.Workers = 1
	}
	for len(text) > 0 && len(dst) < mostRuns {
		n := len(text)
		if n > spanSize {
			if n = bytes.LastIndexByte(text[:spanSize], '\n') + 1; n == 0 {
				n = len(text)
			}
		}
		dst = s.judgeLines(dst, text[:n])
		text = text[n:]
	}
	return dst
}

// spanSize is the size of the text with its invalid lines in memory at a time, in bytes.
const spanSize = 8 << 10

// judgeLines appends the runs of a text of whole lines.
func (s *Lines) judgeLines(dst []run, text []byte) []run {
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

// errLong is the error of a block with a first line longer than mostHeld.
var errLong = errors.New("a long line")

// mostHeld is the length of the longest line held in memory, in bytes.
const mostHeld = 4 << 20

// mostRecord is the length of the longest record with its end, CR LF, in bytes.
const mostRecord = MostBytes + 2

// most returns the length of the longest record held in memory, in bytes with its end. Lines with
// edits have no limit.
func (r *Reader) most() int {
	if !r.begun {
		return mostRecord
	}
	switch s, ok := r.syntax[0].(*Lines); {
	case !ok:
		return mostRecord
	case s.Edit.Edits():
		return math.MaxInt
	}
	return mostHeld
}

// yieldLong yields a line longer than mostHeld, and reads its rest.
func (r *Reader) yieldLong(yield func(*Stretch, error) bool) bool {
	l := &LongLine{reader: r, start: r.base + int64(r.from), separator: r.syntax[0].(*Lines).Separator}
	if !yield(&Stretch{Long: l}, nil) {
		return false
	}
	if _, err := io.Copy(io.Discard, l); err != nil {
		yield(nil, r.failed())
		return false
	}
	r.place.line, r.place.row = r.place.line+1, r.place.row+1
	return true
}

// A LongLine reads a line longer than mostHeld, and its end.
type LongLine struct {
	reader    *Reader
	separator byte
	start     int64 // offset of the line in the text, in bytes
	size      int64 // number of bytes read
	ended     bool
}

// Number returns the number of the line.
func (l *LongLine) Number() int { return l.reader.place.line }

// Size returns the number of bytes read of the line.
func (l *LongLine) Size() int64 { return l.size }

// Again reports whether the whole line can be read again by Reader.
func (l *LongLine) Again() bool { return l.reader.file.Again() }

// Reader returns a reader of the line from its beginning. Requires: the line was read to its end.
func (l *LongLine) Reader() io.Reader { return l.reader.file.Section(l.start, l.size) }

func (l *LongLine) Read(p []byte) (int, error) {
	r := l.reader
	for r.from == r.to && !l.ended && r.err == nil {
		r.fill()
	}
	switch {
	case r.from < r.to && !l.ended:
	case l.ended || r.err == io.EOF:
		return 0, io.EOF
	default:
		return 0, r.err
	}
	text := r.buf[r.from:r.to]
	if n := bytes.IndexByte(text, l.separator) + 1; n > 0 {
		text = text[:n]
	}
	n := copy(p, text)
	r.from += n
	l.size += int64(n)
	l.ended = n > 0 && p[n-1] == l.separator
	return n, nil
}
