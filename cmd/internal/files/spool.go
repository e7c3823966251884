package files

import (
	"fmt"
	"io"
	"os"
)

// A Spool holds a text until its reader is ready: up to [spoolRoom] bytes in memory, longer texts
// in a temporary file. The zero Spool is empty.
type Spool struct {
	buf  []byte   // the end of the text
	file *os.File // what precedes buf; nil if buf is the entire text
	size int64    // number of bytes in file
}

const spoolRoom = 1 << 20

// Empty reports whether the text is empty.
func (s *Spool) Empty() bool { return s.size == 0 && len(s.buf) == 0 }

// Write appends to the text.
func (s *Spool) Write(text []byte) (int, error) {
	if len(s.buf)+len(text) > spoolRoom {
		if err := s.spill(text); err != nil {
			return 0, fmt.Errorf("cannot write a temporary file in %s: %w", os.TempDir(), reason(err))
		}
		return len(text), nil
	}
	s.buf = append(s.buf, text...)
	return len(text), nil
}

// spill moves the text, followed by more, to the file.
func (s *Spool) spill(more []byte) (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "iri-"); err != nil {
			return err
		}
		os.Remove(s.file.Name()) // on Unix this deletes the file even if a signal kills the process
	}
	for _, text := range [][]byte{s.buf, more} {
		n, err := s.file.WriteAt(text, s.size)
		if s.size += int64(n); err != nil {
			return err
		}
	}
	s.buf = s.buf[:0]
	return nil
}

// WriteTo writes the text to w and empties the spool.
func (s *Spool) WriteTo(w io.Writer) (n int64, err error) {
	if s.size > 0 {
		n, err = io.Copy(w, io.NewSectionReader(s.file, 0, s.size))
	}
	if err == nil {
		var m int
		m, err = w.Write(s.buf)
		n += int64(m)
	}
	s.buf, s.size = s.buf[:0], 0
	return n, err
}

// Close removes the temporary file.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
