// Package fault describes errors in the input of a command: an [Examiner] finds the [Fault] in a
// line, and a [Report] counts the errors in many lines.
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

// A Fault describes the error in a line. Its positions refer to the line as stored in the file:
// columns count code points from 1, offsets and lengths count bytes.
type Fault struct {
	Code     string
	Column   int
	Offset   int
	Length   int
	Part     string // the component at fault, or ""
	Field    string // the column, field or part of the statement, or ""
	Message  string
	Remedy   string // printed after the message, or ""
	Repaired string // the repaired line, or ""
	Accepted string // the name of a rule that accepts the line, or ""

	// Input is the text of the line if Whole is true, or a prefix of it if the line is longer than 16
	// KiB. The next line overwrites it.
	Input []byte
	Whole bool

	rule string // the name of the rule, if its table accepts the line; otherwise stop names it
	stop place  // stop.err is nil if the line is well-formed

	raw []byte // the line, the part of it in memory, or its record
	at  int    // offset of the error in raw
}

// A place is the position at which the automaton stops in a line.
type place struct {
	column, offset int
	found          []byte // the text from that position on
	err            *tables.SyntaxError
}

// Codes for well-formed lines that have no result. The ResolveError of package iri has further
// codes.
const (
	NoDNSName     = "no-dns-name"    // the host cannot become a DNS name
	MisreadResult = "misread-result" // the result would be read differently in place of the value
	NoReference   = "no-reference"   // no reference resolves to the IRI
	NoTab         = "no-tab"         // a tab must separate the base from the reference
)

// An Examiner finds the errors in lines that a rule rejects.
type Examiner struct {
	// Edits reports whether --skip-blank would skip an empty text, and Trims whether --trim would trim
	// a text, so that faults can recommend these flags.
	Edits, Trims bool

	// Wide is a rule that accepts every string the examined rule accepts and names its components, or
	// "".
	Wide tables.Rule

	// Schemes lists the allowed schemes in lowercase; nil allows all. The examined rule may accept a
	// line whose scheme is not allowed. Scheme is a rule that matches every scheme.
	Schemes []string
	Scheme  tables.Rule

	// Prose checks a text that the rule accepts. It returns the code, the message and the part at
	// fault, or "" if the text is valid. Prose is nil if the rule suffices.
	Prose func(text string) (code, message string, offset, length int)

	rule      tables.Rule
	explainer *explain.Explainer
}

// NewExaminer returns an Examiner for a rule. lookup finds other rules of the same grammar.
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

// of makes f refer to the record if l is a value in a record.
func (f *Fault) of(l *files.Line) {
	if f.Field = l.Field; l.Record != nil {
		f.raw, f.at = l.Record, f.Offset-l.Mark
	}
}

// maxLine is the maximum length, in stored bytes, of a line that is explained entirely. For a
// longer line only the character at the stop is explained.
const maxLine = explain.MaxBytes

// Examine returns the fault in a complete line. The rule or Prose must reject the line.
func (x *Examiner) Examine(l *files.Line) Fault {
	if f, ok := x.scheme(l); ok {
		return f
	}
	if f, ok := x.prose(l); ok {
		return f
	}
	v := view{raw: l.Raw, pieces: []piece{{}}}
	if len(l.Raw) > maxLine {
		e := x.stop(l.Text)
		f := v.explain(x, l, e, l.Text, e.Offset)
		f.Input = l.Text[:min(len(l.Text), maxLine)]
		return f
	}
	why, ok := x.explainer.Explain(files.View(l.Text))
	if !ok {
		panic("BUG: fault requested for a valid line")
	}
	if x.Wide != "" {
		why.Stop = x.stop(l.Text)
	}
	f := v.fault(l, &why, l.Text[why.Stop.Offset:])
	f.Input, f.Whole = l.Text, true
	x.recommend(&f)
	return f
}

// Placeholder returns the fault for the first placeholder in a complete line, even if another error
// precedes it. ok is false if there is no placeholder. The rule must reject the line.
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

// Stop returns the fault at the character of a complete line where the automaton stops. The rule
// must reject the line.
func (x *Examiner) Stop(l *files.Line) Fault {
	v := view{raw: l.Raw, pieces: []piece{{}}}
	e := x.stop(l.Text)
	f := v.explain(x, l, e, l.Text, e.Offset)
	f.Input, f.Whole = l.Text, len(l.Raw) <= maxLine
	return f
}

// stop returns the error for a text. The rule must reject the text.
func (x *Examiner) stop(text []byte) *tables.SyntaxError {
	components := x.Wide
	if components == "" {
		components = x.rule
	}
	_, _, _, _, err := x.rule.Ends(files.View(text), components)
	if err == nil {
		panic("BUG: fault requested for a valid line")
	}
	return err.(*tables.SyntaxError)
}

// explain returns the fault at text[at], where the automaton stops. It considers up to 64 bytes
// before and after the stop.
func (v *view) explain(x *Examiner, l *files.Line, e *tables.SyntaxError, text []byte, at int) Fault {
	const near = 64
	before, after := text[max(0, at-near):at], text[at:min(len(text), at+near)]
	why := x.explainer.ExplainError(e, files.View(before), files.View(after))
	return v.fault(l, &why, after)
}

// A view is the part of a line in memory: the entire line, or the pieces around the stop.
type view struct {
	raw    []byte
	pieces []piece // where the pieces in raw begin
}

// A piece records where a piece of a line begins: the offset in the stored line, the offset in the
// text, and the number of stored code points before it.
type piece struct{ raw, text, column int }

// fault converts an explanation to a fault with positions in the stored line. rest is the text from
// the stop on.
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

// recommend adds a flag to the remedy that fixes the line or reads it as intended.
func (x *Examiner) recommend(f *Fault) {
	remedy := ""
	part := f.raw[f.at:min(f.at+f.Length, len(f.raw))]
	switch {
	case x.Edits && (f.Code == "empty-line" || f.Code == "blank-around" && len(bytes.TrimSpace(f.raw)) == 0):
		remedy = "use --skip-blank"
	case x.Trims && f.Code == "blank-around" && len(bytes.Trim(part, " \t")) == 0:
		remedy = "use --trim"
	default:
		return
	}
	if f.Remedy != "" {
		remedy = f.Remedy + ", or " + remedy
	}
	f.Remedy = remedy
}

// locate converts a column and an offset in the text to a column and an offset in the stored line.
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

// Text returns the message, followed by the remedy and the name of a rule that accepts the line.
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

// More returns lines that show where the automaton stops, which characters it expects there, the
// repaired line, and the command that explains the code. A fault from [New] has no stop.
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
	if f.rule != "" && f.Code == Format {
		add("rule:", f.rule+" matches; the standard demands more")
	}
	if f.Repaired != "" {
		add("repaired:", f.Repaired)
	}
	add("see:", "iri explain "+f.Code)
	return b.String()
}

// EndColumn returns the column after the fault.
func (f *Fault) EndColumn() int {
	part := f.raw[min(f.at, len(f.raw)):min(f.at+f.Length, len(f.raw))]
	return f.Column + utf8.RuneCount(part)
}

// Diagnostic returns the fault as a diagnostic for a terminal.
func (f *Fault) Diagnostic(l *files.Line) terminal.Diagnostic {
	text, at := terminal.Window(f.raw, f.at)
	return terminal.Diagnostic{
		File: l.File, Line: l.Number, Column: f.Column, Message: f.Text(), Code: f.Code,
		Text: text, Offset: at, Len: f.Length, Bare: f.raw == nil,
	}
}
