package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// An extractor holds the flags of "abnf extract".
type extractor struct {
	output, lineMap string
	notation        grammar.Notation // only its blocks
}

func extractCommand() *cobra.Command {
	e := extractor{notation: grammar.Automatic()}
	cmd := &cobra.Command{
		Use:        "extract [-o FILE] [--map FILE] [--block BLOCK,...] [FILE]",
		Short:      "Extract the grammar from an RFC, Internet-Draft or page",
		SuggestFor: []string{"grammar", "rfc"},
		Long: `Extract reads an RFC or Internet-Draft as text or xml2rfc, or a page in Markdown, HTML, AsciiDoc or
reStructuredText. It writes the definitions in document order, without indentation or page breaks. A
comment before each run of definitions gives its line numbers. Only the first of several equal
definitions is written. Other commands read such files directly.

In text, a definition starts with "name =", "=/", ":=" or "::=". Prose and examples also contain
such lines, so a definition is written only if it has no error and contains literal text or core
rules, or if other definitions refer to it or surround it. The omitted lines are listed on stderr.

In a page, the code blocks marked abnf, bnf or ebnf are read: fences, <pre> elements, [source,abnf]
and ".. code-block:: abnf". If there are none, unmarked blocks are read like text. If two blocks
define a rule differently or are in different notations, --block selects one by number or name.

For each line of the grammar, the --map file contains its line number, a tab, and the line number in
the document. The status is 1 if there is no grammar, or if the whole file is a grammar.`,
		Example: `  abnf extract rfc.txt > rfc.abnf
  abnf extract -o rfc.abnf --map rfc.tsv rfc.txt
  abnf extract --block 2 specification.md > second.abnf`,
		Args:              program.Args(0, 1, "takes one FILE"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return nil, 0 },
		RunE:              e.run,
	}
	cmd.Flags().StringVarP(&e.output, "output", "o", files.Stdout,
		"write the grammar to this `FILE` atomically; - means standard output")
	e.notation.BlockFlag(cmd)
	cmd.Flag("block").Usage = "write only this `BLOCK,...`, by name or number; '*' writes all"
	grammar.RefuseSemantics(cmd, "extract does not compile rules")
	cmd.Flags().StringVar(&e.lineMap, "map", "", "write a line map to this `FILE`")
	anyFile := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return nil, 0 }
	cmd.RegisterFlagCompletionFunc("output", anyFile)
	cmd.RegisterFlagCompletionFunc("map", anyFile)
	return cmd
}

func (e *extractor) run(cmd *cobra.Command, args []string) error {
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	if e.output == e.lineMap {
		return program.Usagef(cmd, "-o and --map are both %s; they must differ", e.output)
	}
	for _, file := range []string{e.output, e.lineMap} {
		if err := checkOutput(cmd, file, name, e.notation); err != nil {
			return err
		}
	}
	doc, err := open(cmd, name, e.notation)
	if err != nil {
		return err
	}
	switch {
	case doc.Extract == nil:
		program.Tell(cmd, "%s is not an RFC or Internet-Draft (text or xml2rfc), Markdown, HTML, AsciiDoc or "+
			"reStructuredText; nothing was extracted", doc.Source.Name)
		return program.Status(program.Invalid)
	case len(doc.Extract.Runs) == 0:
		program.Tell(cmd, "%s", doc.Extracted())
		tellOmitted(cmd, doc)
		return program.Status(program.Invalid)
	}
	doc.Tell(cmd, nil)
	if !doc.Extract.Kind.HasBlocks() { // else Tell says so
		tellOmitted(cmd, doc)
	}
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

// tellOmitted prints the numbers of the lines that were left out.
func tellOmitted(cmd *cobra.Command, doc *grammar.Document) {
	if text := doc.Omitted(); text != "" {
		program.Tell(cmd, "%s", text)
	}
}

// A mapped pairs a line number of the grammar with its line number in the document.
type mapped struct{ line, document int }

// annotate returns the grammar with a comment before each run giving its line numbers, and the line
// map.
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

// whereComment returns a comment, in the notation of the document, that gives the line numbers of
// the i-th run.
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
