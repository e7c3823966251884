package main

import (
	"strconv"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A heading appends the beginning of a JSON object for a line: the keys file and line, and record
// and field for a value in a record.
type heading struct {
	file string
	text []byte // the text before the line number, for all lines of file
}

// append appends the beginning of an object.
func (h *heading) append(b []byte, l *files.Line) []byte {
	if h.text == nil || h.file != l.File {
		h.file = l.File
		h.text = append(terminal.AppendField([]byte("{"), "file", l.File), `,"line":`...)
	}
	b = strconv.AppendInt(append(b, h.text...), int64(l.Number), 10)
	if l.Row > 0 {
		b = strconv.AppendInt(append(b, `,"record":`...), int64(l.Row), 10)
	}
	if l.Field != "" {
		b = terminal.AppendField(append(b, ','), "field", l.Field)
	}
	return b
}
