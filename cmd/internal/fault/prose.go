package fault

import (
	"github.com/irilex/iri/cmd/internal/files"
)

// Format is the code for a line that the rule of a format accepts, but that violates what the
// standard demands in prose.
const Format = "format"

// prose returns the fault that [Examiner.Prose] finds in a line that the rule accepts. ok is false
// if the rule rejects the line.
func (x *Examiner) prose(l *files.Line) (f Fault, ok bool) {
	if x.Prose == nil || !x.rule.ValidBytes(l.Text) {
		return f, false
	}
	code, message, offset, length := x.Prose(files.View(l.Text))
	if message == "" {
		panic("BUG: fault requested for a valid line")
	}
	f = New(l, code, "", message, offset, length)
	f.Input, f.rule = l.Text[:min(len(l.Text), maxLine)], x.rule.Name()
	return f, true
}
