package files

import "bytes"

// An Edit leaves lines out, and takes blanks away from the others. Files with an Edit are read with
// [File.Lines], which reads lines as a whole.
type Edit struct {
	Trim      bool   // take blanks away from both ends: spaces and tabs
	SkipBlank bool   // leave out lines without other characters
	Comment   string // leave out lines that begin so; "" leaves out no line

	Blank, Comments int // lines that were left out
}

// Edits reports whether lines may be left out or changed.
func (e *Edit) Edits() bool { return e.Trim || e.SkipBlank || e.Comment != "" }

// blanks are the characters that a line is trimmed of.
const blanks = " \t"

// leavesOut reports whether a line is left out, and counts it then.
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

// LeavesOut reports whether a line is left out because it is blank, or a comment.
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

// Trim returns a line without the blanks at its ends, and how many there are at its beginning.
func Trim(line []byte) (text []byte, indent int) {
	text = bytes.TrimLeft(line, blanks)
	return bytes.TrimRight(text, blanks), len(line) - len(text)
}
