package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A find holds the flags of "iri find".
type find struct {
	source  source
	starts  []string
	places  bool
	json    bool
	unique  bool
	byCount bool
	seen    *census // nil unless unique or byCount is set
}

const findHelp = `By default, an IRI begins with a scheme and "://", or with mailto:, tel: or urn:. --start replaces
these prefixes, as in --start https:// --start doi:. Use --start :// to accept any scheme. Find
ignores names without a scheme, such as example.org, and IRIs with an invalid authority, such as
http://h:80x/.

An IRI ends before trailing punctuation in any script, before an unpaired bracket, or at the end of
the line. The number of IRIs is printed on stderr.

--count prints a count, a tab and the IRI, most frequent first. After an interruption it prints
nothing. --unique and --count use about 200 bytes of memory per distinct IRI, plus its length.

In CSV, TSV, Parquet and JSON lines, find searches each value that --column or --field selects;
without these flags, it searches the lines. In RDF, each value is taken as an IRI, and invalid
values are reported. In HTML and Markdown, find prints links, including relative ones ("iri help
links").`

func findCommand() *cobra.Command {
	var c find
	cmd := &cobra.Command{
		Use:        "find [--start START]... [--places] [FILE...]",
		Short:      "Find IRIs in text",
		SuggestFor: []string{"extract", "search", "grep"},
		Long:       findHelp,
		Example: `  iri find notes.txt
  iri find --start https:// --places notes.txt
  iri find --column url --places pages.csv
  iri find --count notes.txt | head`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.source.flags(cmd)
	c.source.form.flags(cmd)
	c.source.ignoreFlags(cmd)
	cmd.Flags().StringArrayVar(&c.starts, "start", nil, "find only IRIs that begin with `START`; may be repeated")
	cmd.Flags().BoolVar(&c.places, "places", false, "print file:line:column:, and record and field, before each IRI")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per IRI")
	cmd.RegisterFlagCompletionFunc("start", cobra.NoFileCompletions)
	cmd.Flags().BoolVar(&c.unique, "unique", false, "print each IRI only once")
	cmd.Flags().BoolVar(&c.byCount, "count", false, "print how often each IRI occurs")
	program.Exclusive(cmd, "json", "places")
	program.Exclusive(cmd, "count", "places")
	return withOutput(cmd)
}

func (c *find) run(cmd *cobra.Command, files []string) error {
	for _, start := range c.starts {
		scheme, rest, ok := strings.Cut(start, ":")
		if !ok || rest != "" && rest != "//" || !rfc3987.Scheme.Valid(scheme) && start != "://" {
			return program.Usagef(cmd, `--start takes a scheme and ":" or "://", such as https://, not %q`, start)
		}
	}
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	onto, finder := terminal.Is(cmd.OutOrStdout()), text.Finder{Prefixes: c.starts}
	if c.unique || c.byCount {
		c.seen, p.serial, p.grows = newCensus(), true, true
	}
	p.search, p.options.SkipMissing, p.options.Find = true, true, finder.Find
	w, err := each(p, func(p *pass) *finding {
		return &finding{find: c, pass: p, finder: finder, printer: p.printer(), terminal: onto}
	})
	if err != nil {
		return err
	}
	if c.byCount && !p.interrupted {
		c.seen.write(p.Out, c.json, w.terminal) // Out keeps the error
	}
	if w.count == 0 {
		return p.status(1)
	}
	return p.status(p.refused)
}

// A finding holds the state of one run: it finds and prints the IRIs in lines and values.
type finding struct {
	refusals
	*find
	pass     *pass
	finder   text.Finder
	printer  *terminal.Printer // prints diagnostics
	heading  heading
	format   records.Format
	terminal bool // whether invisible characters are shown by name
	count    int
	refused  int // number of the last record that was refused
}

func (w *finding) file(file *files.File) error {
	w.format, w.parts = w.pass.format(file), true
	return w.pass.rows(file, w.row)
}

func (w *finding) add(other *finding) { w.count += other.count }

func (w *finding) counts() string {
	text := fmt.Sprintf("IRIs found: %d", w.count)
	if w.seen != nil {
		text += fmt.Sprintf(", %d distinct", len(w.seen.list))
	}
	return text
}

// row finds the IRIs in a line or value. A value in RDF, or a link, is an IRI or a reference unless
// it is invalid.
func (w *finding) row(l *files.Line, f *fault.Fault) (valid bool, err error) {
	line := files.View(l.Text)
	whole := f == nil && (w.format.IsRDF() || w.format.HasLinks()) && linkRule(w.format, rfc3987.IRI).Valid(line)
	switch {
	case whole && w.begins(line):
		err = w.print(l, iri.Span{End: len(line)})
	case whole:
	case f == nil && !w.format.IsRDF():
		for s := range w.finder.Find(line) {
			if err == nil {
				err = w.print(l, s)
			}
		}
	default:
		if f == nil {
			f = w.refusals.refused(rfc3987.IRI, l)
		}
		if l.Row != w.refused {
			w.refused = l.Row
			w.pass.refused++
		}
		w.pass.Out.Flush() // Out keeps the error
		return false, w.printer.Print(f.Diagnostic(l))
	}
	return true, err
}

// begins reports whether an IRI begins as --start requires.
func (w *finding) begins(s string) bool {
	return len(w.starts) == 0 || slices.ContainsFunc(w.starts, func(start string) bool {
		if start == "://" {
			_, rest, _ := strings.Cut(s, ":")
			return strings.HasPrefix(rest, "//")
		}
		return len(s) >= len(start) && strings.EqualFold(s[:len(start)], start)
	})
}

// print prints an IRI found in a line or value.
func (w *finding) print(l *files.Line, s iri.Span) error {
	w.count++
	found := files.View(l.Text[s.Start:s.End])
	if w.seen != nil && (!w.seen.add(found) || w.byCount) {
		return nil
	}
	column, from, to := l.Place(s.Start, s.End)
	b := w.pass.Out.AvailableBuffer()
	if w.json {
		b = fmt.Appendf(w.heading.append(b, l), `,"column":%d,"offset":%d,"length":%d,`, column, from, to-from)
		b = append(terminal.AppendField(b, "iri", found), "}\n"...)
		_, err := w.pass.Out.Write(b)
		return err
	}
	if w.places {
		b = fmt.Appendf(b, "%s:%d:%d: ", terminal.Visible(l.File), l.Number, column)
		if l.Field != "" {
			b = fmt.Appendf(b, "record %d: %s: ", l.Row, terminal.Visible(l.Field))
		}
	}
	if w.terminal {
		found = terminal.Visible(found)
	}
	_, err := w.pass.Out.Write(append(append(b, found...), '\n'))
	return err
}
