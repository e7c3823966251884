package main

import (
	"bufio"
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

// A formatting holds the flags of "abnf fmt".
type formatting struct {
	notation grammar.Notation
	write    bool
	check    bool
}

func fmtCommand() *cobra.Command {
	var f formatting
	cmd := &cobra.Command{
		Use:   "fmt [--check|-w] [flags] [FILE...]",
		Short: "Write a grammar in one layout, with its comments",
		Long: `Fmt lays a grammar out: rules begin at the margin, the signs "=" stand below each other,
alternatives that begin a line below the "=", and what goes on in brackets further to the
right. Comments stay where they are, those beside rules below each other. The line ends of
a definition stay too; a line of over 78 columns is broken. Several empty lines become one.
Nothing else changes: the tokens are as they were, and the layout of a layout is the same.
To read a grammar in another notation, or without its comments, see abnf print.

The files are in ABNF, in the notation of RFC 822, or as aParse writes ABNF. With -w the
files are replaced by their layouts, all or none; with --check the names of those that have
another layout are printed, and the status is 1 if there are any. Without both there is one
FILE, or the standard input unless that is a terminal, and its layout goes to stdout.

A file with an error in its notation has no layout: stderr says which, and the status is 1.
With --repair fmt gives a file the line ends back that it lost.`,
		Example: `  abnf fmt grammar.abnf
  abnf fmt -w *.abnf
  abnf fmt --check *.abnf`,
		RunE: f.run,
	}
	f.notation.TextFlags(cmd)
	grammar.RefuseSemantics(cmd, "fmt lays out the text of rules, whatever they match; abnf compile and diff take it")
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "replace the files")
	cmd.Flags().BoolVar(&f.check, "check", false, "print the names of files that have another layout")
	program.Exclusive(cmd, "write", "check")
	return cmd
}

func (f *formatting) run(cmd *cobra.Command, args []string) error {
	several := f.write || f.check
	switch {
	case len(args) == 0 && several:
		return program.Usagef(cmd, "which FILE? -w and --check are about files")
	case len(args) == 0:
		name, err := grammarArgument(cmd, args)
		if err != nil {
			return err
		}
		args = []string{name}
	case len(args) > 1 && !several:
		return program.Usagef(cmd, "%q is an argument too many: several FILEs take -w or --check", args[1])
	}
	for _, name := range args {
		_, bundled := build.FindBundled(name)
		switch {
		case several && bundled:
			return program.Usagef(cmd, "%s is bundled; a file of that name is ./%[1]s", name)
		case several && name == grammar.Stdin:
			return program.Usagef(cmd, "-w and --check are about files, not the standard input")
		case f.write && files.WritesThrough(name):
			return program.Usagef(cmd, "-w replaces regular files, and %s is none", name)
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

// settle writes the files with a changed layout, or names them.
func (f *formatting) settle(cmd *cobra.Command, changed []emit.File, failed bool) error {
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

// layout returns the layout of a document, and its old text. It prints diagnostics on stderr.
func (f *formatting) layout(cmd *cobra.Command, name string) (text, old string, err error) {
	doc, err := open(cmd, name, f.notation)
	switch {
	case err != nil:
		return "", "", err
	case doc.Extract != nil:
		return "", "", fmt.Errorf("%s is no grammar alone, so it has no layout; abnf extract takes the grammar out", name)
	case !notation.CanFormat(doc.Dialect):
		return "", "", fmt.Errorf("%s is in %s, for which fmt has no layout yet; abnf print has one, without comments",
			name, doc.Dialect.Notation())
	}
	doc.Tell(cmd, nil)
	text, list, err := notation.Format(doc.Source, notation.ReadOptions{Dialect: doc.Dialect, Repair: doc.Repair})
	if err == nil && list.Errors() > 0 {
		_, list = doc.Read() // with the warning about the dialect
		report(cmd, list)
		err = program.Status(program.Invalid)
	} else {
		doc.TellDoubt(cmd)
	}
	return text, doc.Source.Text, err
}
