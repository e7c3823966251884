// Package fault describes mistakes in the input of a command: an [Examiner] finds the [Fault] of a
// line, and a [Report] counts the mistakes of many lines.
package fault

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables"
)

// A Fault is the mistake in a line. Its positions refer to the line as stored in the file: columns
// in code points from 1, offsets and lengths in bytes.
type Fault struct {
	Code     string
	Column   int
	Offset   int
	Length   int
	Part     string // the component at fault, or ""
	Field    string // the column, field or part of the statement, or ""
	Message  string
	Remedy   string // after the message, or ""
	Repaired string // the repaired line, or ""
	Accepted string // the name of a rule that accepts the line, or ""

	// Input is the text of the line if Whole is true, or some of its first bytes if the line is
	// longer than 16 KiB. The next line overwrites it.
	Input []byte
	Whole bool

	stop place // its err is nil for a well-formed line

	raw []byte // the line, its part in memory, or its record
	at  int    // offset in raw of the mistake
}

// A place is the position in a line at which the automaton stops.
type place struct {
	column, offset int
	found          []byte // the text from there
	err            *tables.SyntaxError
}

// The codes of well-formed lines without a result, in addition to those of package iri's
// ResolveError.
const (
	NoDNSName   = "no-dns-name"  // the host cannot become a DNS name
	NoReference = "no-reference" // no reference leads to the IRI
	NoTab       = "no-tab"       // a tab must separate the base from the reference
)

// An Examiner finds the mistakes in lines that a rule rejects.
type Examiner struct {
	// Edits is whether the flags --trim and --skip-blank apply to the lines, so that faults can
	// recommend them.
	Edits bool

	// Quoted is an additional remedy for values that begin with a quotation mark, or "".
	Quoted string

	// Wide is a rule that accepts all members of the rule and names their components, or "".
	Wide tables.Rule

	rule      tables.Rule
	explainer *explain.Explainer
}

// NewExaminer returns an Examiner for a rule. lookup finds other rules of its grammar.
func NewExaminer(rule tables.Rule, lookup func(name string) (tables.Rule, bool)) *Examiner {
	return &Examiner{rule: rule, explainer: explain.New(rule, lookup)}
}

// New returns the fault at l.Text[offset:offset+length] of a well-formed line.
func New(l *files.Line, code, part, message string, offset, length int) Fault {
	column, from, to := l.Place(offset, offset+length)
	f := Fault{
		Code: code, Part: part, Message: message, Column: column, Offset: from, Length: to - from,
		Input: l.Text, Whole: len(l.Raw) <= maxLine, raw: l.Raw, at: from - l.Begin,
	}
	f.of(l)
	return f
}

// of makes f the fault of a value in a record if l is one.
func (f *Fault) of(l *files.Line) {
	if f.Field = l.Field; l.Record != nil {
		f.raw, f.at = l.Record, f.Offset-l.Mark
	}
}

// maxLine is the max length of a line that is explained entirely, in bytes as stored. For a longer
// line only the character at the stop is explained.
const maxLine = explain.MaxBytes

// Examine returns the fault of an entire line. Requires: the rule rejects the line.
func (x *Examiner) Examine(l *files.Line) Fault {
	v := view{raw: l.Raw, pieces: []piece{{}}}
	if len(l.Raw) > maxLine {
		e := x.stop(l.Text)
		f := v.explain(x, l, e, l.Text, e.Offset)
		f.Input = l.Text[:min(len(l.Text), maxLine)]
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
	x.recommend(&f)
	return f
}

// Placeholder returns the fault of the first placeholder in an entire line, even after another
// mistake; ok is false without a placeholder. Requires: the rule rejects the line.
func (x *Examiner) Placeholder(l *files.Line) (f Fault, ok bool) {
	why, ok := x.explainer.ExplainPlaceholder(files.View(l.Text))
	if !ok {
		return f, false
	}
	v := view{raw: l.Raw, pieces: []piece{{}}}
	f = v.fault(l, &why, l.Text[why.Stop.Offset:])
	f.Input, f.Whole = l.Text[:min(len(l.Text), maxLine)], len(l.Raw) <= maxLine
	return f, true
}

// Stop returns the fault of an entire line: the character at which the automaton stops. Requires:
// the rule rejects the line.
func (x *Examiner) Stop(l *files.Line) Fault {
	v := view{raw: l.Raw, pieces: []piece{{}}}
	e := x.stop(l.Text)
	f := v.explain(x, l, e, l.Text, e.Offset)
	f.Input, f.Whole = l.Text, len(l.Raw) <= maxLine
	return f
}

// stop returns the error for a text. Requires: the rule rejects the text.
func (x *Examiner) stop(text []byte) *tables.SyntaxError {
	components := x.Wide
	if components == "" {
		components = x.rule
	}
	_, _, _, _, err := x.rule.Ends(files.View(text), components)
	if err == nil {
		panic("BUG: a valid line has no fault")
	}
	return err.(*tables.SyntaxError)
}

// explain returns the fault at offset at of text, the stop of the automaton, from the 64 bytes
// before and after it.
func (v *view) explain(x *Examiner, l *files.Line, e *tables.SyntaxError, text []byte, at int) Fault {
	const near = 64
	before, after := text[max(0, at-near):at], text[at:min(len(text), at+near)]
	why := x.explainer.ExplainError(e, files.View(before), files.View(after))
	return v.fault(l, &why, after)
}

// A view is the part of a line in memory: the entire line, or the pieces around the stop.
type view struct {
	raw    []byte
	pieces []piece // the beginnings of the pieces in raw
}

// A piece is the position at which a piece of a line begins: its offset in the line as stored, its
// offset in the text, and the number of code points stored before it.
type piece struct{ raw, text, column int }

// fault returns the fault of an explanation, with positions in the line as stored. rest is the text
// from the stop.
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

// recommend adds to the remedy a flag that fixes the line, or that reads it as intended.
func (x *Examiner) recommend(f *Fault) {
	remedy := ""
	part := f.raw[f.at:min(f.at+f.Length, len(f.raw))]
	switch {
	case x.Quoted != "" && bytes.HasPrefix(f.Input, []byte{'"'}):
		remedy = x.Quoted
	case !x.Edits:
		return
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

// locate converts a column and an offset in the text to those in the line as stored.
func (v *view) locate(escapes *files.Escapes, column, offset *int) {
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

// Text returns the message, the remedy, and the name of a rule that accepts the line.
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

// More returns lines with the stop of the automaton and the characters expected there, the repaired
// line, and the command that explains the code. A fault from [New] has no stop.
func (f *Fault) More() string {
	var b strings.Builder
	add := func(name, text string) { fmt.Fprintf(&b, "    %-9s %s\n", name, terminal.Visible(text)) }
	if e := f.stop.err; e != nil {
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
	}
	if f.Repaired != "" {
		add("repaired:", f.Repaired)
	}
	add("see:", "iri explain "+f.Code)
	return b.String()
}

// Diagnostic returns the fault for a terminal.
func (f *Fault) Diagnostic(l *files.Line) terminal.Diagnostic {
	text, at := terminal.Window(f.raw, f.at)
	return terminal.Diagnostic{
		File: l.File, Line: l.Number, Column: f.Column, Message: f.Text(), Code: f.Code,
		Text: text, Offset: at, Len: f.Length,
	}
}
