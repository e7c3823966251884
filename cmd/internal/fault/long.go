package fault

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/tables"
)

// A Long examines a line that comes in pieces, in constant memory: it keeps of it what is
// around the place, as far as a diagnostic may show it.
type Long struct {
	Escaped bool

	checker *tables.Checker
	err     error // of the line, as soon as it is known
	view
	next piece // where the next piece begins
	room int   // how much more to keep behind the place
}

// before is how many bytes in front of a piece are kept. The place may be in front of it too,
// by what is left of a code point, all of it escaped.
const before = caret.Reach + 64

// NewLong returns a Long for a rule.
func NewLong(rule tables.Rule, escaped bool) *Long {
	return &Long{Escaped: escaped, checker: tables.NewChecker(rule)}
}

// Add takes the next piece of a line, the first one of the next line after the last of one.
func (g *Long) Add(l *lines.Line) {
	if !l.Begun {
		g.checker.Reset()
		*g = Long{Escaped: g.Escaped, checker: g.checker, view: view{raw: g.raw[:0], pieces: g.pieces[:0]}}
	}
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
	if g.Escaped {
		g.next.column += utf8.RuneCount(l.Raw)
	}
	if _, g.err = g.checker.Write(l.Text); g.err == nil && !l.More {
		g.err = g.checker.Close()
	}
	g.room = caret.Reach
}

// forget lets go of the pieces that are too far back to be shown.
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

// Valid reports whether the line, all of which was added, is a member.
func (g *Long) Valid() bool { return g.err == nil }

// Fault returns what is wrong with the line, all of which was added: l is its last piece.
func (g *Long) Fault(l *lines.Line) Fault {
	var e *tables.SyntaxError
	if !errors.As(g.err, &e) {
		panic("BUG: a valid line has no fault")
	}
	return g.fault(e, l.Number, g.Escaped)
}
