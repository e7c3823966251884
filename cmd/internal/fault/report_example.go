package fault

import (
	"github.com/irilex/iri/cmd/internal/terminal"
)

// An Example is a record with a mistake. Its Text may be the [terminal.Window] of the record.
type Example struct {
	terminal.Diagnostic
	Record int    // number of the record in its file, from 1; 0 if it is the number of the line
	Field  string // as in [Mistake]
}

// A sample is an example in the form kept by a report. Its memory is small, and apart from the
// memory of the line.
type sample struct {
	file                 string
	line, record, column int
	field, message       string
	before, at, after    string // parts of the record in the form for a terminal: before, at and after the place
	mark                 string // the line of the caret below
}

// width is the limit of the cells of the record in a sample.
const width = 100

// sample returns the sample of the example.
func (e *Example) sample() sample {
	s := sample{
		file: kept(e.File, longestPath), line: e.Line, record: e.Record, column: e.Column,
		field: kept(e.Field, longestName), message: kept(e.Message, longestMessage),
	}
	x := terminal.Excerpt{Line: e.Text, Offset: e.Offset, Len: e.Len, Width: width}
	s.before, s.at, s.after, s.mark = x.Split()
	return s
}
