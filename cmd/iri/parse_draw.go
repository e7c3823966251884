package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/emit/walk"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// parseForms lists the values of "iri parse --as".
var parseForms = []string{"text", "svg", "html"}

// maxDrawn is the maximum number of lines that a page shows.
const maxDrawn = 100

// drawFlag adds --as.
func (c *parse) drawFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.as, "as", "text", "write in this `FORM`: "+strings.Join(parseForms, ", "))
	cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(parseForms, cobra.ShellCompDirectiveNoFileComp))
	program.Exclusive(cmd, "as", "json")
	program.Exclusive(cmd, "as", "fields")
}

// checkForm returns a usage error if --as is invalid.
func (c *parse) checkForm(cmd *cobra.Command) error {
	if !slices.Contains(parseForms, c.as) {
		return program.Usagef(cmd, "unknown form %q; the forms are %s", c.as, strings.Join(parseForms, ", "))
	}
	return nil
}

// draw keeps the trace of a line, valid or not, for [dissection.finish].
func (d *dissection) draw(l *files.Line, _ *fault.Fault) error {
	t, err := walk.New(d.splitter.rule, wide(d.splitter.rule), string(l.Text))
	if err != nil {
		return err
	}
	d.traces = append(d.traces, t)
	return d.checkDrawn()
}

// checkDrawn returns a usage error if there are more traces than the form can show.
func (d *dissection) checkDrawn() error {
	switch n := len(d.traces); {
	case d.parse.as == "svg" && n > 1:
		return program.Usagef(d.pass.cmd, "--as svg draws one line, and the input has more; use --as html")
	case n > maxDrawn:
		const format = "--as html draws at most %d lines, and the input has more; select some of them first"
		return program.Usagef(d.pass.cmd, format, maxDrawn)
	}
	return nil
}

// finish writes the pictures of all lines, if there are any.
func (d *dissection) finish(w io.Writer) error {
	if err := d.checkDrawn(); err != nil || len(d.traces) == 0 {
		return err
	}
	text, err := d.traces[0].SVG(), error(nil)
	if d.parse.as == "html" {
		text, err = walk.Page(d.traces...)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
