package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/similar"
)

// Columns are the fields that --fields names: places among the parts of a splitter, or numbers
// below 0.
type columns []int

// The columns that are no components.
const (
	inputColumn = -1 - iota
	lineColumn
	fileColumn
	validColumn
)

// columnNames are the names of those, the first one that of column -1.
var columnNames = []string{"input", "line", "file", "valid"}

// fieldNames returns the names that --fields knows.
func (s *splitter) fieldNames() []string {
	var names []string
	for _, f := range s.fields {
		names = append(names, f.name)
	}
	return append(names, columnNames...)
}

// columns returns the columns of these names.
func (s *splitter) columns(cmd *cobra.Command, names []string) (list columns, err error) {
	known := s.fieldNames()
	for _, name := range names {
		i := slices.Index(known, name)
		switch {
		case i < 0:
			return nil, unknownField(cmd, name, known)
		case i >= len(s.fields):
			i = -1 - (i - len(s.fields))
		}
		list = append(list, i)
	}
	return list, nil
}

func unknownField(cmd *cobra.Command, name string, known []string) error {
	text := ""
	if near := similar.Names(name, known); len(near) > 0 {
		text = "; similar: " + strings.Join(near, ", ")
	}
	return program.Usagef(cmd, "there is no field %q%s; there are %s", name, text, strings.Join(known, ", "))
}

// appendHeader appends the line with the names.
func appendHeader(b []byte, names []string) []byte {
	for i, name := range names {
		if i > 0 {
			b = append(b, '\t')
		}
		b = appendTSV(b, name)
	}
	return append(b, '\n')
}

// appendColumns appends the columns of a line. Its components are missing if it is not valid.
func (s *splitter) appendColumns(b []byte, list columns, l *lines.Line, valid bool, missing string) []byte {
	for i, c := range list {
		if i > 0 {
			b = append(b, '\t')
		}
		switch {
		case c >= 0 && valid && s.parts[c].present:
			b = appendTSV(b, s.parts[c].value)
		case c >= 0:
			b = append(b, missing...)
		case c == inputColumn:
			b = appendTSV(b, lines.View(l.Text))
		case c == lineColumn:
			b = strconv.AppendInt(b, int64(l.Number), 10)
		case c == fileColumn:
			b = appendTSV(b, l.File)
		case c == validColumn:
			b = strconv.AppendBool(b, valid)
		}
	}
	return append(b, '\n')
}

// appendTSV appends a value with an escape in place of a tab, a line feed, a carriage return, a
// backslash, and any other control of ASCII.
func appendTSV(b []byte, value string) []byte {
	start := 0
	for i := range len(value) {
		c := value[i]
		if c >= ' ' && c != '\\' && c != 0x7F {
			continue
		}
		b = append(b, value[start:i]...)
		start = i + 1
		switch c {
		case '\t':
			b = append(b, `\t`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\\':
			b = append(b, `\\`...)
		default:
			const digits = "0123456789ABCDEF"
			b = append(b, '\\', 'x', digits[c>>4], digits[c&0xF])
		}
	}
	return append(b, value[start:]...)
}
