package files

import (
	"bufio"
	"bytes"
	"io"
)

// A source reads a compressed file and counts its bytes.
type source struct {
	*bufio.Reader
	file io.Reader
	read int64 // number of bytes read from file
	err  error // a read error from file other than io.EOF

	window int64  // limit on the window of zstd and xz data in bytes
	large  func() // called before the decoder uses a lot of memory
}

// fileOf reads the file of a source.
type fileOf struct{ *source }

func (f fileOf) Read(p []byte) (n int, err error) {
	n, err = f.file.Read(p)
	if f.read += int64(n); err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}

// place returns the file offset of the next byte.
func (s *source) place() int64 { return s.read - int64(s.Buffered()) }

// end skips zero bytes, which tapes and tar append as padding, and returns io.EOF at the end of the
// file. If other bytes follow zeros, it returns an error. If the next byte is not zero, it returns
// nil and consumes nothing.
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

// noEOF converts io.EOF to io.ErrUnexpectedEOF and returns any other error unchanged.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
