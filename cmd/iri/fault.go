package main

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/tables"
)

// A fault is what is wrong with a line, and the place of it in the line as the file has it.
type fault struct {
	Column     int      `json:"column"` // from 1, in code points
	Offset     int      `json:"offset"` // in bytes
	Rule       string   `json:"rule"`
	Component  string   `json:"component"`
	Found      string   `json:"found"`
	Expected   []string `json:"expected"`
	Incomplete bool     `json:"incomplete"`
	Message    string   `json:"message"`

	length int // in bytes, of what is found
}

// view returns b as a string. Nothing is copied: the string is good as long as b is the same.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// examine returns what is wrong with a line that is no member of the rule.
func examine(rule tables.Rule, l *lines.Line, escaped bool) fault {
	e, ok := rule.Check(view(l.Text)).(*tables.SyntaxError) // has nothing of the text but copies
	if !ok {
		panic("BUG: Check has nothing to say about an invalid line")
	}
	f := fault{
		Column: e.Column, Offset: e.Offset, Rule: e.Rule, Component: e.Component,
		Found: strings.TrimSuffix(e.Found, ","), Expected: append([]string{}, e.Expected...),
		Incomplete: e.Incomplete, Message: e.Message(),
	}
	if e.AtEnd && !e.Incomplete { // as Message has it
		f.Expected = append(f.Expected, "the end")
	}
	_, f.length = utf8.DecodeRune(l.Text[e.Offset:])
	if escaped {
		f.Offset, f.length = lines.Origin(l.Raw, e.Offset)
		f.Column = utf8.RuneCount(l.Raw[:f.Offset]) + 1
	}
	return f
}

// diagnostic returns the fault for people.
func (f *fault) diagnostic(l *lines.Line) caret.Diagnostic {
	text, at := caret.Window(l.Raw, f.Offset)
	return caret.Diagnostic{
		File: l.File, Line: l.Number, Column: f.Column, Message: f.Message,
		Text: text, Offset: at, Len: f.length,
	}
}
