package files

import "bytes"

// An Edit skips some lines and trims the others. [File.Lines] applies it to complete lines.
type Edit struct {
	Trim      bool   // remove blanks (spaces and tabs) at both ends
	SkipBlank bool   // skip lines that are empty or blank
	Comment   string // skip lines that start with this prefix, unless it is ""

	Blank, Comments int // numbers of lines skipped
}

// Edits reports whether e may change or skip a line.
func (e *Edit) Edits() bool { return e.Trim || e.SkipBlank || e.Comment != "" }

// blanks holds the characters trimmed from lines.
const blanks = " \t"

// leavesOut reports whether e skips a line and, if so, counts the line.
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

// LeavesOut reports whether e skips a line because it is blank or a comment.
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

// Trim removes the blanks at both ends of a line and returns how many it removed at the beginning.
func Trim(line []byte) (text []byte, indent int) {
	text = bytes.TrimLeft(line, blanks)
	return bytes.TrimRight(text, blanks), len(line) - len(text)
}
