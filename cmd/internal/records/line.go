package records

import (
	"bytes"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Lines is the [Syntax] of lines. Each line is a record that consists of one value. Lines end with
// Separator, which is LF or NUL. A CR before LF belongs to the line ending.
type Lines struct {
	Separator byte
	Edit      files.Edit
	Hold      bool // whether the reader holds lines of any length in memory

	batch *tables.Batch
	spans []tables.Span
}

// Whole implements [Syntax].
func (s *Lines) Whole(text []byte) int { return bytes.LastIndexByte(text, s.Separator) + 1 }

// Next implements [Syntax].
func (s *Lines) Next(r *Record, text []byte) (rest []byte) {
	r.begin()
	line, rest, ended := bytes.Cut(text, []byte{s.Separator})
	if ended && s.Separator == '\n' {
		line = withoutReturn(line)
	}
	r.Raw, r.Lines = line, 1
	blank, comment := s.Edit.LeavesOut(line)
	if comment {
		r.Comments = 1
	}
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

func (s *Lines) ending([]byte) ending { return endOfLine(s.Separator) }

// validate implements validator. [tables.Batch] finds the invalid lines, but if lines are edited or
// end with NUL, they are validated one by one.
func (s *Lines) validate(dst []run, text []byte, rule Rule) []run {
	if s.Separator != '\n' || s.Edit.Edits() {
		return validateEach(dst, text, s, rule, false)
	}
	if s.batch == nil {
		s.batch = tables.NewBatch(rule.Table)
		s.batch.Workers = 1
	}
	for len(text) > 0 && len(dst) < maxRuns {
		n := len(text)
		if n > spanSize {
			if n = bytes.LastIndexByte(text[:spanSize], '\n') + 1; n == 0 {
				n = len(text)
			}
		}
		dst = s.validateLines(dst, text[:n])
		text = text[n:]
	}
	return dst
}

// spanSize is the number of bytes of text whose invalid lines are listed at a time.
const spanSize = 8 << 10

// validateLines appends the runs in a text that consists of complete lines.
func (s *Lines) validateLines(dst []run, text []byte) []run {
	now := run{}
	s.spans = s.batch.AppendInvalidLines(s.spans[:0], text)
	at := 0
	for _, span := range s.spans {
		now.size = span.Start - at
		now.lines = bytes.Count(text[at:span.Start], []byte{'\n'})
		now.valid = now.lines
		at = span.End
		at = min(at+index(text[at:], '\n')+1, len(text))
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

// endOfLine returns an ending for records that are lines.
func endOfLine(separator byte) ending {
	return func(text []byte) (n int, ended, open bool) {
		n = index(text, separator)
		return min(n+1, len(text)), n < len(text), false
	}
}

var newline = []byte("\n")

// index returns the offset of the first b in text, or the length of text.
func index(text []byte, b byte) int {
	if n := bytes.IndexByte(text, b); n >= 0 {
		return n
	}
	return len(text)
}

// withoutReturn removes a CR at the end of a line.
func withoutReturn(line []byte) []byte {
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		return line[:n]
	}
	return line
}
