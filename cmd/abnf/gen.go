package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

// A gen is the command "abnf gen".
type gen struct {
	check    bool
	pkg      string
	file     string
	rules    []string
	notation grammar.Notation
}

func genCommand() *cobra.Command {
	var c gen
	cmd := &cobra.Command{
		Use:   "gen [--check] [-p PACKAGE -o FILE [-r RULE]... GRAMMAR]",
		Short: "Write the tables of a grammar as Go",
		Long: `Gen with arguments writes a Go file with the tables of a grammar: a constant for
every rule that has one (or for the rules of -r), and Lookup and Names, which find
rules by name. A rule that is recursive has no table, and stderr says so. Nothing is
written when the grammar has errors. The text of the file depends on the command and
the grammar alone. A grammar on the standard input, "-", is called like the package.

Gen without arguments, in a clone of ` + build.Module + `, writes the generated files
of that module; this is what its go generate runs.

With --check nothing is written; files that are stale are shown with what differs, and
the status is 1 if there are any. Files are replaced as a whole, or not at all.`,
		Example: `  abnf gen -p greeting -o greeting_gen.go greeting.abnf
  //go:generate go run github.com/irilex/iri/cmd/abnf gen -p greeting -o greeting_gen.go greeting.abnf
  abnf gen --check`,
		Args:              program.Args(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeGrammar,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := c.files(cmd, args)
			if err != nil {
				return err
			}
			return program.Buffered(cmd, func(out *bufio.Writer) error { return c.settle(out, files) })
		},
	}
	cmd.Flags().BoolVar(&c.check, "check", false, "write nothing; show the files that are stale")
	cmd.Flags().StringVarP(&c.pkg, "package", "p", "", "name of the Go package")
	cmd.Flags().StringVarP(&c.file, "output", "o", "", "the Go file to write")
	cmd.Flags().StringArrayVarP(&c.rules, "rule", "r", nil, "write this rule; may be repeated")
	c.notation.Flags(cmd)
	return cmd
}

// files returns what is to be written. The paths are those of the system.
func (c *gen) files(cmd *cobra.Command, args []string) ([]build.File, error) {
	switch {
	case len(args) == 1:
		return c.own(cmd, args[0])
	case c.pkg != "" || c.file != "" || len(c.rules) > 0:
		return nil, program.Usagef(cmd, "which GRAMMAR? The form is gen %s", "-p PACKAGE -o FILE [-r RULE]... GRAMMAR")
	}
	root, err := moduleRoot(".")
	if err != nil {
		return nil, err
	}
	files, err := build.Generate(cmd.Context())
	for i := range files {
		files[i].Path = filepath.Join(root, filepath.FromSlash(files[i].Path))
	}
	return files, err
}

// own returns the file of a user's grammar.
func (c *gen) own(cmd *cobra.Command, name string) ([]build.File, error) {
	switch {
	case c.file == "":
		return nil, program.Usagef(cmd, "which file? Name it with -o")
	case !token.IsIdentifier(c.pkg):
		return nil, program.Usagef(cmd, "%q cannot be the name of a Go package; name one with -p", c.pkg)
	}
	doc, err := open(cmd, name, c.notation)
	if err != nil {
		return nil, err
	}
	if name == grammar.Stdin {
		doc.Name = c.pkg
	}
	g, err := c.compile(cmd, doc)
	if err != nil {
		return nil, err
	}
	if name == grammar.Stdin {
		g.Source.Name = "the standard input" // for the comment; diagnostics have "-"
	}
	data, err := g.Emit(build.EmitOptions{Package: c.pkg, Doc: "the grammar " + doc.Name, Command: c.command(name), Rules: c.rules})
	if err != nil {
		return nil, err
	}
	c.tellLeftOut(cmd, g)
	return []build.File{{Path: c.file, Data: data}}, nil
}

// compile compiles a document without errors, whose rules that are asked for have tables.
func (c *gen) compile(cmd *cobra.Command, doc *grammar.Document) (*build.Grammar, error) {
	g, list := doc.Compile(cmd.Context(), build.Options{Rules: c.rules})
	hintDialect(cmd, doc, list)
	if err := report(cmd, list); err != nil {
		return nil, err
	}
	if _, err := find(g, c.rules); err != nil {
		return nil, err
	}
	if list.Errors() > 0 {
		program.Tell(cmd, "nothing is written: %s has errors", doc.Source.Name)
		return nil, program.Status(program.Invalid)
	}
	for _, rule := range c.rules {
		if _, err := grammar.Table(g, rule); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// tellLeftOut names the rules that have no table because of recursion.
func (c *gen) tellLeftOut(cmd *cobra.Command, g *build.Grammar) {
	for _, r := range g.Rules {
		if r.Table == "" && !r.Core && len(c.rules) == 0 {
			program.Tell(cmd, "%s is left out: %s", r.Name, grammar.Reason(r))
		}
	}
}

// command is the command for the header of the file: as given, but for --check, which does not change it.
func (c *gen) command(name string) string {
	words := append([]string{"abnf", "gen"}, c.notation.Words()...)
	words = append(words, "-p", c.pkg, "-o", c.file)
	for _, rule := range c.rules {
		words = append(words, "-r", rule)
	}
	return strings.Join(append(words, name), " ")
}

// settle compares the files with what is there, and shows or writes those that differ.
func (c *gen) settle(out io.Writer, files []build.File) error {
	var stale []build.File
	for _, f := range files {
		old, err := os.ReadFile(f.Path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if bytes.Equal(old, f.Data) && err == nil {
			continue
		}
		stale = append(stale, f)
		if c.check {
			showDiff(out, f, old, err == nil)
		}
	}
	switch {
	case len(stale) == 0:
		fmt.Fprintln(out, "nothing to change")
		return nil
	case c.check:
		return program.Status(program.Invalid)
	}
	if err := replaceAll(stale); err != nil {
		return err
	}
	for _, f := range stale {
		fmt.Fprintln(out, "wrote", caret.Visible(f.Path))
	}
	return nil
}

// maxDiff is how many lines of a difference are shown: enough to see what kind it is.
const maxDiff = 20

func showDiff(out io.Writer, f build.File, old []byte, exists bool) {
	if !exists {
		fmt.Fprintf(out, "%s: does not exist\n", caret.Visible(f.Path))
		return
	}
	path := caret.Visible(f.Path)
	fmt.Fprintf(out, "%s: stale\n", path)
	all := strings.Split(strings.TrimSuffix(string(diff.Diff(path, old, path+" (new)", f.Data)), "\n"), "\n")
	for i, line := range all[min(1, len(all)):] { // behind the line "diff …"
		if i == maxDiff {
			fmt.Fprintf(out, "… %d lines more\n", len(all)-1-i)
			return
		}
		text, _ := caret.Excerpt{Line: line, Width: 100}.Render()
		fmt.Fprintln(out, text)
	}
}
