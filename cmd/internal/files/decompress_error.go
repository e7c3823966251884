package files

import (
	"fmt"
	"io"
)

// A damage is the reason for the early end of a compressed file's text.
type damage struct {
	Problem string // such as "the gzip data is damaged"
	Offset  int64  // offset of the problem in the file, in bytes
	Text    int64  // text before the problem, in bytes
	Remedy  string // advice in words, or ""
	Command string // writes the text of FILE; or ""
}

func (e *damage) Error() string {
	text := fmt.Sprintf("%s at offset %d, after %d bytes of text", e.Problem, e.Offset, e.Text)
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// explain returns the error of the file for an error of its decoder. text is the number of bytes of
// text before it.
func (s *source) explain(err error, compression string, text int64) error {
	e, ok := err.(*damage)
	switch {
	case err == nil || err == io.EOF:
		return err
	case s.err != nil:
		return s.err // the decoder may have replaced it
	case ok:
		e.Text = text
		return e
	}
	e = &damage{Offset: s.place(), Text: text, Remedy: "get the file again"}
	if err == io.ErrUnexpectedEOF {
		e.Problem = fmt.Sprintf("the file is cut: its %s data has no end", compression)
	} else {
		e.Problem = fmt.Sprintf("the file is damaged: its %s data is wrong (%v)", compression, err)
	}
	return e
}

// garbage returns the error for bytes at offset, after the end of the compressed data.
func garbage(offset int64) error {
	return &damage{
		Problem: "other bytes follow the end of the compressed data",
		Offset:  offset,
		Command: fmt.Sprintf("head -c %d FILE", offset),
	}
}
