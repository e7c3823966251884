package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/files"
)

// A sink receives the records of files, one file at a time.
type sink struct {
	to    io.Writer // nil means that records are dropped
	end   byte      // the byte that ends a record
	open  bool      // whether the last record is unterminated
	fresh bool      // whether another file has begun since the last record
	text  bool      // whether records of text have been written

	terminal bool             // whether to is a terminal
	rows     *columnar.Copier // writes rows of Parquet; nil for text
}

// errMixed is the error for an output that would contain rows of Parquet and other records.
var errMixed = errors.New("rows of Parquet and other records cannot be written to the same file; " +
	"filter the files separately")

// begin starts another file.
func (s *sink) begin() { s.fresh = true }

// Write copies records of a file. If the last record of the previous file is unterminated, Write
// first adds the missing end to separate the records.
func (s *sink) Write(text []byte) (int, error) {
	if s.to == nil || len(text) == 0 {
		return len(text), nil
	}
	if s.rows != nil {
		return 0, errMixed
	}
	s.text = true
	if s.open && s.fresh {
		if _, err := s.to.Write([]byte{s.end}); err != nil {
			return 0, err
		}
	}
	s.open, s.fresh = text[len(text)-1] != s.end, false
	return s.to.Write(text)
}

// A header is the header of the first file that has one.
type header []byte

// write writes the header of a file when it is the file's turn, unless it has been written. The
// headers of all files must be equal.
func (h *header) write(part *files.Part, file string, text []byte, to ...io.Writer) error {
	return part.Write(text, func(text []byte) error {
		if *h != nil {
			if bytes.Equal(bytes.Trim(*h, "\r\n"), bytes.Trim(text, "\r\n")) { // without blank lines
				return nil
			}
			const message = "the header of %s differs from the header of the previous file; process the files separately"
			return fmt.Errorf(message, file)
		}
		*h = bytes.Clone(text)
		for _, w := range to {
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return nil
	})
}
