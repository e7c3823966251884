package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// A Diagnostic is a message about a position in a file.
type Diagnostic struct {
	File         string
	Line, Column int    // from 1
	Severity     string // such as "error", or "" if there is only one severity
	Message      string
	Code         string // a short, stable code, or ""

	Text   string // the line without its line ending, or a [Window] of it
	Offset int    // byte offset in Text
	Len    int    // length in bytes
	Bare   bool   // whether there is no line to print, as for a missing value
}

// A Printer prints diagnostics.
type Printer struct {
	out   io.Writer
	width int
	color bool
	order bool // whether to print control sequences that preserve the order of characters
}

// widthElsewhere is the maximum line width if the output is not a terminal.
const widthElsewhere = 100

// NewPrinter returns a printer that writes to out. The final destination, end, determines width and
// style.
func NewPrinter(out, end io.Writer, color Color) *Printer {
	return &Printer{
		out: out, width: columns(end, widthElsewhere+1) - 1,
		color: color.on(end), order: obeys(end),
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
	b.WriteByte('\n')
	if d.Bare {
		_, err := p.out.Write(b.Bytes())
		return err
	}
	text, mark := Excerpt{Line: d.Text, Offset: d.Offset, Len: d.Len, Width: p.width}.Render()
	b.WriteString(p.ordered(text) + "\n")
	indent := bytes.IndexByte([]byte(mark), '^')
	b.WriteString(mark[:indent])
	p.styled(&b, green, mark[indent:])
	b.WriteByte('\n')
	_, err := p.out.Write(b.Bytes())
	return err
}

// Line prints a line of text.
func (p *Printer) Line(format string, args ...any) error {
	_, err := fmt.Fprintln(p.out, Visible(fmt.Sprintf(format, args...)))
	return err
}

// ordered makes a terminal display the characters of a line in logical order, so that columns and
// the mark are correct. Terminals that support bidirectional text display runs of Hebrew or Arabic
// from right to left unless explicit mode is set (ECMA-48, 8.3.16, BDSM). Other terminals ignore
// the mode.
//
// Rejected. Override characters, because text copied from the terminal would contain them.
func (p *Printer) ordered(text string) string {
	if !p.order || !strings.ContainsFunc(text, rightToLeft) {
		return text
	}
	return "\x1b[8l" + text + "\x1b[8h"
}

func rightToLeft(c rune) bool {
	if c < '\u0590' { // the first block of a right-to-left script
		return false
	}
	p, _ := bidi.LookupRune(c)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.AN
}

// Styles, as parameters of the SGR control sequence.
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
