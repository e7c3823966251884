package fault

import (
	"github.com/irilex/iri/cmd/internal/terminal"
)

// An Example is a record that contains a mistake. Its Text may be a [terminal.Window] of the
// record.
type Example struct {
	terminal.Diagnostic
	Record int    // number of the record in its file, from 1, or 0 if it equals the line number
	Field  string // see [Mistake]
}

// A sample is a shortened copy of an example, kept in a report.
type sample struct {
	file                 string
	line, record, column int
	field, message       string
	before, at, after    string // the parts of the excerpt before, at and after the mistake
	mark                 string // the line with the caret
}

// width is the maximum width of an excerpt in cells.
const width = 100

// sample returns a shortened copy of the example.
func (e *Example) sample() sample {
	s := sample{
		file: kept(e.File, maxPath), line: e.Line, record: e.Record, column: e.Column,
		field: kept(e.Field, maxName), message: kept(e.Message, maxMessage),
	}
	x := terminal.Excerpt{Line: e.Text, Offset: e.Offset, Len: e.Len, Width: width}
	s.before, s.at, s.after, s.mark = x.Split()
	return s
}
