package syntax

import (
	"sort"
	"sync"
	"unicode/utf8"
)

// A Source is a document: its name in messages, and its text. The text may be an extract of
// a longer document, see [NewExtract]. Lines and columns are then those of that document.
type Source struct {
	Name string
	Text string

	once  sync.Once
	lines []int  // offset of the first byte of each line, filled by index
	marks []mark // on long lines, a markDistance or a little more apart, filled by index

	origin *Source  // the document of an extract, else nil
	pieces []placed // of an extract
}

// A mark is an offset, and the number of code points before it on its line. A document may be
// one line of a mebibyte with a mistake every few bytes. Counting from its beginning for
// each mistake would take minutes.
//
// Twin: TestPositionOnLongLines counts from the beginning of the line.
type mark struct{ at, count int }

const markDistance = 1 << 10

// NewSource returns a document with a name and a text. Lines end in LF; the CR of a CRLF
// belongs to the line it ends.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// index finds the lines and marks, at the first call for a position.
func (s *Source) index() {
	s.lines = []int{0}
	last := mark{} // the last mark, or the beginning of the line
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

// lineOf returns the number, from 0, of the line of pos.
func (s *Source) lineOf(pos Pos) int {
	s.once.Do(s.index)
	return sort.SearchInts(s.lines, int(pos)+1) - 1
}

// A Position is given by its line and column.
type Position struct {
	Line   int // from 1
	Column int // from 1, in code points; a byte that is not UTF-8 counts as one
}

// Position returns the line and column of pos; in an extract those of the document.
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

// Line returns the text of the line of pos, without its line end, and the offset of its
// first byte. In an extract it returns the line of the document. Then start may be
// negative: pos-start is the offset of pos on the line in any case.
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

// A Severity is the weight of a [Diagnostic].
type Severity uint8

// The severities. A document with an Error cannot be compiled as a whole; a Note is worth
// knowing.
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
	Len      int    // bytes from Pos concerned; 0 for a position between bytes or the end of the text
	Message  string // the defect, and the right form
}
