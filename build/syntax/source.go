package syntax

import (
	"sort"
	"sync"
	"unicode/utf8"
)

// A Pos is a byte offset into the text of a [Source]. [Source.Position] turns it into a
// line and a column.
type Pos int

// A Source is a document: its name for messages, and its text. The text may be an extract of a
// longer document, see [NewExtract]. Lines and columns then refer to the longer document.
type Source struct {
	Name string
	Text string

	once  sync.Once
	lines []int  // offset of the first byte of each line; set by index
	marks []mark // marks on lines over markDistance bytes, that far apart; set by index

	origin *Source     // for an extract, the document; else nil
	pieces []placement // for an extract, its pieces
}

// A mark is an offset on a long line, with the number of preceding code points on the line. A
// column is counted from the nearest mark before it. A document may be one line of a mebibyte with
// an error every few bytes. Counting from the start of the line for each error would take minutes.
//
// Tested against: TestPositionOnLongLines counts from the start of the line.
type mark struct{ at, count int }

const markDistance = 1 << 10

// NewSource returns a document with a name and a text. Lines end in LF. A CR before the LF belongs
// to the line.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// index finds the lines and the marks of the text. lineOf calls it once.
func (s *Source) index() {
	s.lines = []int{0}
	last := mark{} // the last mark, or the start of the line
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

// lineOf returns the number of the line that contains pos. The first line is 0.
func (s *Source) lineOf(pos Pos) int {
	s.once.Do(s.index)
	return sort.SearchInts(s.lines, int(pos)+1) - 1
}

// A Position is the line and the column of a byte.
type Position struct {
	Line   int // from 1
	Column int // from 1, in code points; a byte that is not UTF-8 counts as one
}

// Position returns the line and column of pos. For an extract they are those in the document.
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

// Line returns the line that contains pos, without its line end, and the offset of its first byte.
// For an extract it returns the line of the document. Then start is such that pos-start is the
// offset of pos on that line, and it may be negative.
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
	Len      int    // number of bytes it is about, from Pos; 0 for a position between two bytes
	Message  string // the defect and its remedy
}
