// Package fault finds what is wrong with a line.
package fault

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/tables"
)

// A Fault is what is wrong with a line, and the place of it in the line as the file has it.
type Fault struct {
	Column     int      `json:"column"` // from 1, in code points
	Offset     int      `json:"offset"` // in bytes
	Rule       string   `json:"rule"`
	Component  string   `json:"component"`
	Found      string   `json:"found"`
	Expected   []string `json:"expected"`
	Incomplete bool     `json:"incomplete"`
	Message    string   `json:"message"`

	Length int `json:"-"` // in bytes, of what is found

	raw []byte // what is at hand of the line
	at  int    // the place in it
}

// Examine returns the fault of a whole line that is no member of the rule.
func Examine(l *lines.Line, rule tables.Rule) Fault {
	e, message := tables.Explain(rule, lines.View(l.Text))
	if e == nil {
		panic("BUG: a valid line has no fault")
	}
	v := view{raw: l.Raw, pieces: []piece{{}}}
	return v.fault(l, e, message)
}

// A view is what is at hand of a line: all of it, or the pieces around the place.
type view struct {
	raw    []byte
	pieces []piece // where those begin that raw is of
}

// A piece begins at an offset of the line as the file has it, at an offset of its text, and after
// so many code points of the file.
type piece struct{ raw, text, column int }

// fault returns the fault of a line whose error is e, in terms of the file.
func (v *view) fault(l *lines.Line, e *tables.SyntaxError, message string) Fault {
	f := Fault{
		Column: e.Column, Offset: e.Offset, Rule: e.Rule().Name(), Component: e.Component(),
		Found: strings.TrimSuffix(e.Found(), ","), Expected: append([]string{}, e.Expected()...),
		Incomplete: e.Incomplete, Message: message,
	}
	if e.AtEnd && !e.Incomplete { // as the message has it
		f.Expected = append(f.Expected, "the end")
	}
	if l.Escaped {
		v.locate(&f)
	}
	f.raw, f.at = v.raw, min(max(f.Offset-v.pieces[0].raw, 0), len(v.raw))
	if !l.Escaped {
		_, f.Length = utf8.DecodeRune(f.raw[f.at:])
	}
	return f
}

// locate finds what an offset of the text comes from.
func (v *view) locate(f *Fault) {
	p := v.pieces[0]
	for _, next := range v.pieces {
		if next.text <= f.Offset {
			p = next
		}
	}
	raw := v.raw[p.raw-v.pieces[0].raw:]
	at, n := lines.Origin(raw, max(f.Offset-p.text, 0))
	f.Column, f.Offset, f.Length = p.column+utf8.RuneCount(raw[:at])+1, p.raw+at, n
}

// Diagnostic returns the fault for people.
func (f *Fault) Diagnostic(l *lines.Line) caret.Diagnostic {
	text, at := caret.Window(f.raw, f.at)
	return caret.Diagnostic{
		File: l.File, Line: l.Number, Column: f.Column, Message: f.Message,
		Text: text, Offset: at, Len: f.Length,
	}
}
