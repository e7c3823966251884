package files

import "bytes"

// An Edit leaves out lines, and trims the others. [File.Lines] applies it to entire lines.
type Edit struct {
	Trim      bool   // remove blanks (spaces and tabs) at both ends
	SkipBlank bool   // leave out lines that are empty or blank
	Comment   string // leave out lines with this prefix, unless it is ""

	Blank, Comments int // counts of lines left out
}

// Edits reports whether e may change or leave out a line.
func (e *Edit) Edits() bool { return e.Trim || e.SkipBlank || e.Comment != "" }

// blanks are the characters trimmed from lines.
const blanks = " \t"

// leavesOut reports whether e leaves out a line, and counts the line.
func (e *Edit) leavesOut(line []byte) bool {
	blank, comment := e.LeavesOut(line)
	if blank {
		e.Blank++
	}
	if comment {
		e.Comments++
	}
	return blank || comment
}

// LeavesOut reports whether e leaves out a line as blank or as a comment.
func (e *Edit) LeavesOut(line []byte) (blank, comment bool) {
	if e.Comment == "" && !e.SkipBlank {
		return false, false
	}
	text := bytes.TrimLeft(line, blanks)
	if e.SkipBlank && len(text) == 0 {
		return true, false
	}
	if !e.Trim {
		text = line
	}
	return false, e.Comment != "" && bytes.HasPrefix(text, []byte(e.Comment))
}

// Trim removes the blanks at both ends of a line, and returns the number removed at its beginning.
func Trim(line []byte) (text []byte, indent int) {
	text = bytes.TrimLeft(line, blanks)
	return bytes.TrimRight(text, blanks), len(line) - len(text)
}
