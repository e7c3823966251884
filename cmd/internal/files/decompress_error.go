package files

import (
	"fmt"
	"io"
)

// A damage is an error that makes the text of a compressed file end early.
type damage struct {
	Problem string // such as "the gzip data is damaged"
	Offset  int64  // byte offset of the problem in the file
	Text    int64  // length of the text before the problem, in bytes
	Remedy  string // advice, or ""
	Command string // a command that writes the text of FILE, or ""
}

func (e *damage) Error() string {
	text := fmt.Sprintf("%s at offset %d, after %d bytes of text", e.Problem, e.Offset, e.Text)
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// explain converts a decoder error that occurred after text bytes of output to an error about the
// file.
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
		e.Problem = fmt.Sprintf("the file is truncated: the end of its %s data is missing", compression)
	} else {
		e.Problem = fmt.Sprintf("the file is damaged: its %s data is invalid (%v)", compression, err)
	}
	return e
}

// garbage returns the error for extra bytes at offset, after the compressed data.
func garbage(offset int64) error {
	return &damage{
		Problem: "extra bytes follow the compressed data",
		Offset:  offset,
		Command: fmt.Sprintf("head -c %d FILE", offset),
	}
}
