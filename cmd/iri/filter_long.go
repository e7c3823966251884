package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// siftLong judges a line that is too long to be held, and writes it to where it belongs.
//
// Idea. The line is judged while it is read. A line of a regular file is then read once more. The text of
// another one goes to a temporary file in the meantime.
//
// An error of reading the line is left to the caller, to whom it comes again: the line does not count.
func (t *tally) siftLong(file *files.File, line *records.LongLine) error {
	number, invalid := line.Number(), t.invalid
	text := &spill{again: line.Again()}
	defer text.close()
	for l, err := range t.batch.Lines(io.TeeReader(line, text), t.pass.Separator) {
		if text.err != nil {
			return text.err
		}
		if err != nil {
			return nil
		}
		l.Number = number
		if err := t.line(file, l, nil); err != nil {
			return err
		}
	}
	to := io.Writer(t.pass.Out)
	if t.invalid > invalid {
		to = t.sieve.dropper()
	}
	rd, err := line.Reader(), error(nil)
	if !text.again {
		if rd, err = text.reader(); err != nil {
			return err
		}
	}
	if _, err := io.CopyN(to, rd, line.Size()); err != nil {
		if err == io.EOF {
			err = errors.New("the file shrank while it was read, so the output ends within a record")
		}
		return file.Failed(err, number)
	}
	return nil
}

// A spill keeps a text in a temporary file, unless the text can be read again.
type spill struct {
	again bool
	file  *os.File
	err   error
}

func (s *spill) Write(text []byte) (int, error) {
	if s.again {
		return len(text), nil
	}
	if s.file == nil {
		if s.file, s.err = os.CreateTemp("", "iri-"); s.err == nil {
			os.Remove(s.file.Name()) // which Unix allows, so that no signal leaves the file
		}
	}
	if s.err == nil {
		_, s.err = s.file.Write(text)
	}
	if path, ok := errors.AsType[*fs.PathError](s.err); ok {
		s.err = fmt.Errorf("cannot write a temporary file for a long line in %s: %w", os.TempDir(), path.Err)
	}
	return len(text), s.err
}

// reader returns a reader of the text.
func (s *spill) reader() (io.Reader, error) {
	_, err := s.file.Seek(0, io.SeekStart)
	return s.file, err
}

func (s *spill) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
