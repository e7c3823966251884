package records

import (
	"bytes"
	"io"
)

// A LongRecord reads a record that is too long to hold in memory, including its line ending.
type LongRecord struct {
	source *source
	end    ending
	start  int64 // text offset of the record
	size   int64 // number of bytes read
	lines  int   // number of line feeds read
	ended  bool
	open   bool // whether the record is incomplete if the file ends here
}

// long returns a reader for the record at the beginning of the buffer.
func (s *source) long() *LongRecord {
	return &LongRecord{source: s, end: s.syntax[0].ending(s.buf[s.from:s.to]), start: s.base + int64(s.from)}
}

// Number returns the number of the line on which the record begins.
func (l *LongRecord) Number() int { return l.source.place.line }

// Size returns the number of bytes read.
func (l *LongRecord) Size() int64 { return l.size }

// Again reports whether Reader can read the record again.
func (l *LongRecord) Again() bool { return l.source.file.Again() }

// Reader returns a reader for the entire record. The record must have been read to its end.
func (l *LongRecord) Reader() io.Reader { return l.source.file.Section(l.start, l.size) }

func (l *LongRecord) Read(p []byte) (int, error) {
	n := copy(p, l.next(len(p)))
	switch err := l.source.err; {
	case n > 0 || len(p) == 0:
		return n, nil
	case l.ended || err == nil:
		return 0, io.EOF
	default:
		return 0, err
	}
}

// next returns the next part of the record, up to max bytes. It returns nil after the record and
// after a read error.
func (l *LongRecord) next(max int) (text []byte) {
	s := l.source
	for s.from == s.to && !l.ended && s.err == nil {
		s.fill()
	}
	if text = s.buf[s.from:min(s.to, s.from+max)]; l.ended || len(text) == 0 {
		return nil
	}
	n, ended, open := l.end(text)
	l.ended, l.open = ended, open
	s.from += n
	l.size += int64(n)
	l.lines += bytes.Count(text[:n], newline)
	return text[:n]
}
