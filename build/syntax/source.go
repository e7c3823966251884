package syntax

import (
	"sort"
	"sync"
	"unicode/utf8"
)

// A Pos is a byte offset into the text of a [Source]. [Source.Position] turns it into a
// line and a column.
type Pos int

// A Source is a document: its text, and its name for use in messages. The text may be extracted
// from a longer document (see [NewExtract]). Lines and columns then refer to the longer document.
type Source struct {
	Name string
	Text string

	once  sync.Once
	lines []int  // offset of the first byte of each line; set by index
	marks []mark // marks on lines longer than markDistance bytes, at that distance; set by index

	origin *Source     // for an extract, the document it was taken from; otherwise nil
	pieces []placement // for an extract, its pieces
}

// A mark is an offset on a long line, with the number of preceding code points on that line.
// Columns are counted from the nearest preceding mark. A document may consist of a single
// one-mebibyte line with an error every few bytes; counting from the start of the line for each
// error would take minutes.
//
// Tested against: TestPositionOnLongLines counts each column from the start of the line.
type mark struct{ at, count int }

const markDistance = 1 << 10

// NewSource returns a document with the given name and text. Lines end in LF. A CR before the LF is
// part of the line.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// index finds the lines of the text and places the marks. lineOf calls it once.
func (s *Source) index() {
	s.lines = []int{0}
	last := mark{} // the latest mark, or the start of the line
	count := 0
	for i, c := range s.Text {
		if i-last.at >= markDistance {
			last = mark{i, count}
			s.marks = append(s.marks, last)
		}
		count++
		if c == '\n' {
			s.lines = append(s.lines, i+1)
			last, count = mark{i + 1, 0}, 0
		}
	}
}

// lineOf returns the zero-based number of the line that contains pos.
func (s *Source) lineOf(pos Pos) int {
	s.once.Do(s.index)
	return sort.SearchInts(s.lines, int(pos)+1) - 1
}

// A Position is the line and column of a byte.
type Position struct {
	Line   int // from 1
	Column int // from 1, in code points; an invalid UTF-8 byte counts as one
}

// Position returns the line and column of pos. For an extract it returns the position in the
// original document.
func (s *Source) Position(pos Pos) Position {
	if s.origin != nil {
		return s.origin.Position(s.start(pos))
	}
	line := s.lineOf(pos)
	from := mark{at: s.lines[line]}
	if i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].at > int(pos) }); i > 0 &&
		s.marks[i-1].at > from.at {
		from = s.marks[i-1]
	}
	return Position{
		Line:   line + 1,
		Column: from.count + utf8.RuneCountInString(s.Text[from.at:pos]) + 1,
	}
}

// Line returns the line that contains pos, without its line ending, and the offset of its first
// byte. For an extract it returns the corresponding line of the document. start is then chosen so
// that pos-start is the offset of pos on that line; start may be negative.
func (s *Source) Line(pos Pos) (text string, start Pos) {
	if s.origin != nil {
		at := s.start(pos)
		text, start = s.origin.Line(at)
		return text, pos - (at - start)
	}
	line := s.lineOf(pos)
	from, to := s.lines[line], len(s.Text)
	if line+1 < len(s.lines) {
		to = s.lines[line+1] - 1
	}
	if to > from && s.Text[to-1] == '\r' {
		to--
	}
	return s.Text[from:to], Pos(from)
}

// A Severity is the importance of a [Diagnostic].
type Severity uint8

// Severities. A document with an Error cannot be compiled completely. A Warning indicates a
// probable mistake, and a Note a fact worth knowing.
const (
	Note Severity = iota
	Warning
	Error
)

// String returns "note", "warning" or "error".
func (s Severity) String() string {
	return [...]string{"note", "warning", "error"}[s]
}

// A Diagnostic reports a defect of a document, or a fact worth knowing.
type Diagnostic struct {
	Severity Severity
	Code     string // short and stable, for programs: "unterminated-string"
	Pos      Pos
	Len      int    // length in bytes of the text it concerns, from Pos; 0 for a position between two bytes
	Message  string // the defect and its remedy
}
