package main

import (
	"bufio"
	"errors"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/progress"
)

// A source is what the flags say about the form of the lines.
type source struct {
	null    bool
	escaped bool
}

func (s *source) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&s.null, "null", "0", false, "lines end in NUL, not in LF or CRLF")
	cmd.Flags().BoolVar(&s.escaped, "escaped", false, `read \xHH, \uHHHH, \U00HHHHHH and \\ in the lines`)
}

// A pass goes over the lines of files once.
type pass struct {
	cmd    *cobra.Command
	in     lines.Inputs
	out    *bufio.Writer // where the results go
	bar    *progress.Bar
	failed bool // whether a file could not be opened or read
}

func (s *source) pass(cmd *cobra.Command, files []string) *pass {
	p := &pass{cmd: cmd, in: lines.Inputs{Names: files, Stdin: cmd.InOrStdin(), Separator: '\n', Escaped: s.escaped}}
	if s.null {
		p.in.Separator = 0
	}
	stdout := cmd.OutOrStdout()
	if total, ok := p.in.Size(); ok {
		p.bar = progress.New(cmd.ErrOrStderr(), stdout, total)
	}
	p.out = bufio.NewWriterSize(p.bar.Over(stdout), 64<<10)
	p.in.Read, p.in.Idle = p.bar.Add, p.out.Flush
	p.in.Failed, p.in.Hint = p.fail, p.hint
	return p
}

// each calls do for every line and leaves the screen to what is printed after it.
func (p *pass) each(do func(l *lines.Line) error) error {
	err := p.in.Each(do)
	flush := p.out.Flush()
	p.bar.Clear()
	var wrong *lines.EscapeError
	if errors.As(err, &wrong) {
		err = program.Usagef(p.cmd, "%w", err)
	}
	if err != nil {
		return err
	}
	return flush
}

// fail tells about a file that cannot be read, in the right place among the results.
func (p *pass) fail(err error) {
	p.failed = true
	p.tell("%v", err)
}

// hint tells about a file that is in a strange encoding.
func (p *pass) hint(name, what string) { p.tell("%s %s", name, what) }

// tell prints a line on stderr, in the right place among the results.
func (p *pass) tell(format string, args ...any) {
	p.out.Flush() // its error stays in p.out
	p.bar.Clear()
	program.Tell(p.cmd, format, args...)
}

// status is the end of a pass with that many invalid lines.
func (p *pass) status(invalid int) error {
	switch {
	case p.failed:
		return program.Status(program.Trouble)
	case invalid > 0:
		return program.Status(program.Invalid)
	}
	return nil
}
