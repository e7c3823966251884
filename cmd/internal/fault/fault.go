// Package fault finds what is wrong with a line.
package fault

import (
	"strings"
	"unicode/utf8"

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
}

// Examine returns what is wrong with a line that is no member of the rule.
func Examine(rule tables.Rule, l *lines.Line, escaped bool) Fault {
	e, ok := rule.Check(string(l.Text)).(*tables.SyntaxError)
	if !ok {
		panic("BUG: Check has nothing to say about an invalid line")
	}
	f := Fault{
		Column: e.Column, Offset: e.Offset, Rule: e.Rule, Component: e.Component,
		Found: strings.TrimSuffix(e.Found, ","), Expected: append([]string{}, e.Expected...),
		Incomplete: e.Incomplete, Message: e.Message(),
	}
	if e.AtEnd && !e.Incomplete { // as Message has it
		f.Expected = append(f.Expected, "the end")
	}
	_, f.Length = utf8.DecodeRune(l.Text[e.Offset:])
	if escaped {
		f.Offset, f.Length = lines.Origin(l.Raw, e.Offset)
		f.Column = utf8.RuneCount(l.Raw[:f.Offset]) + 1
	}
	return f
}
