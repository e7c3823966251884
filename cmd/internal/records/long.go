package records

import (
	"bytes"
	"io"
)

// A LongLine reads a line longer than maxHeld, including its line end.
type LongLine struct {
	source    *source
	separator byte
	start     int64 // text offset of the line
	size      int64 // number of bytes read
	ended     bool
}

// Number returns the line number.
func (l *LongLine) Number() int { return l.source.place.line }

// Size returns the number of bytes read.
func (l *LongLine) Size() int64 { return l.size }

// Again reports whether Reader can read the line again.
func (l *LongLine) Again() bool { return l.source.file.Again() }

// Reader returns a reader for the entire line. The line must have been read to its end.
func (l *LongLine) Reader() io.Reader { return l.source.file.Section(l.start, l.size) }

func (l *LongLine) Read(p []byte) (int, error) {
	s := l.source
	for s.from == s.to && !l.ended && s.err == nil {
		s.fill()
	}
	switch {
	case s.from < s.to && !l.ended:
	case l.ended || s.err == io.EOF:
		return 0, io.EOF
	default:
		return 0, s.err
	}
	text := s.buf[s.from:s.to]
	if n := bytes.IndexByte(text, l.separator) + 1; n > 0 {
		text = text[:n]
	}
	n := copy(p, text)
	s.from += n
	l.size += int64(n)
	l.ended = n > 0 && p[n-1] == l.separator
	return n, nil
}
