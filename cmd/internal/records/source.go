package records

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// A source reads the text of a file in blocks of complete records.
type source struct {
	file    *files.File
	open    opener
	max     int // maximum length of a record in bytes
	workers int // number of goroutines that validate a block
	size    int // number of bytes per worker

	buf      []byte
	from, to int
	base     int64 // text offset of buf
	err      error // the read error after buf[from:to]
	begun    bool
	comments int    // number of comments in the header
	header   []byte // the header, until it is taken

	create func() Syntax // creates the syntax for another worker
	syntax []Syntax      // by worker
	place  place         // the position of the next record
}

// A place is the position of a record: its line number and its record number, from 1.
type place struct{ line, row int }

// errLong is the error if the first record of a block is too long to hold in memory.
var errLong = errors.New("a long record")

// maxHeld is the maximum length in bytes of a line held in memory.
const maxHeld = 4 << 20

// block returns the next complete records. The error is io.EOF at the end of the file, and errLong
// before a record that is too long to hold.
func (s *source) block() ([]byte, error) {
	for searched := 0; ; {
		if s.to > s.from && (s.err != nil || s.to == len(s.buf) || !s.file.Regular() && s.mayEnd(searched)) {
			err := s.begin()
			if err != nil && err != errMore {
				return nil, err
			}
			if s.from == s.to { // the buffer contained only the header
				searched = 0
				continue
			}
			if n := s.whole(); err == nil && n > 0 {
				text := s.buf[s.from : s.from+n]
				s.from += n
				return text, nil
			}
		}
		searched = s.to - s.from
		switch {
		case s.err == io.EOF:
			return nil, cmp.Or(s.begin(), io.EOF)
		case s.err != nil:
			return nil, s.failed()
		case s.to-s.from >= s.limit():
			if s.begun {
				return nil, errLong
			}
			return nil, fmt.Errorf("%s: the header is %s", s.file.Name, s.tooLong())
		}
		s.fill()
	}
}

// mayEnd reports whether a record may end after the first searched bytes in the buffer. Without
// this test, finding the end of a long record in a pipe would take quadratic time.
func (s *source) mayEnd(searched int) bool {
	text := s.buf[s.from+searched : s.to]
	return searched == 0 ||
		bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0
}

// tooLong describes a record that exceeds the limit.
func (s *source) tooLong() string {
	max := program.Size(s.max)
	size := max.String()
	digits := strings.TrimRight(size, "KMGiB")
	unit := cmp.Or(size[len(digits):], "bytes")
	return fmt.Sprintf("longer than %s %s; raise the limit with --max-record", digits, unit)
}

// begin determines the syntax from the beginning of the file and removes the header from the
// buffer. The error is errMore if the buffer contains too little.
func (s *source) begin() error {
	if s.begun {
		return nil
	}
	e := beginning
	switch {
	case s.err == io.EOF:
		e = entire
	case s.to-s.from >= s.limit():
		e = largest
	}
	create, n, err := s.open(s.buf[s.from:s.to], e)
	if err == errMore {
		return err
	}
	if s.begun = true; err != nil {
		return fmt.Errorf("%s %w", s.file.Name, err)
	}
	s.create, s.syntax = create, append(s.syntax, create())
	s.header = bytes.Clone(s.buf[s.from : s.from+n]) // copied because fill may move the buffer
	s.from += n
	var r Record
	for rest := s.header; len(rest) > 0; s.comments += r.Comments {
		rest = s.syntax[0].Next(&r, rest)
	}
	s.place = place{line: 1 + bytes.Count(s.header, []byte{'\n'}), row: 1}
	return nil
}

// takeHeader returns the file header on the first call and nil afterwards.
func (s *source) takeHeader() (header []byte) {
	header, s.header = s.header, nil
	return header
}

// whole returns the total length of the complete records in the buffer. At the end of the file that
// is the entire buffer.
func (s *source) whole() int {
	if s.err == io.EOF {
		return s.to - s.from
	}
	if !s.begun {
		return 0
	}
	return s.syntax[0].Whole(s.buf[s.from:s.to])
}

// failed returns the read error with the file name and line number.
func (s *source) failed() error { return s.file.Failed(s.err, s.place.line) }

// fill moves the buffered bytes to the beginning of the buffer, enlarges a full buffer, and reads
// once.
func (s *source) fill() {
	const maxEmptyReads = 100
	buf := s.buf
	if least := min(s.size*s.workers, maxHeld, s.limit()); s.to == len(buf) && (len(buf) < least || s.from == 0) {
		if len(buf) >= maxHeld {
			s.file.Large()
		}
		buf = make([]byte, min(max(2*len(buf), least), s.limit()))
	}
	if s.from > 0 || len(buf) > len(s.buf) {
		s.base += int64(s.from)
		s.to = copy(buf, s.buf[s.from:s.to])
		s.buf, s.from = buf, 0
	}
	for range maxEmptyReads {
		n, err := s.file.Read(s.buf[s.to:])
		if s.to, s.err = s.to+n, err; n > 0 || err != nil {
			return
		}
	}
	s.err = io.ErrNoProgress
}

// limit returns the maximum length in bytes of a record held in memory, including its line ending.
// Lines that are edited or held are not limited.
func (s *source) limit() int {
	record := s.max + len("\r\n") // so a record that ends in LF may be a byte longer than max
	if !s.begun {
		return record
	}
	switch lines, ok := s.syntax[0].(*Lines); {
	case !ok:
		return record
	case lines.Hold || lines.Edit.Edits():
		return math.MaxInt
	}
	return maxHeld
}
