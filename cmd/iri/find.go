package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A find holds the flags of "iri find".
type find struct {
	source source
	starts []string
	places bool
	json   bool
}

const findHelp = `By default, an IRI begins with a scheme and "://", or with mailto:, tel: or urn:. --start replaces
these prefixes, as in --start https:// --start doi:. Use --start :// to accept any scheme. Find
ignores names without a scheme, such as example.org, and IRIs with an invalid authority, such as
http://h:80x/.

An IRI ends before trailing punctuation in any script, before an unpaired bracket, or at the end of
the line. The number of IRIs is printed on stderr.`

func findCommand() *cobra.Command {
	var c find
	cmd := &cobra.Command{
		Use:        "find [--start START]... [--places] [FILE...]",
		Short:      "Find IRIs in text",
		SuggestFor: []string{"extract", "search", "grep"},
		Long:       findHelp,
		Example: `  iri find notes.txt
  iri find --start https:// --places notes.txt
  iri find --json notes.txt | jq -r .iri | sort -u`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.source.flags(cmd)
	cmd.Flags().StringArrayVar(&c.starts, "start", nil, "find only IRIs that begin with `START`; may be repeated")
	cmd.Flags().BoolVar(&c.places, "places", false, "print file:line:column: before each IRI")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per IRI")
	cmd.RegisterFlagCompletionFunc("start", cobra.NoFileCompletions)
	program.Exclusive(cmd, "json", "places")
	return cmd
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
	onto := terminal.Is(cmd.OutOrStdout())
	w, err := each(p, func(p *pass) *finding {
		return &finding{find: c, pass: p, finder: text.Finder{Prefixes: c.starts}, terminal: onto}
	})
	switch {
	case err != nil:
		return err
	case w.count == 0:
		return p.status(1)
	}
	return p.status(0)
}

// A finding finds the IRIs in lines and prints them.
type finding struct {
	*find
	pass     *pass
	finder   text.Finder
	terminal bool // whether invisible characters are shown by name
	count    int
}

func (w *finding) file(file *files.File) error { return w.pass.lines(file, w.line) }

func (w *finding) add(other *finding) { w.count += other.count }

func (w *finding) counts() string { return fmt.Sprintf("IRIs found: %d", w.count) }

func (w *finding) line(l *files.Line) error {
	text := files.View(l.Text)
	for s := range w.finder.Find(text) {
		w.count++
		b := w.pass.Out.AvailableBuffer()
		switch {
		case w.json:
			b = w.appendJSON(b, l, s)
		case w.places:
			column, _, _ := l.Place(s.Start, s.End)
			b = fmt.Appendf(b, "%s:%d:%d: ", terminal.Visible(l.File), l.Number, column)
			fallthrough
		default:
			found := text[s.Start:s.End]
			if w.terminal {
				found = terminal.Visible(found)
			}
			b = append(append(b, found...), '\n')
		}
		if _, err := w.pass.Out.Write(b); err != nil {
			return err
		}
	}
	return nil
}

func (w *finding) appendJSON(b []byte, l *files.Line, s iri.Span) []byte {
	column, from, to := l.Place(s.Start, s.End)
	b = terminal.AppendField(append(b, '{'), "file", l.File)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(l.Number), 10)
	b = strconv.AppendInt(append(b, `,"column":`...), int64(column), 10)
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(from), 10)
	b = strconv.AppendInt(append(b, `,"length":`...), int64(to-from), 10)
	b = terminal.AppendField(append(b, ','), "iri", files.View(l.Text[s.Start:s.End]))
	return append(b, "}\n"...)
}
