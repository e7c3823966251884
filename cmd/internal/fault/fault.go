// Package fault tells the mistakes in the input of a command: an [Examiner] finds the [Fault] of a line, and a
// [Report] counts those of many.
package fault

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/explain"
)

// A Fault is the mistake in a line. Its places are those of the line as the file has it: columns in
// code points from 1, offsets and lengths in bytes.
type Fault struct {
	Code     string
	Column   int
	Offset   int
	Length   int
	Part     string // or ""
	Field    string // the name of the value in its record, or ""
	Message  string
	Remedy   string // or ""
	Repaired string // the line with the repair, or ""
	Accepted string // a rule that accepts the line, or ""

	// Input is the text of the line, good until the next line, if Whole. Else the line has more
	// than 16 KiB, and Input is some of its first bytes.
	Input []byte
	Whole bool

	stop place // where the automaton stops; its err is nil for a line of the right form

	raw []byte // the line, or the part of it that is in memory
	at  int    // of the part at fault in raw
}

// A place is where the automaton of the rule stops.
type place struct {
	column, offset int
	found          []byte // the bytes of the line from there on, the first ones at least
	err            *tables.SyntaxError
}

// An Examiner finds the mistakes in the lines that a rule refuses.
type Examiner struct {
	// Edits is whether the program has the flags --trim and --skip-blank, which faults recommend then.
	Edits bool

	// Wide is a rule that accepts all members of the rule and names their components, or "".
	Wide tables.Rule

	rule      tables.Rule
	explainer *explain.Explainer
}

// NewExaminer returns an examiner for a rule. The function finds other rules of its grammar.
func NewExaminer(rule tables.Rule, lookup func(name string) (tables.Rule, bool)) *Examiner {
	return &Examiner{rule: rule, explainer: explain.New(rule, lookup)}
}

// New returns the fault of a line that has the right form. The part at fault is length bytes of l.Text
// from offset on.
func New(l *files.Line, code, part, message string, offset, length int) Fault {
	column, from, to := l.Place(offset, offset+length)
	f := Fault{
		Code: code, Part: part, Message: message, Column: column, Offset: from, Length: to - from,
		Input: l.Text, Whole: len(l.Raw) <= most, raw: l.Raw, at: from - l.Begin,
	}
	f.of(l)
	return f
}

// of makes f the fault of a value in a record, if l is one.
func (f *Fault) of(l *files.Line) {
	if f.Field = l.Field; l.Record != nil {
		f.raw, f.at = l.Record, f.Offset
	}
}

// most is the length in bytes, as the file has it, of the longest line that is explained as a whole. Of
// a longer one the character at the place is explained.
const most = explain.MostBytes

// Examine returns the mistake in a whole line that the rule refuses.
func (x *Examiner) Examine(l *files.Line) Fault {
	v := view{raw: l.Raw, pieces: []piece{{}}}
	if len(l.Raw) > most {
		e := x.stop(l.Text)
		f := v.explain(x, l, e, l.Text, e.Offset)
		f.Input = l.Text[:min(len(l.Text), most)]
		return f
	}
	why, ok := x.explainer.Explain(files.View(l.Text))
	if !ok {
		panic("BUG: a valid line has no fault")
	}
	if x.Wide != "" {
		why.Stop = x.stop(l.Text)
	}
	f := v.fault(l, &why, l.Text[why.Stop.Offset:])
	f.Input, f.Whole = l.Text, true
	if x.Edits {
		f.recommend()
	}
	return f
}

// Stop returns the mistake in a whole line as the character at which the automaton of the rule stops.
func (x *Examiner) Stop(l *files.Line) Fault {
	v := view{raw: l.Raw, pieces: []piece{{}}}
	e := x.stop(l.Text)
	f := v.explain(x, l, e, l.Text, e.Offset)
	f.Input, f.Whole = l.Text, len(l.Raw) <= most
	return f
}

// stop returns the error of a line that the rule refuses.
func (x *Examiner) stop(text []byte) *tables.SyntaxError {
	components := x.Wide
	if components == "" {
		components = x.rule
	}
	_, _, _, _, e := x.rule.Ends(files.View(text), components)
	if e == nil {
		panic("BUG: a valid line has no fault")
	}
	return e
}

// explain returns the fault of a line that is too long to be explained as a whole. The automaton stops
// at an offset of text, which is around that place.
func (v *view) explain(x *Examiner, l *files.Line, e *tables.SyntaxError, text []byte, at int) Fault {
	const near = 64
	before, after := text[max(0, at-near):at], text[at:min(len(text), at+near)]
	why := x.explainer.ExplainError(e, files.View(before), files.View(after))
	return v.fault(l, &why, after)
}

// A view is the part of a line that is in memory: all of it, or the pieces around the place.
type view struct {
	raw    []byte
	pieces []piece // where those begin that raw is of
}

// A piece begins at an offset of the line as the file has it, at an offset of its text, and after
// so many code points of the file.
type piece struct{ raw, text, column int }

// fault returns the fault of a line in terms of the file. The text after the place where the automaton
// stops begins with rest.
func (v *view) fault(l *files.Line, why *explain.Explanation, rest []byte) Fault {
	f := Fault{
		Code: why.Code, Column: why.Column, Offset: why.Offset, Length: why.Length,
		Part: why.Part, Message: why.Message, Remedy: why.Remedy,
		Repaired: strings.Clone(why.Repaired), Accepted: why.Accepting,
		stop: place{column: why.Stop.Column, offset: why.Stop.Offset, found: rest, err: why.Stop},
	}
	if l.Escapes != nil {
		end := Fault{Offset: why.Offset + why.Length}
		v.locate(l.Escapes, &end.Column, &end.Offset)
		v.locate(l.Escapes, &f.Column, &f.Offset)
		v.locate(l.Escapes, &f.stop.column, &f.stop.offset)
		f.Length = max(0, end.Offset-f.Offset)
	}
	f.raw, f.at = v.raw, min(max(f.Offset-v.pieces[0].raw, 0), len(v.raw))
	f.Column, f.Offset = f.Column+l.Indent, f.Offset+l.Begin
	f.stop.column, f.stop.offset = f.stop.column+l.Indent, f.stop.offset+l.Begin
	f.of(l)
	return f
}

// recommend adds the flag that has the program mend the line.
func (f *Fault) recommend() {
	remedy := ""
	part := f.raw[f.at:min(f.at+f.Length, len(f.raw))]
	switch {
	case f.Code == "empty-line":
		remedy = "use --skip-blank"
	case f.Code == "blank-around" && len(bytes.TrimSpace(f.raw)) == 0:
		remedy = "use --skip-blank"
	case f.Code == "blank-around" && len(bytes.Trim(part, " \t")) == 0:
		remedy = "use --trim"
	default:
		return
	}
	if f.Remedy != "" {
		remedy = f.Remedy + ", or " + remedy
	}
	f.Remedy = remedy
}

// locate puts the place in the file in place of one in the text: its column and its offset.
func (v *view) locate(escapes files.Escapes, column, offset *int) {
	p := v.pieces[0]
	for _, next := range v.pieces {
		if next.text <= *offset {
			p = next
		}
	}
	raw := v.raw[p.raw-v.pieces[0].raw:]
	at, _ := escapes.Origin(raw, max(*offset-p.text, 0))
	*column, *offset = p.column+utf8.RuneCount(raw[:at])+1, p.raw+at
}

// Text returns the message, with the remedy and the rule that accepts the line.
func (f *Fault) Text() string {
	text := f.Message
	if f.Field != "" {
		text = f.Field + ": " + text
	}
	if f.Remedy != "" {
		text += "; " + f.Remedy
	}
	if f.Accepted != "" {
		text += "; -r " + f.Accepted + " accepts it"
	}
	return text
}

// More returns lines with the place where the automaton stops, the characters that it expects, the
// repaired line, and the command that explains the code.
func (f *Fault) More() string {
	var b strings.Builder
	add := func(name, text string) { fmt.Fprintf(&b, "    %-9s %s\n", name, terminal.Visible(text)) }
	e := f.stop.err
	place := "column " + strconv.Itoa(f.stop.column)
	if name := e.Component(); name != "" {
		place += ", in the " + name
	}
	add("rule:", e.Rule().Name()+" stops at "+place)
	expected := e.Expected()
	if e.AtEnd && !e.Incomplete {
		expected = append(expected[:len(expected):len(expected)], "the end")
	}
	add("found:", e.Found())
	add("expected:", strings.Join(expected, ", "))
	if f.Repaired != "" {
		add("repaired:", f.Repaired)
	}
	add("see:", "iri explain "+f.Code)
	return b.String()
}

// Diagnostic returns the fault for people.
func (f *Fault) Diagnostic(l *files.Line) terminal.Diagnostic {
	text, at := terminal.Window(f.raw, f.at)
	return terminal.Diagnostic{
		File: l.File, Line: l.Number, Column: f.Column, Message: f.Text(), Code: f.Code,
		Text: text, Offset: at, Len: f.Length,
	}
}
