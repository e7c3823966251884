package records

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/irilex/iri/cmd/internal/files"
)

// A source reads the text of a file in blocks of whole records.
type source struct {
	file    *files.File
	open    opener
	advice  string // for a record that is too long
	workers int    // the number of goroutines that validate a block
	size    int    // size of the part of a worker, in bytes

	buf      []byte
	from, to int
	base     int64 // offset of buf in the text, in bytes
	err      error // error of the file after buf[from:to]
	begun    bool
	header   []byte // view of buf

	create func() Syntax // makes the syntax of another worker
	syntax []Syntax      // by worker
	place  place         // place of the next record
}

// A place is a place in a file before a record: the numbers of its line and of the record, from 1.
type place struct{ line, row int }

// errLong is the error of a block with a first line longer than maxHeld.
var errLong = errors.New("a long line")

// maxHeld is the length of the longest line held in memory, in bytes.
const maxHeld = 4 << 20

// maxRecord is the length of the longest record with its end, CR LF, in bytes.
const maxRecord = MaxBytes + 2

// block returns the next whole records. The error is io.EOF at the end of the file, and errLong
// before a line longer than maxHeld.
func (s *source) block() ([]byte, error) {
	for searched := 0; ; {
		if fresh := s.to > s.from+searched; s.to > s.from &&
			(s.err != nil || fresh && (!s.file.Regular() || s.to == len(s.buf))) {
			err := s.begin()
			if err != nil && err != errMore {
				return nil, err
			}
			if s.from == s.to { // the buffer had the header only
				continue
			}
			if n := s.whole(); err == nil && n > 0 {
				text := s.buf[s.from : s.from+n]
				s.from += n
				return text, nil
			}
			searched = s.to - s.from
		}
		switch {
		case s.err == io.EOF:
			return nil, cmp.Or(s.begin(), io.EOF)
		case s.err != nil:
			return nil, s.failed()
		case s.to-s.from >= s.most():
			if s.most() == maxHeld {
				return nil, errLong
			}
			return nil, s.tooLong()
		}
		s.fill()
	}
}

func (s *source) tooLong() error {
	const format = "%s: the record that begins on line %d has more than %d MiB%s"
	return fmt.Errorf(format, s.file.Name, s.place.line, MaxBytes>>20, s.advice)
}

// begin opens the syntax with the beginning of the file, and takes the header off the buffer. The
// error is errMore if the buffer has too little of the file.
func (s *source) begin() error {
	if s.begun {
		return nil
	}
	create, n, err := s.open(s.buf[s.from:s.to], s.err == io.EOF)
	if err == errMore {
		return err
	}
	if s.begun = true; err != nil {
		return fmt.Errorf("%s %w", s.file.Name, err)
	}
	s.create, s.syntax = create, append(s.syntax, create())
	s.header = bytes.Clone(s.buf[s.from : s.from+n]) // fill may move the buffer before it is written
	s.from += n
	s.place = place{line: 1 + bytes.Count(s.header, []byte{'\n'}), row: 1}
	return nil
}

// takeHeader returns the header of the file once, and later nil.
func (s *source) takeHeader() (header []byte) {
	header, s.header = s.header, nil
	return header
}

// whole returns the length of the whole records in the buffer: all of it at the end of the file.
func (s *source) whole() int {
	if s.err == io.EOF {
		return s.to - s.from
	}
	if !s.begun {
		return 0
	}
	return s.syntax[0].Whole(s.buf[s.from:s.to])
}

// failed returns the error of the file, with its name and the number of the line.
func (s *source) failed() error { return s.file.Failed(s.err, s.place.line) }

// fill reads once, after the bytes in the buffer. It moves them to the beginning, and enlarges a
// full buffer.
func (s *source) fill() {
	const maxEmptyReads = 100
	buf := s.buf
	if least := min(s.size*s.workers, maxHeld); s.to == len(buf) && (len(buf) < least || s.from == 0) {
		if len(buf) >= maxHeld {
			s.file.Large()
		}
		buf = make([]byte, min(max(2*len(buf), least), max(least, s.most())))
	}
	s.base += int64(s.from)
	s.to = copy(buf, s.buf[s.from:s.to])
	s.buf, s.from = buf, 0
	for range maxEmptyReads {
		n, err := s.file.Read(s.buf[s.to:])
		if s.to, s.err = s.to+n, err; n > 0 || err != nil {
			return
		}
	}
	s.err = io.ErrNoProgress
}

// most returns the length of the longest record held in memory, in bytes with its end. Lines with
// edits have no limit.
func (s *source) most() int {
	if !s.begun {
		return maxRecord
	}
	switch lines, ok := s.syntax[0].(*Lines); {
	case !ok:
		return maxRecord
	case lines.Edit.Edits():
		return math.MaxInt
	}
	return maxHeld
}
