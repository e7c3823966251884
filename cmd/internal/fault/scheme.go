package fault

import (
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
)

// SchemeNotAllowed is the code for a scheme that is not one of [Examiner.Schemes]. Package policy
// has the same code.
const SchemeNotAllowed = "scheme-not-allowed"

// scheme returns the fault for a scheme that is not allowed. The scheme is the first part of a
// line, so this fault precedes every other one. ok is false if the line has no scheme or an allowed
// one.
func (x *Examiner) scheme(l *files.Line) (f Fault, ok bool) {
	scheme, _, colon := strings.Cut(files.View(l.Text), ":")
	if x.Schemes == nil || !colon || !x.Scheme.Valid(scheme) ||
		slices.Contains(x.Schemes, strings.ToLower(scheme)) {
		return f, false
	}
	return x.refuse(l, scheme), true
}

// refuse returns the fault for the scheme at the beginning of a line. The length in the fault does
// not exceed that of the text that a Long keeps.
func (x *Examiner) refuse(l *files.Line, scheme string) Fault {
	const maxShown, maxListed = 40, 5
	message := "the scheme " + strconv.Quote(shortened(scheme, maxShown)) + " is not allowed"
	f := New(l, SchemeNotAllowed, "scheme", message, 0, min(len(scheme), maxLine+1))
	if f.Input = l.Text[:min(len(l.Text), maxLine)]; len(x.Schemes) <= maxListed {
		f.Remedy = "--schemes allows " + strings.Join(x.Schemes, ", ")
	}
	return f
}
