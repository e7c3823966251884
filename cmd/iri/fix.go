package main

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A fix holds the flags of "iri fix".
type fix struct {
	rewrite
	references bool
}

const fixHelp = `Fix removes spaces, quotes and angle brackets around an IRI, and tabs and line breaks inside it. It
percent-encodes characters that are not allowed in a path, query or fragment, and replaces a "%"
that does not begin a percent-encoding with "%25". The "|" of file:///C|/a becomes ":". Fix never
changes allowed characters, the scheme or the authority.

Two kinds of links are reported but not changed: links that contain a placeholder, such as {id},
{{ page.url }}, ${x}, <id> or %s ("iri explain placeholder"), and links in text that continue after
a space, before the closing quote or parenthesis. Fix preserves the other escapes and character
references in a link.

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
  iri fix --quiet links.txt | iri check
  iri fix --in-place links.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.flags(cmd)
	cmd.Flags().BoolVar(&c.references, "references", false, "accept relative references")
	c.reporting.Add(cmd)
	return cmd
}

func (c *fix) run(cmd *cobra.Command, files []string) error {
	c.rule, c.totals, c.fixes = rfc3987.IRI, "%[2]d valid, %[1]d fixed, %[3]d not fixed", true
	if c.references {
		c.rule = rfc3987.IRIReference
	}
	return c.rewrite.run(cmd, files, c.change)
}

// change appends the fixed line. If that is impossible, the fault is the placeholder in the line or
// its first error.
func (c *fix) change(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault) {
	fixer, line := text.Fixer{KeepPlaceholders: true}, files.View(l.Text)
	rule := linkRule(w.format, c.rule)
	var r iri.Reference
	var err error
	if rule == rfc3987.IRIReference {
		r, w.made, err = fixer.FixReference(line)
	} else {
		var i iri.IRI
		i, w.made, err = fixer.Fix(line)
		r = i.Reference()
	}
	if err == nil {
		return append(dst, r.String()...), nil
	}
	if !w.mute {
		if f, ok := w.examiner(rule).Placeholder(l); ok {
			return dst, &f
		}
	}
	return dst, w.refused(rule, l)
}

// list prints the position of each change.
func (w *rewriter) list(l *files.Line, changes []text.Change) error {
	for _, c := range changes {
		column, _, _ := l.Place(c.Offset, c.Offset+len(c.From))
		err := w.printer.Line("%s:%d:%d: %s [%s]", l.File, l.Number, column, describe(c), c.Code)
		if err != nil {
			return err
		}
	}
	return nil
}

// describe describes a change.
func describe(c text.Change) string {
	what := short(c.From)
	if c.Component != 0 {
		what += " in the " + c.Component.String()
	}
	if c.To == "" {
		return what + " is removed"
	}
	return what + " becomes " + short(c.To)
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

// appendChanges appends the changes as a JSON array.
func appendChanges(b []byte, l *files.Line, changes []text.Change) []byte {
	b = append(b, `"changes":[`...)
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
	return append(b, ']')
}
