package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A source holds the flags that control how lines are read.
type source struct {
	null    bool
	escaped bool
	edit    files.Edit
	form    form

	include, exclude []string
	gitignore        bool
	maxWindow        program.Size

	excludedURLs []string // patterns
}

func (s *source) flags(cmd *cobra.Command) {
	s.plainFlags(cmd)
	cmd.Flags().BoolVar(&s.escaped, "escaped", false, `interpret \xHH, \uHHHH, \U00HHHHHH and \\`)
	program.About(cmd, linesTopic, "escaped")
}

// plainFlags adds all these flags except --escaped.
func (s *source) plainFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&s.null, "null", "0", false, "lines end in NUL instead of LF or CRLF")
	cmd.Flags().BoolVar(&s.edit.Trim, "trim", false, "ignore spaces and tabs around each line or CSV value")
	cmd.Flags().BoolVar(&s.edit.SkipBlank, "skip-blank", false, "skip empty and blank lines")
	cmd.Flags().Var((*char)(&s.edit.Comment), "comment", "skip lines that begin with `CHAR`")
	cmd.RegisterFlagCompletionFunc("comment", cobra.NoFileCompletions)
	program.About(cmd, linesTopic, "null", "trim", "skip-blank", "comment")
	s.fileFlags(cmd)
}

// fileFlags adds the flags that control which files of a directory are read, and how.
func (s *source) fileFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&s.exclude, "exclude", nil, "skip files and directories that match this `GLOB`; may be repeated")
	flags.StringArrayVar(&s.include, "include", nil,
		"read only files in directories that match this `GLOB`; may be repeated")
	flags.BoolVar(&s.gitignore, "gitignore", false, "skip what .gitignore files exclude")
	s.maxWindow = files.DefaultWindow
	flags.Var(&s.maxWindow, "max-window", "maximum window `SIZE` of zstd and xz files, up to 2GiB")
	for _, name := range []string{"exclude", "include", "max-window"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	program.About(cmd, filesTopic, "exclude", "include", "gitignore", "max-window")
}

// recordFlags adds the flags for a command that reads all formats.
func (s *source) recordFlags(cmd *cobra.Command) {
	s.flags(cmd)
	s.form.flags(cmd)
	s.form.missingFlag(cmd)
}

// ignoreFlags adds the flags that ignore values.
func (s *source) ignoreFlags(cmd *cobra.Command) {
	const usage = "ignore IRIs that match this `GLOB`, in which * matches any text; may be repeated"
	cmd.Flags().StringArrayVar(&s.excludedURLs, "exclude-url", nil, usage)
	cmd.RegisterFlagCompletionFunc("exclude-url", cobra.NoFileCompletions)
	program.About(cmd, ignoringTopic, "exclude-url")
}

// exclusion returns a function that matches the values of --exclude-url, or nil if there are none.
func (s *source) exclusion() func(value []byte) bool {
	if s.excludedURLs == nil {
		return nil
	}
	var globs []string
	for _, glob := range s.excludedURLs {
		globs = append(globs, strings.ReplaceAll(regexp.QuoteMeta(glob), `\*`, ".*"))
	}
	return regexp.MustCompile(`^(?s:` + strings.Join(globs, "|") + `)$`).Match
}

// A char is a flag whose value is a single character, or an escape such as \x01 or \t, or "tab".
type char string

func (c *char) String() string { return string(*c) }

func (c *char) Type() string { return "char" }

func (c *char) Set(text string) error {
	if r, _, rest, err := strconv.UnquoteChar(text, 0); err == nil && rest == "" {
		text = string(r)
	} else if text == "tab" {
		text = "\t"
	}
	if len([]rune(text)) != 1 || text == "\x00" {
		return errors.New("not one character")
	}
	*c = char(text)
	return nil
}

// A pass reads the lines of files once. Results are written to Out.
type pass struct {
	files.Inputs
	cmd            *cobra.Command
	options        records.Options
	serial         bool          // whether files are read one at a time
	grows          bool          // whether memory grows with the input
	search         bool          // whether CSV, TSV and JSON lines are lines unless a flag selects values
	texts          bool          // whether to read files in directories as text if they may be text
	report         *fault.Report // nil without --report
	stdout, stderr io.Writer
	outputs        []os.FileInfo // regular files that results are written to

	file        string // the name of the open file
	unreadable  int    // number of files that could not be opened or read
	failed      bool   // whether other results are missing
	refused     int    // number of records that are malformed or lack a value
	missing     int    // number of records skipped because they have no value
	ignored     int    // number of ignored values
	without     int    // number of lines without an IRI in text
	interrupted bool
	told        map[string]bool  // notes that are printed only once, by format
	units       []records.Format // formats read, one for each unit
	byLine      bool             // whether the unit of text is a line, not a link

	inputs files.Inputs // copied for each pass over a single file
	parent *pass        // nil for the pass over all files
	part   *files.Part  // the part of parent's output
}

func (s *source) pass(cmd *cobra.Command, names []string) (*pass, error) {
	verdicts, _ := cmd.Flags().GetBool("verdicts") // false if the command has no such flag
	json, _ := cmd.Flags().GetBool("json")
	fields, _ := cmd.Flags().GetString("fields")
	p := &pass{cmd: cmd, Inputs: files.Inputs{
		Context: cmd.Context(), Names: names, Stdin: cmd.InOrStdin(),
		Separator: '\n', Parquet: s.form.on, Escaped: s.escaped, Edit: s.edit,
	}, told: map[string]bool{}}
	var err error
	if p.options, err = s.form.options(cmd); err != nil {
		return nil, err
	}
	p.Command = p.piped
	if s.form.on {
		p.Text = func(name string, found bool) bool {
			named := s.form.format != string(records.Auto) && !found
			return named || records.Of(name) != records.PlainLines && name != files.Stdin
		}
	}
	lines := p.options.Format == records.PlainLines || p.options.Format == records.Auto
	p.AsIs = lines && (verdicts || json || fields != "")
	if len(names) == 0 {
		p.Names = []string{files.Stdin}
	}
	if s.null {
		p.Separator = 0
	}
	p.options.Separator, p.options.Edit, p.options.Exclude = p.Separator, s.edit, s.exclusion()
	if p.options.Format == records.Auto {
		p.Known = records.Known
	}
	p.Include, p.Exclude, p.Gitignore, p.MaxWindow = s.include, s.exclude, s.gitignore, int64(s.maxWindow)
	for _, glob := range slices.Concat(s.include, s.exclude) {
		if !files.IsGlob(glob) {
			return nil, program.Usagef(cmd, "invalid pattern %q; write it as in a .gitignore file", glob)
		}
	}
	if s.maxWindow > files.MaxWindow {
		return nil, program.Usagef(cmd, "--max-window %v exceeds the maximum of 2GiB", &s.maxWindow)
	}
	if p.outputs, err = outputs(cmd); err != nil {
		return nil, err
	}
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	p.outputs = append(p.outputs, regular(cmd.Root().OutOrStdout(), stderr)...)
	if typed := slices.Contains(p.Names, files.Stdin) && terminal.Is(p.Stdin); !typed && terminal.Is(stderr) {
		total, _ := p.Size()
		p.Bar = terminal.NewBar(stderr, stdout, total)
	}
	p.stdout, p.stderr = p.Bar.Over(stdout), &beside{p.Bar, stderr}
	p.Out = bufio.NewWriterSize(p.stdout, 64<<10)
	return p, nil
}

// piped returns a command that would read the text of a file from a pipe, with the current flags
// and the format that the file name selects, or to which Turtle is converted. It returns "" for
// Parquet.
func (p *pass) piped(name string) string {
	format, flags := p.options.Format, program.Flags(p.cmd)
	if format == records.Auto {
		format, flags = records.Of(name), program.Flags(p.cmd, "format")
		if f, ok := records.OfTurtle(name); ok {
			format = f
		}
		if format != records.PlainLines {
			flags = " --format " + string(format) + flags
		}
	}
	if format == records.Parquet {
		return ""
	}
	return p.cmd.CommandPath() + flags
}

// A beside is a writer to the terminal that displays a bar. It erases the bar before each write.
type beside struct {
	bar *terminal.Bar
	w   io.Writer
}

func (b *beside) Write(text []byte) (n int, err error) {
	b.bar.Do(func() { n, err = b.w.Write(text) })
	return n, err
}

// unread reports a file that cannot be read further. It returns only errors that end the program,
// which are write errors and invalid escapes.
func (p *pass) unread(err error) error {
	if _, ok := errors.AsType[files.EscapeError](err); ok {
		return program.Usagef(p.cmd, "%w", err)
	}
	if err := p.Out.Flush(); err != nil {
		return err
	}
	absent, ok := errors.AsType[*records.AbsentError](err)
	_, open := errors.AsType[*records.OpenIgnoreError](err)
	if ok && absent.Optional || open {
		p.tell("%v", err)
		return nil
	}
	p.fail(p.file, err)
	return nil
}

// fail reports a file that cannot be opened or read, or records an interruption.
func (p *pass) fail(name string, err error) {
	if errors.Is(err, context.Canceled) {
		p.interrupted = true
		return
	}
	p.unreadable++
	p.report.Unread(name, err.Error())
	advice := ""
	if _, missing := os.Stat(name); missing != nil && strings.Contains(name, "://") {
		advice = "; to read this text: echo " + files.Quote(name) + " | " + p.cmd.CommandPath() + program.Flags(p.cmd)
	}
	p.tell("%v%s", err, advice)
}

// unwritten reports a file that cannot be written.
func (p *pass) unwritten(err error) {
	p.failed = true
	p.report.Unread(p.file, err.Error())
	p.tell("%v", err)
}

// once prints a line on stderr when it is the turn of p's file, unless a line with the same key has
// been printed.
func (p *pass) once(key, format string, args ...any) {
	p.atTurn(func() {
		if all := p.parent; !all.told[key] {
			all.told[key] = true
			all.tell(format, args...)
		}
	})
}

// tell prints a line on stderr after flushing all earlier results.
func (p *pass) tell(format string, args ...any) {
	p.Out.Flush() // p.Out keeps the error
	program.Say(p.stderr, p.cmd, format, args...)
}

// printer returns a printer for diagnostics on stderr.
func (p *pass) printer() *terminal.Printer {
	return program.NewPrinter(p.cmd, p.stderr, p.cmd.ErrOrStderr())
}

// total returns the number of records with its unit, as the beginning of a summary such as "5
// statements: ". It returns "" if all files consist of lines. read is the number of records with a
// verdict.
func (p *pass) total(read int) string {
	if name := p.unit(read + p.missing); name != "" {
		return fmt.Sprintf("%d %s: ", read+p.missing, name)
	}
	return ""
}

// unit returns the unit of the records read, for a number of them, or "" if all files consist of
// lines.
func (p *pass) unit(n int) string {
	formats := p.units
	switch {
	case len(formats) == 0, len(formats) == 1 && formats[0] == records.PlainLines:
		return ""
	case len(formats) > 1 && !p.byLine && slices.ContainsFunc(formats, records.Format.HasLinks):
		return plural(n, "record") + " and links"
	case len(formats) > 1:
		return plural(n, "record")
	}
	one, many := formats[0].Unit()
	if p.byLine && formats[0].HasLinks() {
		one, many = "line with IRIs", "lines with IRIs"
	}
	if n == 1 {
		return one
	}
	return many
}

// reads notes the format of a file, for the unit of the summary.
func (p *pass) reads(format records.Format) {
	one, _ := format.Unit()
	if !slices.ContainsFunc(p.units, func(f records.Format) bool { other, _ := f.Unit(); return other == one }) {
		p.units = append(p.units, format)
	}
}

// summarize prints the counts on stderr. If counts is "", it prints a line only if lines were
// skipped or files were not read.
func (p *pass) summarize(counts string) {
	if p.Out.Flush() != nil { // p.Out keeps the error
		return
	}
	text := ""
	if p.missing > 0 {
		text = fmt.Sprintf(", %d without a value", p.missing)
	}
	text += number(p.ignored, "IRI", "ignored") + number(p.without, "line", "without an IRI") +
		number(p.Blank, "blank line", "skipped") +
		number(p.Comments, "comment", "skipped") + number(p.refused, "record", "refused") +
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
		text = fmt.Sprintf("%s read: %d%s", cmp.Or(p.unit(2), "lines"), p.Count+p.missing, text)
	}
	fmt.Fprintln(p.stderr, text)
}

// number formats a part of the summary, such as ", 2 files not read". It returns "" if n is 0.
func number(n int, noun, rest string) string {
	if n == 0 {
		return ""
	}
	if n > 1 {
		noun += "s"
	}
	return fmt.Sprintf(", %d %s %s", n, noun, rest)
}

// status returns the error that sets the exit status, given the number of invalid lines.
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
