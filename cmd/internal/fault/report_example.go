package fault

import (
	"github.com/irilex/iri/cmd/internal/terminal"
)

// An Example is a record with a mistake. Its Text may be the [terminal.Window] of the record.
type Example struct {
	terminal.Diagnostic
	Record int    // the number of the record in its file, from 1; 0 where that is the line
	Field  string // as in [Mistake]
}

// A sample is the form in which an example is kept. It has little memory, and shares none with the
// line.
type sample struct {
	file                 string
	line, record, column int
	field, message       string
	before, at, after    string // the record as a terminal shows it, and the place in it
	mark                 string // the line with the caret below
}

// width is how many cells of the record a sample has.
const width = 100

// sample returns the form in which the example is kept.
func (e *Example) sample() sample {
	s := sample{
		file: kept(e.File, longestPath), line: e.Line, record: e.Record, column: e.Column,
		field: kept(e.Field, longestName), message: kept(e.Message, longestMessage),
	}
	x := terminal.Excerpt{Line: e.Text, Offset: e.Offset, Len: e.Len, Width: width}
	s.before, s.at, s.after, s.mark = x.Split()
	return s
}
