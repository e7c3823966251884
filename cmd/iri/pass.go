package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A source holds the flags for the form of the lines.
type source struct {
	null    bool
	escaped bool
	edit    files.Edit
	form    form
}

func (s *source) flags(cmd *cobra.Command) {
	s.plainFlags(cmd)
	cmd.Flags().BoolVar(&s.escaped, "escaped", false, `read \xHH, \uHHHH, \U00HHHHHH and \\ in the lines`)
}

// plainFlags adds the flags without the one for escapes.
func (s *source) plainFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&s.null, "null", "0", false, "lines end in NUL, not in LF or CRLF")
	cmd.Flags().BoolVar(&s.edit.Trim, "trim", false, "remove spaces and tabs at both ends of the lines")
	cmd.Flags().BoolVar(&s.edit.SkipBlank, "skip-blank", false, "leave out lines that are empty or blank")
	cmd.Flags().Var((*char)(&s.edit.Comment), "comment", "leave out lines that begin with `CHAR`")
	cmd.RegisterFlagCompletionFunc("comment", cobra.NoFileCompletions)
}

// recordFlags adds the flags of a command that reads records of all formats.
func (s *source) recordFlags(cmd *cobra.Command) {
	s.flags(cmd)
	s.form.flags(cmd)
}

// formHelp is the part of a command's help about the form of lines.
const formHelp = filesHelp +
	`With --escaped, \xHH in a line stands for a byte, \uHHHH and \U00HHHHHH for a code point, and
\\ for a backslash; any other backslash ends the program with status 2.

` + editHelp

const filesHelp = `A FILE that is compressed with gzip, zstd or bzip2 is decompressed, whatever its name is; numbers
of lines, columns and offsets are those of its text. A file that is cut or damaged is an error with
its place, and so is one that shrinks meanwhile: the status is 2. Bytes after the compressed data are
an error, too, unless all of them are zero. The window of zstd may have 64 MiB. A file whose name ends
in .gz, .zst or .bz2 is not read if it is empty or not compressed: the status is 2.

A FILE that is a directory stands for all files in it and in its directories, in the order of their
names. Links are followed, and no directory is read twice. Names that begin with ".", files with a
NUL in their first 64 KiB (without -0), archives, pipes and devices in it are left out; stderr says
how many. A FILE that does not exist is a pattern if it has *, ? or [: of a name as in a shell, and
** stands for directories of any depth. A directory without files to read is an error, and so is a
pattern that matches none. A file to which the results go is not read, and the status is 2.

Lines are text in UTF-8. A byte order mark at the beginning of a file is dropped, and stderr
says so; offsets count its bytes. A FILE that is UTF-16, an archive or compressed otherwise, or has a
NUL in its first 64 KiB without -0, is not read: stderr says how to read it, and the status is 2.
Of a pipe, the first read alone is looked at, because a program may wait for the answer to it.
With --json, with check --verdicts, and with parse --fields, lines of the standard input may have any
bytes: a byte order mark stays, and compressed bytes are not decompressed.

`

const editHelp = `With --trim, spaces and tabs at both ends of a line are no part of it. --skip-blank leaves out lines
that are empty or have spaces and tabs alone, and --comment CHAR lines that begin with CHAR (with
--trim, also after blanks); stderr says how many. With these three flags a line is held in memory
as a whole.
Numbers of lines, columns and offsets are those of the file.

After Ctrl-C the output ends with a whole line, stderr has the counts so far, and the status is
130. A second Ctrl-C ends the program at once. SIGTERM and SIGHUP do the same.`

// A char is a flag with one character.
type char string

func (c *char) String() string { return string(*c) }

func (c *char) Type() string { return "char" }

func (c *char) Set(text string) error {
	if len([]rune(text)) != 1 {
		return errors.New("not one character")
	}
	*c = char(text)
	return nil
}

// A pass reads the lines of files once. Its results go to Out.
type pass struct {
	files.Inputs
	cmd            *cobra.Command
	options        records.Options
	serial         bool          // whether files are read one after the other
	report         *fault.Report // nil without --report
	stdout, stderr io.Writer
	outputs        []os.FileInfo // regular files written or replaced by the results

	file        string // the name of the open file
	unreadable  int    // files that could not be opened or read
	failed      bool   // whether other results are missing
	refused     int    // malformed records, or without a value
	missing     int    // records left out, because they lack the value
	interrupted bool
	told        records.Format // the format last named on stderr
	problems    problems

	inputs files.Inputs // for the passes over one file
	parent *pass        // nil for the pass over all files
	part   *files.Part  // of the output of parent
}

func (s *source) pass(cmd *cobra.Command, names []string) (*pass, error) {
	verdicts, _ := cmd.Flags().GetBool("verdicts") // false where there is no such flag
	json, _ := cmd.Flags().GetBool("json")
	fields, _ := cmd.Flags().GetString("fields")
	p := &pass{cmd: cmd, Inputs: files.Inputs{
		Context: cmd.Context(), Names: names, Stdin: cmd.InOrStdin(),
		Separator: '\n', Parquet: s.form.on, Escaped: s.escaped, Edit: s.edit,
	}}
	var err error
	if p.options, err = s.form.options(cmd); err != nil {
		return nil, err
	}
	p.Command = p.piped
	lines := p.options.Format == records.PlainLines || p.options.Format == records.Auto
	p.AsIs = lines && (verdicts || json || fields != "")
	if len(names) == 0 {
		p.Names = []string{files.Stdin}
	}
	if s.null {
		p.Separator = 0
	}
	p.options.Separator, p.options.Edit = p.Separator, s.edit
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	for _, w := range []io.Writer{stdout, stderr} {
		if f, ok := w.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				p.outputs = append(p.outputs, info)
			}
		}
	}
	if typed := slices.Contains(p.Names, files.Stdin) && terminal.Is(p.Stdin); !typed && terminal.Is(stderr) {
		total, _ := p.Size()
		p.Bar = terminal.NewBar(stderr, stdout, total)
	}
	p.stdout, p.stderr = p.Bar.Over(stdout), &beside{p.Bar, stderr}
	p.Out = bufio.NewWriterSize(p.stdout, 64<<10)
	return p, nil
}

// piped returns the command that reads the text of a file from a pipe, with the flags of this call
// and the format that the file name implies. It returns "" for Parquet.
func (p *pass) piped(name string) string {
	format, flags := p.options.Format, program.Flags(p.cmd)
	if format == records.Auto {
		format, flags = records.Of(name), program.Flags(p.cmd, "format")
		if format != records.PlainLines {
			flags = " --format " + string(format) + flags
		}
	}
	if format == records.Parquet {
		return ""
	}
	return p.cmd.CommandPath() + flags
}

// replaces returns the regular file that the results of a flag replace, or nil. It refuses the file
// of the standard output or of stderr, because its text would be lost.
func (p *pass) replaces(flag, name string) (os.FileInfo, error) {
	if name == "" || files.WritesThrough(name) {
		return nil, nil
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	if slices.ContainsFunc(p.outputs, func(out os.FileInfo) bool { return os.SameFile(out, info) }) {
		const format = "--%s %s is the file of the standard output or of stderr; name another file"
		return nil, program.Usagef(p.cmd, format, flag, name)
	}
	return info, nil
}

// A beside is a writer to the terminal with a bar.
type beside struct {
	bar *terminal.Bar
	w   io.Writer
}

func (b *beside) Write(text []byte) (n int, err error) {
	b.bar.Do(func() { n, err = b.w.Write(text) })
	return n, err
}

// unread reports a file that cannot be read any further. It returns the errors that end the
// program: of writing the results, and of a wrong escape.
func (p *pass) unread(err error) error {
	if _, ok := errors.AsType[files.EscapeError](err); ok {
		return program.Usagef(p.cmd, "%w", err)
	}
	if err := p.Out.Flush(); err != nil {
		return err
	}
	p.fail(p.file, err)
	return nil
}

// fail reports a file that cannot be opened or read, and notes an interruption.
func (p *pass) fail(name string, err error) {
	if errors.Is(err, context.Canceled) {
		p.interrupted = true
		return
	}
	p.unreadable++
	p.report.Unread(name, err.Error())
	p.tell("%v", err)
}

// tell prints a line on stderr, after the results before it.
func (p *pass) tell(format string, args ...any) {
	p.Out.Flush() // its error stays in p.Out
	program.Say(p.stderr, p.cmd, format, args...)
}

// printer returns a printer of diagnostics to stderr.
func (p *pass) printer() *terminal.Printer { return terminal.NewPrinter(p.stderr, p.cmd.ErrOrStderr()) }

// summarize prints the counts on stderr. Without counts it prints a line only if something unusual
// was met.
func (p *pass) summarize(counts string) {
	if p.Out.Flush() != nil { // its error stays in p.Out
		return
	}
	text := number(p.missing, "record", "without a value") + number(p.Blank, "blank line", "left out") +
		number(p.Comments, "comment", "left out") + number(p.refused, "record", "refused") +
		number(p.unreadable, "file", "not read")
	if p.interrupted {
		text += ", interrupted"
	}
	switch {
	case counts != "":
		text = counts + text
	case text == "":
		return
	default:
		unit := "lines"
		if p.told != "" {
			unit = "records"
		}
		text = fmt.Sprintf("%s read: %d%s", unit, p.Count, text)
	}
	fmt.Fprintln(p.stderr, text)
}

// number returns a part of the summary such as ", 2 files not read", or "" for 0.
func number(n int, noun, rest string) string {
	if n == 0 {
		return ""
	}
	if n > 1 {
		noun += "s"
	}
	return fmt.Sprintf(", %d %s %s", n, noun, rest)
}

// status returns the error of a pass for its exit status, with the number of invalid lines.
func (p *pass) status(invalid int) error {
	switch err := p.Out.Flush(); {
	case err != nil:
		return err
	case p.interrupted:
		return program.Status(program.Interrupted)
	case p.failed || p.unreadable > 0:
		return program.Status(program.Trouble)
	case invalid > 0 || p.refused > 0:
		return program.Status(program.Invalid)
	}
	return nil
}
