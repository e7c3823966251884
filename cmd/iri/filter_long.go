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

// siftLong validates a line that is too long to hold in memory and writes it to its sink.
//
// Idea: validate the line while reading it, then read it again to copy it. If the file is not a
// regular file, the first read copies the line to a temporary file.
//
// After a read error it returns nil and does not count the line, because the caller gets the same
// error again. Memory use is constant. Tested by TestFilterLongLines.
func (t *tally) siftLong(file *files.File, line *records.LongRecord) error {
	number, invalid := line.Number(), t.invalid
	text := &spill{again: line.Again()}
	defer text.close()
	for l, err := range file.Verdicts(t.batch, io.TeeReader(line, text)) {
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
			err = errors.New("the file shrank while it was being read, so the output ends within a record")
		}
		return file.Failed(err, number)
	}
	return nil
}

// A spill copies a text to a temporary file if the text cannot be read again.
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
			os.Remove(s.file.Name()) // on Unix this deletes the file even if a signal kills the process
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

// reader returns a reader for the text.
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
