package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A fix holds the flags of "iri fix".
type fix struct {
	source     source
	references bool
	quiet      bool
	json       bool
}

const fixHelp = `Fix removes spaces, quotes and angle brackets around an IRI, and tabs and line breaks inside it. It
percent-encodes characters that are not allowed in a path, query or fragment, and replaces a "%"
that does not begin a percent-encoding with "%25". It never changes allowed characters, the scheme
or the authority.

Two kinds of links are reported but not changed: links that contain a placeholder, such as {id},
{{ page.url }}, ${x}, <id> or %s ("iri explain placeholder"), and links in text that continue after
a space, before the closing quote or parenthesis. Fix preserves the other escapes and character
references in a link. A line that cannot be fixed is printed unchanged.

On stderr, fix prints the position of each change, a diagnostic for each line that it cannot fix,
and the totals.`

func fixCommand() *cobra.Command {
	var c fix
	cmd := &cobra.Command{
		Use:        "fix [--references] [FILE...]",
		Short:      "Fix common mistakes in IRIs",
		SuggestFor: []string{"repair", "mend", "correct"},
		Long:       fixHelp,
		Example: `  echo '<http://example.org/a b>' | iri fix
  iri fix --quiet links.txt | iri check`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.source.recordFlags(cmd)
	cmd.Flags().BoolVar(&c.references, "references", false, "accept relative references")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print only the totals")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one object per line")
	program.Exclusive(cmd, "quiet", "json")
	return cmd
}

func (c *fix) run(cmd *cobra.Command, files []string) error {
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	to := &sink{to: p.stdout, end: p.Separator}
	p.stdout = to
	m, err := each(p, func(p *pass) *mender {
		p.atTurn(to.begin)
		return newMender(c, p)
	})
	if err != nil {
		return err
	}
	return p.status(m.unmended)
}

// A mender mends lines and prints them.
type mender struct {
	refusals
	fix     *fix
	pass    *pass
	rule    tables.Rule
	printer *terminal.Printer // prints diagnostics
	heading heading

	terminal bool // whether invisible characters are shown by name

	valid, mended, unmended int // numbers of lines
}

func newMender(c *fix, p *pass) *mender {
	m := &mender{fix: c, pass: p, rule: rfc3987.IRI, printer: p.printer(), terminal: terminal.Is(p.cmd.OutOrStdout())}
	if c.references {
		m.rule = rfc3987.IRIReference
	}
	return m
}

func (m *mender) file(file *files.File) error {
	r := m.pass.reader(file, "")
	m.parts, m.trims = r.Format != records.PlainLines, slices.Contains(edited, r.Format)
	switch r.Format {
	case records.PlainLines:
		return m.pass.lines(file, m.line)
	case records.Parquet:
		const format = "%s is Parquet, whose values cannot be replaced; iri filter copies the valid rows"
		return m.pass.unread(fmt.Errorf(format, r.File()))
	default:
		return m.records(r)
	}
}

func (m *mender) add(other *mender) {
	m.valid, m.mended, m.unmended = m.valid+other.valid, m.mended+other.mended, m.unmended+other.unmended
}

func (m *mender) counts() string {
	return fmt.Sprintf("%d valid, %d fixed, %d not fixed", m.valid, m.mended, m.unmended)
}

// line mends a line if possible and prints it.
func (m *mender) line(l *files.Line) error {
	fixed, changes, ok := m.mend(files.View(l.Text))
	if m.fix.json {
		return m.encode(l, fixed, changes, ok)
	}
	if !ok {
		fixed = files.View(l.Raw) // with --escaped the text may contain a line end
	}
	if m.terminal {
		fixed = terminal.Visible(fixed)
	}
	end := byte('\n')
	if m.pass.Separator == 0 {
		end = 0
	}
	b := append(append(m.pass.Out.AvailableBuffer(), fixed...), end)
	if _, err := m.pass.Out.Write(b); err != nil || m.fix.quiet || ok && len(changes) == 0 {
		return err
	}
	m.pass.Out.Flush() // Out keeps the error
	return m.tell(l, changes, ok)
}

// records prints the records of a file unchanged, except for mended values.
func (m *mender) records(r *records.Reader) error {
	for record, err := range r.Records() {
		if err != nil {
			return m.pass.unread(err)
		}
		var text []byte
		switch {
		case record.Blank:
			m.pass.Comments += record.Comments
		case record.Problem != nil && len(record.Values) == 0 || len(record.Missing) > 0 && !r.SkipMissing:
			err = m.refuse(r)
		default:
			text, err = m.record(r, record)
		}
		if err != nil {
			return err
		}
		if text == nil {
			text = r.Text()
		}
		if m.fix.json {
			continue
		}
		if m.terminal {
			text = []byte(terminal.Visible(string(m.withoutEnd(text))))
			if record.Long {
				text = append(text, "…"...)
			}
			text = append(text, '\n')
		}
		if _, err = m.pass.Out.Write(text); err == nil && !m.terminal {
			err = r.CopyRest(m.pass.Out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withoutEnd removes the line end from the text of a record.
func (m *mender) withoutEnd(text []byte) []byte {
	text = bytes.TrimSuffix(text, []byte{m.pass.Separator})
	if m.pass.Separator == '\n' {
		text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	return text
}

// record returns a record in which the values are mended, or nil if no value changes. It replaces
// only the changed characters, so the rest of a value keeps its escapes. The new characters do not
// need escapes or quotes in any format, unless one of them is the delimiter, such as "%".
func (m *mender) record(r *records.Reader, record *records.Record) (text []byte, err error) {
	at, unmended := 0, m.unmended
	for i, v := range record.Values {
		l := r.Line(i)
		fixed, changes, ok := m.mend(files.View(l.Text))
		unquoted := v.Start == 0 || r.Text()[v.Start-1] != '"'
		value := rewritten(l, r.Text(), v, changes)
		if ok && len(changes) > 0 && (v.Uncertain || r.Splits(fixed) && unquoted || !means(v, value, fixed)) {
			changes, ok = nil, false
			m.mended, m.unmended = m.mended-1, m.unmended+1
		}
		if len(changes) > 0 {
			text = append(append(text, r.Text()[at:v.Start]...), value...)
			at = v.End
		}
		switch {
		case m.fix.json:
			err = m.encode(l, fixed, changes, ok)
		case !m.fix.quiet && (!ok || len(changes) > 0):
			m.pass.Out.Flush() // Out keeps the error
			err = m.tell(l, changes, ok)
		}
		if err != nil {
			return nil, err
		}
	}
	if text != nil {
		text = append(text, r.Text()[at:]...)
	}
	if record.Problem != nil && m.unmended == unmended && !r.Whole(text) {
		return nil, m.refuse(r)
	}
	return text, nil
}

// rewritten applies changes to a value in a record and returns its text, including escapes.
func rewritten(l *files.Line, record []byte, v records.Value, changes []text.Change) (out []byte) {
	at := v.Start
	for _, c := range changes {
		_, from, to := l.Place(c.Offset, c.Offset+len(c.From))
		out = append(append(out, record[at:from-l.Mark]...), c.To...)
		at = to - l.Mark
	}
	return append(out, record[at:v.End]...)
}

// means reports whether text would be read as fixed if it replaced the value. It would not if
// removing a character created a character reference, for example in "&am&#9;p;".
func means(v records.Value, text []byte, fixed string) bool {
	return v.Escapes == nil || string(v.Escapes.Append(nil, text)) == fixed
}

// refuse prints and counts a record that is malformed or lacks a value.
func (m *mender) refuse(r *records.Reader) error {
	if !m.fix.json {
		return m.pass.refuse(r)
	}
	m.pass.refused++
	f, l := faultOf(r)
	return m.encodeFault(l, &f)
}

// mend returns the mended string and counts it.
func (m *mender) mend(s string) (fixed string, changes []text.Change, ok bool) {
	f := text.Fixer{KeepPlaceholders: true}
	var err error
	if m.fix.references {
		var r iri.Reference
		r, changes, err = f.FixReference(s)
		fixed = r.String()
	} else {
		var i iri.IRI
		i, changes, err = f.Fix(s)
		fixed = i.String()
	}
	switch {
	case err != nil:
		fixed = s
		m.unmended++
	case len(changes) == 0:
		m.valid++
	default:
		m.mended++
	}
	return fixed, changes, err == nil
}

// reason returns the fault in a line that was not mended: its placeholder or its first error.
func (m *mender) reason(l *files.Line) *fault.Fault {
	if f, ok := m.examiner(m.rule).Placeholder(l); ok {
		return &f
	}
	return m.refused(m.rule, l)
}

// tell prints the diagnostics of a line.
func (m *mender) tell(l *files.Line, changes []text.Change, ok bool) error {
	if !ok {
		f := m.reason(l)
		return m.printer.Print(f.Diagnostic(l))
	}
	for _, c := range changes {
		what := short(c.From)
		if c.Component != 0 {
			what += " in the " + c.Component.String()
		}
		if c.To == "" {
			what += " is removed"
		} else {
			what += " becomes " + short(c.To)
		}
		column, _, _ := l.Place(c.Offset, c.Offset+len(c.From))
		if err := m.printer.Line("%s:%d:%d: %s [%s]", l.File, l.Number, column, what, c.Code); err != nil {
			return err
		}
	}
	return nil
}

// short quotes a text and truncates it to 60 bytes, because there may be many spaces in a row.
func short(text string) string {
	const maxBytes = 60
	if len(text) <= maxBytes {
		return strconv.Quote(text)
	}
	at := maxBytes
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return strconv.Quote(text[:at]) + "…"
}

// encode prints the JSON object for a line.
func (m *mender) encode(l *files.Line, fixed string, changes []text.Change, ok bool) error {
	if !ok {
		return m.encodeFault(l, m.reason(l))
	}
	b := m.heading.append(m.pass.Out.AvailableBuffer(), l)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	b = terminal.AppendField(append(b, ','), "output", fixed)
	b = append(b, `,"changes":[`...)
	for i, c := range changes {
		if i > 0 {
			b = append(b, ',')
		}
		column, from, to := l.Place(c.Offset, c.Offset+len(c.From))
		b = terminal.AppendField(append(b, '{'), "code", c.Code)
		b = fmt.Appendf(b, `,"column":%d,"offset":%d,"length":%d,"part":`, column, from, to-from)
		if c.Component == 0 {
			b = append(b, "null"...)
		} else {
			b = terminal.AppendQuoted(b, c.Component.String())
		}
		b = terminal.AppendField(append(b, ','), "from", c.From)
		b = append(terminal.AppendField(append(b, ','), "to", c.To), '}')
	}
	_, err := m.pass.Out.Write(append(b, "]}\n"...))
	return err
}

// encodeFault prints the JSON object for a line that cannot be mended.
func (m *mender) encodeFault(l *files.Line, f *fault.Fault) error {
	b := m.heading.append(m.pass.Out.AvailableBuffer(), l)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	b = append(f.AppendJSON(append(b, `,"error":{`...)), "}}\n"...)
	_, err := m.pass.Out.Write(b)
	return err
}
