package fault

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A Long examines lines in pieces, in constant memory. It keeps only the bytes that a diagnostic
// shows around the point where the automaton stopped. The zero value is ready to use.
//
// Tested against: [Examiner.Examine] (TestLongIsLikeExamine).
type Long struct {
	err   error  // the error in the line so far
	begin []byte // the first stored bytes of the line, at most maxLine+1
	view
	next piece // where the next piece begins
	room int   // number of bytes still to keep after the stop
}

// before is the number of bytes kept before a piece. It exceeds [terminal.Reach] because an escaped
// code point at the stop may begin before the piece.
const before = terminal.Reach + 64

// Add adds the next piece of a line. err is the error in the line so far, or nil. It is the error
// of the examined rule, so it remains nil if only the scheme is not allowed.
func (g *Long) Add(l *files.Line, err error) {
	if l.First {
		*g = Long{begin: g.begin[:0], view: view{raw: g.raw[:0], pieces: g.pieces[:0]}}
	}
	g.begin = append(g.begin, l.Raw[:min(len(l.Raw), maxLine+1-len(g.begin))]...)
	if g.err != nil {
		n := min(g.room, len(l.Raw))
		g.raw = append(g.raw, l.Raw[:n]...)
		g.room -= n
		return
	}
	g.forget()
	g.raw = append(g.raw, l.Raw...)
	g.pieces = append(g.pieces, g.next)
	g.next.raw += len(l.Raw)
	g.next.text += len(l.Text)
	if l.Escapes != nil {
		g.next.column += utf8.RuneCount(l.Raw)
	}
	g.err, g.room = err, terminal.Reach
}

// forget drops pieces too far before the next piece to appear in a diagnostic.
func (g *Long) forget() {
	n := 0
	for n+1 < len(g.pieces) && g.next.raw-g.pieces[n+1].raw >= before {
		n++
	}
	if n > 0 {
		g.raw = slices.Delete(g.raw, 0, g.pieces[n].raw-g.pieces[0].raw)
		g.pieces = slices.Delete(g.pieces, 0, n)
	}
}

// Fault returns the fault in the line whose last piece is l. The line must be invalid.
func (g *Long) Fault(x *Examiner, l *files.Line) Fault {
	whole := *l
	whole.Raw, whole.Text = g.begin, g.begin
	if l.Escapes != nil {
		whole.Text, _, _ = files.Unescape(nil, g.begin, len(g.begin) > maxLine)
	}
	if len(g.begin) <= maxLine {
		return x.Examine(&whole)
	}
	if f, ok := x.scheme(&whole); ok {
		return f
	}
	e, ok := errors.AsType[*tables.SyntaxError](g.err)
	if !ok && x.Schemes != nil { // only the beginning of a scheme is in memory
		return x.refuse(&whole, files.View(whole.Text))
	} else if !ok {
		panic("BUG: fault requested for a valid line")
	}
	text, from := g.raw, g.pieces[0].text
	if l.Escapes != nil {
		text, _, _ = files.Unescape(nil, g.raw, false) // without an incomplete escape at the end
	}
	f := g.explain(x, l, e, text, min(max(e.Offset-from, 0), len(text)))
	f.Input = whole.Text
	return f
}
