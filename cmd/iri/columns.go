package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/similar"
)

// A table prints lines as rows of columns.
type table struct {
	splitter *splitter
	names    []string // column names
	columns  []int    // indexes into splitter.parts, followed by columnNames
	missing  string   // written for a missing component
	terminal bool     // whether invisible characters are shown by name
	faults   bool     // whether a column describes the error in an invalid line
}

// The columns other than components. Their indexes follow the splitter's parts.
const (
	inputColumn = iota
	lineColumn
	fileColumn
	recordColumn
	fieldColumn
	validColumn
	codeColumn // this and the following columns describe the error in an invalid line
	columnColumn
	offsetColumn
	messageColumn
)

var columnNames = []string{
	inputColumn: "input", lineColumn: "line", fileColumn: "file", recordColumn: "record", fieldColumn: "field",
	validColumn: "valid",
	codeColumn:  "code", columnColumn: "column", offsetColumn: "offset", messageColumn: "message",
}

// fieldNames returns the names that --fields accepts. If a component and another field have the
// same name, the component takes precedence.
func (s *splitter) fieldNames() []string {
	var names []string
	for _, f := range s.fields {
		names = append(names, f.name)
	}
	return append(names, columnNames...)
}

// newTable returns the table that the flags request.
func newTable(cmd *cobra.Command, s *splitter, c *parse) (*table, error) {
	t := &table{splitter: s, missing: c.absent, terminal: terminal.Is(cmd.OutOrStdout())}
	known := s.fieldNames()
	for name := range strings.SplitSeq(c.fields, ",") {
		name = strings.TrimSpace(name)
		i := slices.Index(known, name)
		if i < 0 {
			return nil, unknownField(cmd, name, known)
		}
		t.names, t.columns = append(t.names, name), append(t.columns, i)
		t.faults = t.faults || i >= len(s.fields)+codeColumn
	}
	return t, nil
}

func unknownField(cmd *cobra.Command, name string, known []string) error {
	if answer, ok := program.AnswerTo(cmd, "--fields="+name); ok {
		return program.Usagef(cmd, "unknown field %q; %s", name, answer)
	}
	text := ""
	if near := similar.Names(name, known); len(near) > 0 {
		text = "; similar: " + strings.Join(near, ", ")
	}
	return program.Usagef(cmd, "unknown field %q%s; the fields are %s", name, text, strings.Join(known, ", "))
}

// appendHeader appends the header line.
func (t *table) appendHeader(b []byte) []byte {
	for i, name := range t.names {
		if i > 0 {
			b = append(b, '\t')
		}
		b = t.appendValue(b, name)
	}
	return append(b, '\n')
}

// appendLine appends the columns of a line. f is nil if the line is valid. The columns that
// describe an error are empty for a valid line, and the component columns are empty for an invalid
// line.
func (t *table) appendLine(b []byte, l *files.Line, f *fault.Fault) []byte {
	parts, valid := len(t.splitter.fields), f == nil
	for i, c := range t.columns {
		if i > 0 {
			b = append(b, '\t')
		}
		switch {
		case c < parts && valid && t.splitter.parts[c].present:
			b = t.appendValue(b, t.splitter.parts[c].value)
		case c < parts:
			b = append(b, t.missing...)
		case c == parts+inputColumn:
			b = t.appendValue(b, files.View(l.Text))
		case c == parts+lineColumn:
			b = strconv.AppendInt(b, int64(l.Number), 10)
		case c == parts+fileColumn:
			b = t.appendValue(b, l.File)
		case c == parts+recordColumn && l.Row > 0:
			b = strconv.AppendInt(b, int64(l.Row), 10)
		case c == parts+fieldColumn && l.Field != "":
			b = t.appendValue(b, l.Field)
		case c == parts+recordColumn, c == parts+fieldColumn:
			b = append(b, t.missing...)
		case c == parts+validColumn:
			b = strconv.AppendBool(b, valid)
		case f == nil:
			b = append(b, t.missing...)
		case c == parts+codeColumn:
			b = append(b, f.Code...)
		case c == parts+columnColumn:
			b = strconv.AppendInt(b, int64(f.Column), 10)
		case c == parts+offsetColumn:
			b = strconv.AppendInt(b, int64(f.Offset), 10)
		case c == parts+messageColumn:
			b = t.appendValue(b, string([]rune(f.Message))) // it may quote invalid UTF-8
		}
	}
	return append(b, '\n')
}

func (t *table) appendValue(b []byte, value string) []byte {
	if t.terminal {
		value = terminal.Visible(value)
	}
	return appendTSV(b, value)
}

// appendTSV appends a value. It escapes backslashes and ASCII controls.
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
