package main

import (
	"bufio"
	"errors"
	"iter"

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

// A pass goes over the lines of files once. Its results go to Out.
type pass struct {
	lines.Inputs
	cmd    *cobra.Command
	failed bool // whether a file could not be opened or read
}

func (s *source) pass(cmd *cobra.Command, files []string) *pass {
	p := &pass{cmd: cmd, Inputs: lines.Inputs{Names: files, Stdin: cmd.InOrStdin(), Separator: '\n', Escaped: s.escaped}}
	if len(files) == 0 {
		p.Names = []string{lines.Stdin}
	}
	if s.null {
		p.Separator = 0
	}
	stdout := cmd.OutOrStdout()
	if total, ok := p.Size(); ok {
		p.Bar = progress.New(cmd.ErrOrStderr(), stdout, total)
	}
	p.Out = bufio.NewWriterSize(p.Bar.Over(stdout), 64<<10)
	return p
}

// files yields the files that can be opened. After them the screen is free for other messages.
func (p *pass) files() iter.Seq[*lines.File] {
	return func(yield func(*lines.File) bool) {
		for file, err := range p.Files() {
			if err != nil {
				p.fail(err)
				continue
			}
			if file.Hint != "" {
				p.tell("%s %s", file.Name, file.Hint)
			}
			if !yield(file) {
				break
			}
		}
		p.Out.Flush() // its error stays in p.Out
		p.Bar.Clear()
	}
}

// unread tells about a file that cannot be read any further. It returns the errors that end the
// program: of writing the results, and of a wrong escape.
func (p *pass) unread(err error) error {
	if _, ok := errors.AsType[lines.EscapeError](err); ok {
		return program.Usagef(p.cmd, "%w", err)
	}
	if err := p.Out.Flush(); err != nil {
		return err
	}
	p.fail(err)
	return nil
}

// fail tells about a file that cannot be opened or read.
func (p *pass) fail(err error) {
	p.failed = true
	p.tell("%v", err)
}

// tell prints a line on stderr, in the right place among the results.
func (p *pass) tell(format string, args ...any) {
	p.Out.Flush() // its error stays in p.Out
	p.Bar.Clear()
	program.Tell(p.cmd, format, args...)
}

// status is the end of a pass with that many invalid lines.
func (p *pass) status(invalid int) error {
	switch err := p.Out.Flush(); {
	case err != nil:
		return err
	case p.failed:
		return program.Status(program.Trouble)
	case invalid > 0:
		return program.Status(program.Invalid)
	}
	return nil
}
