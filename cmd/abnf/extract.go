package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// An extraction holds the flags of "abnf extract".
type extraction struct {
	output, lineMap string
}

func extractCommand() *cobra.Command {
	var e extraction
	cmd := &cobra.Command{
		Use:   "extract [-o FILE] [--map FILE] [FILE]",
		Short: "Write the grammar that stands in the text of an RFC",
		Long: `Extract reads the text of an RFC or an Internet-Draft, with page breaks or without,
xml2rfc (sourcecode and artwork, of version 2 or 3) or Markdown (fences with the word
abnf), and writes the grammar in it: its definitions, in the order of the document, without
indentation, page footers and running headers. Of equal definitions the first is written;
of a name that has different ones all are. Every other command reads such a file directly,
and its diagnostics point into the file.

In text a definition is a line that begins with "name =", "=/", ":=" or "::=", and the lines
that go on with it. Prose, code and examples have such lines too. A definition is taken if it
reads without an error and has literal text or core rules, if the definitions that were taken
refer to it, or if it stands among such. So one that cannot be read is taken too, and "abnf
check" says what is wrong with it. stderr names the lines that look like grammar and were
left out.

A comment before each run of definitions says where it stands:

  ; rfc3986.txt, lines 2743 to 2790

With --map a file is written with a line for each line of the grammar that stands in the
document, comments and empty lines not counted: its number, a tab, the number of the line
of the document.

The status is 1 when there is no grammar, and when the file is one as a whole.
Without a FILE the standard input is read, unless that is a terminal.`,
		Example: `  abnf extract rfc.txt > rfc.abnf
  abnf extract -o rfc.abnf --map rfc.tsv rfc.txt`,
		Args:              program.Args(0, 1, "takes one FILE"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return nil, 0 },
		RunE:              e.run,
	}
	cmd.Flags().StringVarP(&e.output, "output", "o", files.Stdout, files.OutputUsage)
	grammar.RefuseSemantics(cmd, "extract compiles none; abnf compile and diff take it")
	cmd.Flags().StringVar(&e.lineMap, "map", "", "write the map of lines to this `FILE`")
	anyFile := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return nil, 0 }
	cmd.RegisterFlagCompletionFunc("output", anyFile)
	cmd.RegisterFlagCompletionFunc("map", anyFile)
	return cmd
}

func (e *extraction) run(cmd *cobra.Command, args []string) error {
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	if e.output == e.lineMap {
		return program.Usagef(cmd, "-o and --map are both %s; name another file with one of them", e.output)
	}
	for _, file := range []string{e.output, e.lineMap} {
		if err := checkOutput(cmd, file, name, grammar.Automatic()); err != nil {
			return err
		}
	}
	doc, err := open(cmd, name, grammar.Automatic())
	if err != nil {
		return err
	}
	switch {
	case doc.Extract == nil:
		program.Tell(cmd, "%s is neither an RFC nor a draft, as text, xml2rfc or Markdown; nothing is extracted",
			doc.Source.Name)
		return program.Status(program.Invalid)
	case len(doc.Extract.Runs) == 0:
		program.Tell(cmd, "%s", doc.Extracted())
		e.tellLeft(cmd, doc)
		return program.Status(program.Invalid)
	}
	doc.Tell(cmd, nil)
	e.tellLeft(cmd, doc)
	text, lines := annotate(doc)
	grammar := func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	if files.IsStdout(e.output) {
		grammar = func(w io.Writer) error {
			out := bufio.NewWriter(w)
			showText(out, string(text), terminal.Is(cmd.OutOrStdout()))
			return out.Flush()
		}
	}
	outputs := []files.Output{{Name: e.output, Text: grammar}}
	if e.lineMap != "" {
		outputs = append(outputs, files.Output{Name: e.lineMap, Text: func(w io.Writer) error { return writeMap(w, lines) }})
	}
	return files.Write(cmd.Context(), cmd.OutOrStdout(), outputs...)
}

// maxLines is the greatest number of lines named in a message.
const maxLines = 20

// tellLeft prints the numbers of the lines left out.
func (e *extraction) tellLeft(cmd *cobra.Command, doc *grammar.Document) {
	left := doc.Extract.Left
	if len(left) == 0 {
		return
	}
	var numbers []string
	for _, n := range left[:min(len(left), maxLines)] {
		numbers = append(numbers, strconv.Itoa(n))
	}
	if n := len(left) - maxLines; n > 0 {
		numbers = append(numbers, fmt.Sprintf("… %d more", n))
	}
	program.Tell(cmd, "%s: these lines look like definitions, and were taken for prose, code or examples: %s",
		doc.Source.Name, strings.Join(numbers, ", "))
}

// A mapped is a line of the grammar, with its line of the document.
type mapped struct{ line, document int }

// annotate returns the grammar with a comment on the lines of each run, and the map of its lines.
func annotate(doc *grammar.Document) (text []byte, lines []mapped) {
	var b bytes.Buffer
	grammarLines := strings.SplitAfter(doc.Source.Text, "\n")
	written, next, at := 0, 0, syntax.Pos(0)
	for i, run := range doc.Extract.Runs {
		for ; next < run.Start-1; next++ { // the empty line before the run
			b.WriteString(grammarLines[next])
			at += syntax.Pos(len(grammarLines[next]))
			written++
		}
		b.WriteString(whereComment(doc, i))
		written++
		for ; next < run.End; next++ {
			line := grammarLines[next]
			b.WriteString(line)
			written++
			blank := syntax.Pos(len(line) - len(strings.TrimLeft(line, " ")))
			lines = append(lines, mapped{written, doc.Source.Position(at + blank).Line})
			at += syntax.Pos(len(line))
		}
	}
	return b.Bytes(), lines
}

// whereComment returns a comment on the lines of the i-th run, in the notation of the document.
func whereComment(doc *grammar.Document, i int) string {
	run := doc.Extract.Runs[i]
	name := terminal.Visible(doc.Source.Name)
	where := fmt.Sprintf("%s, lines %d to %d", name, run.First, run.Last)
	if run.First == run.Last {
		where = fmt.Sprintf("%s, line %d", name, run.First)
	}
	return notation.Comment(doc.Dialect, where)
}

func writeMap(w io.Writer, lines []mapped) error {
	for _, l := range lines {
		if _, err := fmt.Fprintf(w, "%d\t%d\n", l.line, l.document); err != nil {
			return err
		}
	}
	return nil
}
