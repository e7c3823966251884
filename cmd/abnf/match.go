package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A match holds the flags of "abnf match".
type match struct {
	target
	escaped, json bool
	maxWork       grammar.Work
	examiner      *fault.Examiner // examines lines that the compiled rule rejects
}

func matchCommand() *cobra.Command {
	var m match
	cmd := &cobra.Command{
		Use:        "match -g GRAMMAR -r RULE",
		Short:      "Match each line of standard input against a rule",
		SuggestFor: []string{"grep", "test"},
		Long: `Match prints 1 for each line that the rule matches entirely, and 0 for any other line. Blank lines
count. A line ends in LF or CRLF. A byte order mark is part of the first line. Match warns on stderr
if the input starts with a byte order mark or looks like UTF-16 or a compressed file.

If a line does not match, the status is 1. After Ctrl-C, the output ends with a complete line, and
the totals so far are printed on stderr.`,
		Example: `  printf '%s\n' 127.0.0.1 127.0.0.256 | abnf match -g rfc3986 -r IPv4address
  abnf match -g grammar.abnf -r greeting --escaped < cases.txt`,
		Args:              program.Args(0, 0, "reads standard input and takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return m.run(cmd) },
	}
	m.flags(cmd, "match against this `RULE`")
	m.work = &m.maxWork
	m.work.Flag(cmd)
	program.About(cmd, semanticsTopic, "max-work")
	cmd.Flags().BoolVar(&m.escaped, "escaped", false, "decode escapes in the lines")
	cmd.Flags().BoolVar(&m.json, "json", false, "print one object per line")
	return cmd
}

func (m *match) run(cmd *cobra.Command) error {
	if err := m.check(cmd); err != nil {
		return err
	}
	if m.grammar == grammar.Stdin {
		return program.Usagef(cmd, "the lines are read from standard input, so the grammar cannot be")
	}
	g, rule, err := m.table(cmd)
	if err != nil {
		return err
	}
	m.examiner = fault.NewExaminer(rule, grammar.Siblings(g))
	if m.parser != nil {
		m.examiner.Prose = m.parser.Fault
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return m.match(cmd, rule, out) })
}

func (m *match) match(cmd *cobra.Command, rule tables.Rule, out *bufio.Writer) error {
	in := files.Inputs{
		Context: cmd.Context(), Names: []string{files.Stdin}, Stdin: cmd.InOrStdin(), AsIs: true,
		Separator: '\n', Escaped: m.escaped, Out: out,
	}
	v := verdicts{match: m, cmd: cmd, out: out, rule: rule}
	each := v.batch
	switch {
	case m.json:
		each = v.encode
	case m.escaped || m.parser != nil:
		each = v.lines
	}
	for file, err := range in.Files() {
		if err != nil {
			return err
		}
		defer file.Close()
		if file.Hint != "" {
			program.Tell(cmd, "%s %s", file.Name, file.Hint)
		}
		if err := each(file); err != nil {
			return err
		}
	}
	if v.invalid > 0 {
		return program.Status(program.Invalid)
	}
	return nil
}

// verdicts writes a verdict for each line to out.
type verdicts struct {
	match          *match
	cmd            *cobra.Command
	out            *bufio.Writer
	rule           tables.Rule
	valid, invalid int // line counts so far
}

// batch prints a verdict for each line of a file. Memory use does not depend on line length.
func (v *verdicts) batch(file *files.File) error {
	for l, err := range file.Verdicts(tables.NewBatch(v.rule), file) {
		switch {
		case err != nil:
			_, err = file.Line(l, err)
			return v.unread(err)
		case l.Valid:
			err = v.show(true, 1+l.SkipValid())
		case l.Last:
			err = v.show(false, 1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lines is like batch for lines with escapes, which it decodes, and for a rule without a table.
func (v *verdicts) lines(file *files.File) error {
	return v.each(file, func(_ *files.Line, valid bool) error { return v.show(valid, 1) })
}

// encode prints a JSON object for each line.
func (v *verdicts) encode(file *files.File) error {
	return v.each(file, func(l *files.Line, valid bool) error {
		v.count(valid, 1)
		return encode(v.out, v.match.examiner, l, valid)
	})
}

// each calls do with each line and its verdict.
func (v *verdicts) each(file *files.File, do func(l *files.Line, valid bool) error) error {
	for l, err := range file.Lines() {
		if err != nil {
			return v.unread(err)
		}
		valid := v.rule.ValidBytes(l.Text)
		if valid && v.match.parser != nil {
			if valid, _, err = v.match.parser.Match(files.View(l.Text)); err != nil {
				return v.unread(fmt.Errorf("line %d: %w", l.Number, err))
			}
		}
		if err := do(l, valid); err != nil {
			return err
		}
	}
	return nil
}

// count adds n lines to the totals.
func (v *verdicts) count(valid bool, n int) {
	if valid {
		v.valid += n
	} else {
		v.invalid += n
	}
}

// show prints a verdict n times. For an invalid line n is 1.
func (v *verdicts) show(valid bool, n int) (err error) {
	v.count(valid, n)
	text := "1\n"
	if !valid {
		text = "0\n"
	}
	for ; n > 0 && err == nil; n-- {
		_, err = v.out.WriteString(text)
	}
	return err
}

// unread reports that the rest of the input cannot be read and returns the error that ends the
// program. The output ends with a complete line. After Ctrl-C the totals so far are printed on
// stderr.
func (v *verdicts) unread(err error) error {
	if _, ok := errors.AsType[files.EscapeError](err); ok {
		return program.Usagef(v.cmd, "%w", err)
	}
	if err := v.out.Flush(); err != nil {
		return err
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(v.cmd.ErrOrStderr(), "%d valid, %d invalid, interrupted\n", v.valid, v.invalid)
		return program.Status(program.Interrupted)
	}
	program.Tell(v.cmd, "%v", err)
	return program.Status(program.Trouble)
}

// encode prints the JSON object for a line.
func encode(out *bufio.Writer, x *fault.Examiner, l *files.Line, valid bool) error {
	b := strconv.AppendInt(append(out.AvailableBuffer(), `{"line":`...), int64(l.Number), 10)
	b = strconv.AppendBool(append(b, `,"valid":`...), valid)
	if !valid {
		f := x.Examine(l)
		b = append(f.AppendJSON(append(b, `,"error":{`...)), '}')
	}
	_, err := out.Write(append(b, "}\n"...))
	return err
}
