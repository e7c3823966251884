package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A formatter holds the flags of "abnf fmt".
type formatter struct {
	notation grammar.Notation
	write    bool
	check    bool
}

func fmtCommand() *cobra.Command {
	var f formatter
	cmd := &cobra.Command{
		Use:        "fmt [--check|-w] [flags] [FILE...]",
		Short:      "Format a grammar, keeping its comments",
		SuggestFor: []string{"format", "tidy"},
		Long: `Fmt prints one file, or standard input, in a standard layout. Rules start at the margin. Equals
signs, alternatives and comments beside rules are aligned, and nested brackets are indented. Line
breaks within a definition are kept, and lines longer than 78 columns are broken. Nothing else
changes, and formatting is idempotent.

The dialect must be abnf, rfc822 or aparse. With -w, either all files are replaced or none. If a
file contains a syntax error, it is not formatted, and the status is 1. With --check, the status is
1 if a file would change.`,
		Example: `  abnf fmt -w *.abnf
  abnf fmt --check *.abnf`,
		RunE: f.run,
	}
	f.notation.TextFlags(cmd)
	aboutGrammars(cmd)
	grammar.RefuseSemantics(cmd, "fmt does not compile rules")
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "replace the files")
	cmd.Flags().BoolVar(&f.check, "check", false, "print the files that would change")
	program.Exclusive(cmd, "write", "check")
	return cmd
}

func (f *formatter) run(cmd *cobra.Command, args []string) error {
	several := f.write || f.check
	switch {
	case len(args) == 0 && several:
		return program.Usagef(cmd, "-w and --check need a FILE")
	case len(args) == 0:
		name, err := grammarArgument(cmd, args)
		if err != nil {
			return err
		}
		args = []string{name}
	case len(args) > 1 && !several:
		return program.Usagef(cmd, "unexpected argument %q: use -w or --check for several files", args[1])
	}
	for _, name := range args {
		_, bundled := build.FindBundled(name)
		switch {
		case several && bundled:
			return program.Usagef(cmd, "%s is bundled; for a file with that name write ./%[1]s", name)
		case several && name == grammar.Stdin:
			return program.Usagef(cmd, "-w and --check work on files, not on standard input")
		case f.write && files.WritesThrough(name):
			return program.Usagef(cmd, "-w replaces only regular files; %s is not a regular file", name)
		}
	}
	var changed []emit.File
	failed := false
	for _, name := range args {
		text, old, err := f.layout(cmd, name)
		switch {
		case err == program.Status(program.Invalid):
			failed = true
		case err != nil:
			return err
		case !several:
			return program.Buffered(cmd, func(out *bufio.Writer) error {
				showText(out, text, terminal.Is(cmd.OutOrStdout()))
				return nil
			})
		case text != old:
			changed = append(changed, emit.File{Path: name, Data: []byte(text)})
		}
	}
	if failed && !f.check {
		if f.write {
			program.Tell(cmd, "nothing was written")
		}
		return program.Status(program.Invalid)
	}
	return f.settle(cmd, changed, failed)
}

// settle writes the files whose layout changed, or prints their names.
func (f *formatter) settle(cmd *cobra.Command, changed []emit.File, failed bool) error {
	if f.write {
		if err := write(cmd.Context(), cmd.OutOrStdout(), changed); err != nil {
			return err
		}
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		for _, file := range changed {
			if f.write {
				fmt.Fprint(out, "wrote ")
			}
			fmt.Fprintln(out, terminal.Visible(file.Path))
		}
		if failed || f.check && len(changed) > 0 {
			return program.Status(program.Invalid)
		}
		return nil
	})
}

// layout returns the formatted text and the old text of a document. It prints diagnostics on
// stderr.
func (f *formatter) layout(cmd *cobra.Command, name string) (text, old string, err error) {
	doc, err := open(cmd, name, f.notation)
	_, several := errors.AsType[grammar.SeveralError](err)
	switch {
	case err != nil && !several:
		return "", "", err
	case several || doc.Extract != nil:
		return "", "", fmt.Errorf("%s contains more than a grammar; use abnf extract to get the grammar, "+
			"which fmt can format", name)
	case !notation.CanFormat(doc.Dialect):
		return "", "", fmt.Errorf("%s is in %s, which fmt cannot format; abnf print can, but drops comments",
			name, doc.Dialect.Notation())
	}
	doc.Tell(cmd, nil)
	text, list, err := notation.Format(doc.Source, notation.ReadOptions{Dialect: doc.Dialect, Repair: doc.Repair})
	if err == nil && list.Errors() > 0 {
		_, list = doc.Read() // this list includes the dialect warning
		report(cmd, list)
		err = program.Status(program.Invalid)
	} else {
		doc.TellDoubt(cmd)
	}
	return text, doc.Source.Text, err
}
