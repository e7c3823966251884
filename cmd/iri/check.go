package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A check is the command "iri check".
type check struct {
	selection selection
	source    source
	verdicts  bool
	quiet     bool
	json      bool
	maxErrors int
	buffer    int // lines that do not fit it are checked in pieces
}

func checkCommand() *cobra.Command { return (&check{buffer: checkBuffer}).command() }

// checkBuffer is large enough for a block of lines to be worth dividing among some cores.
const checkBuffer = 1 << 20

func (c *check) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [-g GRAMMAR] [-r RULE] [FILE...]",
		Short: "Check every line against a rule",
		Long: `Check matches every line, blank ones too, against a rule of a grammar: the rule IRI
of rfc3987, unless flags say otherwise (of rfc3986 the rule URI, of rfc2396 the rule
URI-reference; of a file the rule must be named). For each line that does not match
it prints

  file:line:column: message

and the line, cut around the place when it is long, with a caret below. Characters
that do not show appear as <U+202E>, bytes that are not UTF-8 as <0xFF>. Columns count
code points. The CR of a CRLF is no part of a line. At the end the number of valid and
of invalid lines is on stderr. Lines may be of any length: the memory is always the same.

A byte order mark is part of the first line, which then is no IRI. Where a file begins with
one, or looks like UTF-16, stderr says so.

With --json each diagnostic is an object on a line of its own, with the keys file,
line, column, offset (in bytes, from 0), rule, component, found, expected (an array),
incomplete (whether the line just ends too early) and message. With --verdicts there
is a 1 or a 0 for every line instead, and with --quiet nothing but the numbers.

With --escaped, \xHH in a line stands for a byte, \uHHHH and \U00HHHHHH for a code
point, and \\ for a backslash; any other backslash ends the program with status 2.
Columns and offsets are those of the file.`,
		Example: `  iri check urls.txt
  iri check -r IRI-reference --json < links.txt
  find . -print0 | iri check -0 -r ipath-rootless
  iri check -g grammar.abnf -r greeting hello.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.flags(cmd)
	c.source.flags(cmd)
	cmd.Flags().BoolVar(&c.verdicts, "verdicts", false, "print 1 or 0 for every line")
	cmd.Flags().BoolVar(&c.json, "json", false, "print diagnostics as an object a line")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print no diagnostics")
	cmd.Flags().IntVar(&c.maxErrors, "max-errors", 0, "stop printing diagnostics after `N`; 0 is no limit")
	cmd.RegisterFlagCompletionFunc("max-errors", cobra.NoFileCompletions)
	program.Exclusive(cmd, "verdicts", "json", "quiet")
	program.Exclusive(cmd, "verdicts", "max-errors")
	return cmd
}

func (c *check) run(cmd *cobra.Command, files []string) error {
	if c.maxErrors < 0 {
		return program.Usagef(cmd, "--max-errors cannot be %d", c.maxErrors)
	}
	if g, ok := findShipped(c.selection.grammar); ok && c.selection.rule == "" {
		c.selection.rule = g.Main
	}
	rule, _, err := c.selection.find(cmd)
	if err != nil {
		return err
	}
	p := c.source.pass(cmd, files)
	p.in.Pieces = c.buffer
	t := c.tally(rule, p)
	p.in.Block = t.block
	if err := p.each(t.line); err != nil {
		return err
	}
	t.summarize(cmd)
	return p.status(t.invalid)
}

// A tally checks lines and counts.
type tally struct {
	rule           tables.Rule
	valid, invalid int
	batch          *tables.Batch // for blocks of lines; nil before the first
	judged         []bool        // of the lines of a block
	pass           *pass
	long           *fault.Long // the line that comes in pieces
	verdicts       bool
	show           func(l *lines.Line, f fault.Fault) error // a diagnostic; nil when none are to be
	unshown        int
	most           int // diagnostics to show, 0 for all
}

func (c *check) tally(rule tables.Rule, p *pass) *tally {
	t := &tally{rule: rule, pass: p, verdicts: c.verdicts, most: c.maxErrors}
	switch {
	case c.quiet || c.verdicts:
	case c.json:
		t.show = func(l *lines.Line, f fault.Fault) error { return showJSON(p.out, l, f) }
	default:
		printer := caret.NewPrinter(p.out, p.cmd.OutOrStdout())
		t.show = func(l *lines.Line, f fault.Fault) error { return printer.Print(f.Diagnostic(l)) }
	}
	return t
}

// line is the loop of the program. Nothing is allocated for a valid line.
func (t *tally) line(l *lines.Line) error {
	if !l.Whole() {
		return t.piece(l)
	}
	if t.rule.ValidBytes(l.Text) {
		t.valid++
		return t.verdict("1\n")
	}
	return t.fault(l, func() fault.Fault { return fault.Examine(t.rule, l, t.pass.in.Escaped) })
}

// block is line for many whole lines.
func (t *tally) block(l *lines.Line, text []byte) error {
	if t.batch == nil {
		t.batch = tables.NewBatch(t.rule)
	}
	t.judged = t.batch.AppendValidLines(t.judged[:0], text)
	behind := 0 // lines in front of text, up to this one
	for _, valid := range t.judged {
		l.Number++
		behind++
		if valid {
			t.valid++
			if err := t.verdict("1\n"); err != nil {
				return err
			}
			continue
		}
		var line []byte
		for ; behind > 0; behind-- {
			line, text, _ = bytes.Cut(text, []byte{'\n'})
		}
		l.Raw = bytes.TrimSuffix(line, []byte{'\r'})
		l.Text = l.Raw
		if err := t.fault(l, func() fault.Fault { return fault.Examine(t.rule, l, false) }); err != nil {
			return err
		}
	}
	return nil
}

// piece is line for a piece of a long one.
func (t *tally) piece(l *lines.Line) error {
	if t.long == nil {
		t.long = fault.NewLong(t.rule, t.pass.in.Escaped)
	}
	switch t.long.Add(l); {
	case l.More:
		return nil
	case t.long.Valid():
		t.valid++
		return t.verdict("1\n")
	}
	return t.fault(l, func() fault.Fault { return t.long.Fault(l) })
}

// fault counts an invalid line, and shows what is wrong with it.
func (t *tally) fault(l *lines.Line, find func() fault.Fault) error {
	t.invalid++
	switch {
	case t.show == nil:
		return t.verdict("0\n")
	case t.most > 0 && t.invalid > t.most:
		t.unshown++
		return nil
	}
	return t.show(l, find())
}

func (t *tally) verdict(text string) error {
	if !t.verdicts {
		return nil
	}
	_, err := t.pass.out.WriteString(text)
	return err
}

func showJSON(w io.Writer, l *lines.Line, f fault.Fault) error {
	return jsonl.Encode(w, struct {
		File string `json:"file"`
		Line int    `json:"line"`
		fault.Fault
	}{l.File, l.Number, f})
}

func (t *tally) summarize(cmd *cobra.Command) {
	w := cmd.ErrOrStderr()
	if t.unshown > 0 {
		fmt.Fprintf(w, "%d more invalid, not shown (--max-errors %d)\n", t.unshown, t.most)
	}
	fmt.Fprintf(w, "%d valid, %d invalid\n", t.valid, t.invalid)
}
