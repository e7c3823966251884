package files

import (
	"bufio"
	"bytes"
	"io"
)

// A source reads a compressed file and knows the place.
type source struct {
	*bufio.Reader
	file io.Reader
	read int64 // bytes of file
	err  error // of file, but for io.EOF

	large func() // is called before much memory is taken
}

// fileOf is the file of a source.
type fileOf struct{ *source }

func (f fileOf) Read(p []byte) (n int, err error) {
	n, err = f.file.Read(p)
	if f.read += int64(n); err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}

// place returns how many bytes of the file were taken.
func (s *source) place() int64 { return s.read - int64(s.Buffered()) }

// end returns io.EOF at the end of the file. Zeros before it are no content: tapes and tar leave
// them as padding. end returns nil before other bytes, and takes none of them.
func (s *source) end() error {
	from := s.place()
	for padded := false; ; padded = true {
		if _, err := s.Peek(1); err != nil {
			return err
		}
		b, _ := s.Peek(s.Buffered())
		zeros := len(b) - len(bytes.TrimLeft(b, "\x00"))
		s.Discard(zeros)
		switch {
		case zeros == len(b):
		case padded || zeros > 0:
			return garbage(from)
		default:
			return nil
		}
	}
}

// noEOF returns err, or io.ErrUnexpectedEOF for io.EOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
