package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// A Diagnostic is a message about a place in a file.
type Diagnostic struct {
	File         string
	Line, Column int    // from 1
	Severity     string // "error", or "" if there is only one severity
	Message      string
	Code         string // short and stable, or ""

	Text   string // the line without its end, or its [Window] around the place
	Offset int    // of the place in Text, in bytes
	Len    int    // in bytes
}

// A Printer prints diagnostics.
type Printer struct {
	out   io.Writer
	width int
	color bool
	order bool // whether the terminal gets sequences to keep the order of characters
}

// widthElsewhere is the width of lines outside of terminals.
const widthElsewhere = 100

// NewPrinter returns a printer to out. The width and the style fit end, the final receiver.
func NewPrinter(out, end io.Writer) *Printer {
	return &Printer{
		out: out, width: columns(end, widthElsewhere+1) - 1,
		color: color(end), order: obeys(end),
	}
}

// Print prints d:
//
//	file:line:column: severity: message [code]
//	the line
//	    ^~~~
func (p *Printer) Print(d Diagnostic) error {
	var b bytes.Buffer
	p.styled(&b, bold, fmt.Sprintf("%s:%d:%d:", Visible(d.File), d.Line, d.Column))
	if d.Severity != "" {
		b.WriteByte(' ')
		p.styled(&b, severityStyle(d.Severity), d.Severity+":")
	}
	b.WriteString(" " + Visible(d.Message))
	if d.Code != "" {
		b.WriteString(" [" + d.Code + "]")
	}
	text, mark := Excerpt{Line: d.Text, Offset: d.Offset, Len: d.Len, Width: p.width}.Render()
	b.WriteString("\n" + p.ordered(text) + "\n")
	indent := bytes.IndexByte([]byte(mark), '^')
	b.WriteString(mark[:indent])
	p.styled(&b, green, mark[indent:])
	b.WriteByte('\n')
	_, err := p.out.Write(b.Bytes())
	return err
}

// Line prints a line of text without a place.
func (p *Printer) Line(format string, args ...any) error {
	_, err := fmt.Fprintln(p.out, Visible(fmt.Sprintf(format, args...)))
	return err
}

// ordered returns a line to be shown in the order of its characters, because columns and the mark
// count in this order. Terminals with support for bidirectional text show runs of Hebrew or Arabic
// from right to left, unless the explicit mode is set (ECMA-48, 8.3.16, BDSM). Other terminals
// ignore the mode.
//
// Rejected. Characters overriding the order: a copy of the text would contain them.
func (p *Printer) ordered(text string) string {
	if !p.order || !strings.ContainsFunc(text, rightToLeft) {
		return text
	}
	return "\x1b[8l" + text + "\x1b[8h"
}

func rightToLeft(c rune) bool {
	if c < '\u0590' { // the first block of a script written from right to left
		return false
	}
	p, _ := bidi.LookupRune(c)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.AN
}

// The styles, as parameters of the terminals' SGR sequence.
const (
	bold    = "1"
	green   = "1;32"
	red     = "1;31"
	magenta = "1;35"
	cyan    = "1;36"
)

func severityStyle(severity string) string {
	switch severity {
	case "error":
		return red
	case "warning":
		return magenta
	}
	return cyan
}

func (p *Printer) styled(b *bytes.Buffer, style, text string) {
	if p.color {
		text = "\x1b[" + style + "m" + text + "\x1b[m"
	}
	b.WriteString(text)
}
