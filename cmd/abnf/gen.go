package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A gen holds the flags of "abnf gen".
type gen struct {
	check    bool
	json     bool
	pkg      string
	file     string
	prefix   string
	rules    []string
	sets     []string // NAME=RULE,RULE…
	choices  []string // rules whose alternatives are written
	small    bool     // skip the search for faster tables
	saves    bool     // whether small would save much
	language string   // one of genLanguages
	only     string   // "valid", or "" for all functions
	grammar  string   // GRAMMAR, if it is not an argument
	notation grammar.Notation
}

func genCommand() *cobra.Command {
	var c gen
	cmd := &cobra.Command{
		Use:        "gen [--check] [-p PACKAGE -o FILE [flags] GRAMMAR]",
		Short:      "Generate tables for a grammar, in Go or another language",
		SuggestFor: []string{"build", "generate"},
		Long: `Gen writes the tables of a grammar to a Go file, which "abnf help go" describes, or with --lang to
a file in C, Rust, JavaScript, Java or Python without dependencies ("abnf help languages").

In a clone of github.com/irilex/iri, gen without arguments writes the generated files of that
module, as go generate does.

With --check, gen writes nothing. It reports each stale or missing file and prints the difference;
the status is 1 if there is such a file.`,
		Example: `  abnf gen -p greeting -o greeting_gen.go greeting.abnf
  abnf gen -p lexer -o lexer_gen.go --set Token=name,number,blank language.abnf
  abnf gen --lang c -g rfc3987 -r IRI,IRI-reference --only valid -o iri.c
  //go:generate go tool abnf gen -p greeting -o greeting_gen.go greeting.abnf
  abnf gen --check`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.grammar != "" {
				args = append(args, c.grammar)
			}
			if len(args) > 1 {
				return program.Usagef(cmd, "one GRAMMAR is expected, as an argument or as -g GRAMMAR, not %d", len(args))
			}
			list, err := c.files(cmd, args)
			if err != nil {
				return err
			}
			return program.Buffered(cmd, func(out *bufio.Writer) error { return c.settle(cmd, out, list) })
		},
	}
	c.flags(cmd)
	return cmd
}

// flags adds the flags of the command and their completions.
func (c *gen) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.check, "check", false, "write nothing; report stale files")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per file")
	cmd.Flags().StringVarP(&c.pkg, "package", "p", "", "the Go or Java `PACKAGE` of the file")
	cmd.Flags().StringVarP(&c.file, "output", "o", "", "the `FILE` to write; - is standard output")
	cmd.Flags().StringVar(&c.language, "lang", "go", "write this `LANGUAGE`: "+strings.Join(genLanguages(), ", "))
	cmd.Flags().StringVar(&c.only, "only", "", "write only this `FUNCTION` of each rule: valid; not for Go")
	cmd.Flags().StringVarP(&c.grammar, "grammar", "g", "", "the `GRAMMAR`, instead of an argument")
	cmd.Flags().StringVar(&c.prefix, "prefix", "", "prefix function names with `P`: PNames, PLookup")
	rulesFlag(cmd, &c.rules, &c.notation, "write this `RULE`")
	cmd.Flags().StringArrayVar(&c.sets, "set", nil, "write the set `NAME=RULE,...`; may be repeated")
	cmd.Flags().StringArrayVar(&c.choices, "alternatives", nil, "write the alternatives of this `RULE`; may be repeated")
	cmd.Flags().BoolVar(&c.small, "small", false, "write smaller, slower tables")
	compileFlags(cmd, &c.notation)
	cmd.RegisterFlagCompletionFunc("set", c.completeSet)
	cmd.RegisterFlagCompletionFunc("alternatives", completeChoice(&c.notation, argument))
	cmd.RegisterFlagCompletionFunc("grammar", completeGrammar)
	oneOf(cmd, "lang", genLanguages())
	oneOf(cmd, "only", []string{"valid"})
	noCompletion(cmd, "prefix", "package")
	cmd.RegisterFlagCompletionFunc("output",
		cobra.FixedCompletions([]string{"go", "c", "rs", "js", "mjs", "java", "py"}, cobra.ShellCompDirectiveFilterFileExt))
}

// completeSet completes the rule names in a set, NAME=RULE,RULE….
func (c *gen) completeSet(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	name, rules, ok := strings.Cut(word, "=")
	if !ok {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	found, directive := grammar.CompleteList(rules, ",", grammar.RuleNames(argument(args), c.notation))
	for i := range found {
		found[i] = name + "=" + found[i]
	}
	return found, directive
}

// files returns the files to write. Their paths use the system's separator.
func (c *gen) files(cmd *cobra.Command, args []string) ([]emit.File, error) {
	switch {
	case len(args) == 1:
		return c.own(cmd, args[0])
	case c.pkg != "" || c.file != "" || c.prefix != "" || c.small || c.language != "go" || c.only != "" || !c.everything(),
		len(c.notation.Words()) > 0:
		return nil, program.Usagef(cmd, "missing GRAMMAR; usage: gen -p PACKAGE -o FILE [flags] GRAMMAR")
	}
	root, err := moduleRoot(".")
	if err != nil {
		return nil, err
	}
	list, err := emit.Generate(cmd.Context())
	for i := range list {
		list[i].Path = filepath.Join(root, filepath.FromSlash(list[i].Path))
	}
	return list, err
}

// everything reports whether the flags name no rule, set or alternatives.
func (c *gen) everything() bool { return len(c.rules)+len(c.sets)+len(c.choices) == 0 }

// setOptions parses the --set flags.
func (c *gen) setOptions(cmd *cobra.Command) (sets []build.DeclaredSet, err error) {
	for _, text := range c.sets {
		name, rules, ok := strings.Cut(text, "=")
		if !ok || name == "" || rules == "" {
			return nil, program.Usagef(cmd, "--set takes NAME=RULE,RULE..., not %q", text)
		}
		sets = append(sets, build.DeclaredSet{Name: name, Rules: strings.Split(rules, ",")})
	}
	return sets, nil
}

// own returns the generated file for a user's grammar.
func (c *gen) own(cmd *cobra.Command, name string) ([]emit.File, error) {
	if err := c.checkLanguage(cmd); err != nil {
		return nil, err
	}
	switch through := files.WritesThrough(c.file); {
	case c.check && through:
		return nil, program.Usagef(cmd, "--check needs a regular file; %s is not a regular file", c.file)
	case c.json && files.IsStdout(c.file):
		return nil, program.Usagef(cmd, "-o %s and --json would both write to standard output", c.file)
	}
	if err := checkOutput(cmd, c.file, name, c.notation); err != nil {
		return nil, err
	}
	sets, err := c.setOptions(cmd)
	if err != nil {
		return nil, err
	}
	doc, err := open(cmd, name, c.notation)
	if err != nil {
		return nil, err
	}
	if name == grammar.Stdin {
		doc.Name = cmp.Or(c.pkg, c.stem())
	}
	g, err := c.compile(cmd, doc, sets)
	if err != nil {
		return nil, err
	}
	g.Source.Name = c.fromOutput(name) // only for the comment; diagnostics use the name as typed
	if name == grammar.Stdin {
		g.Source.Name = "standard input"
	}
	data, err := c.text(cmd, g, doc.Name, c.command(name), sets)
	if err != nil {
		return nil, err
	}
	c.tellLeftOut(cmd, g)
	c.saves = !c.small && saves(g)
	return []emit.File{{Path: c.file, Data: data}}, nil
}

// compile compiles a document. It returns an error if the document has errors or a requested rule
// has no table.
func (c *gen) compile(cmd *cobra.Command, doc *grammar.Document, sets []build.DeclaredSet) (*build.Grammar, error) {
	wanted := slices.Concat(c.rules, c.choices)
	for _, s := range sets {
		wanted = append(wanted, s.Rules...)
	}
	opt := build.Options{Rules: wanted, Places: !c.small}
	g, err := compileSound(cmd, doc, opt)
	if err != nil {
		return nil, err
	}
	if _, err := find(g, wanted); err != nil {
		return nil, err
	}
	if over := overLimit(g); c.everything() && len(over) > 0 {
		return nil, c.refuseOver(cmd, doc, over)
	}
	for _, rule := range wanted {
		if _, err := grammar.Table(g, rule); err != nil {
			return nil, refuse(cmd, "%w", err)
		}
	}
	return g, c.prove(cmd.Context(), g)
}

// prove returns an error unless each superset table to be written matches all strings of its rule.
func (c *gen) prove(ctx context.Context, g *build.Grammar) error {
	for _, r := range g.Rules {
		wanted := slices.ContainsFunc(c.rules, func(name string) bool { return g.Rule(name) == r })
		if !wanted && !c.everything() || !g.Approximated(r) || r.From != "" {
			continue
		}
		if exactness, _ := r.Table.Exactness(); exactness == tables.Superset {
			if err := g.ProveSuperset(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellLeftOut prints each rule without a table and the reason.
func (c *gen) tellLeftOut(cmd *cobra.Command, g *build.Grammar) {
	for _, r := range g.Rules {
		if r.Table == "" && r.Own() && c.everything() {
			program.Tell(cmd, "%s is omitted: %s", r.Name, r.Reason())
		}
	}
}

// settle compares the files with their versions on disk, and prints or writes those that changed.
func (c *gen) settle(cmd *cobra.Command, out *bufio.Writer, list []emit.File) error {
	var changed []emit.File
	for _, f := range list {
		old, exists, err := files.OldText(f.Path)
		if err != nil {
			return err
		}
		if exists && bytes.Equal(old, f.Data) {
			continue
		}
		changed = append(changed, f)
		switch {
		case !c.check:
		case exists:
			c.tell(out, f, stale, old)
		default:
			c.tell(out, f, missing, nil)
		}
	}
	switch {
	case len(changed) == 0:
		if !c.json {
			fmt.Fprintln(out, "nothing to change")
		}
		return nil
	case c.check:
		return program.Status(program.Invalid)
	}
	if err := write(cmd.Context(), out, changed); err != nil {
		return err
	}
	for _, f := range changed {
		if !files.IsStdout(f.Path) {
			c.tell(out, f, written, nil)
		}
	}
	if c.file != "" {
		c.tellSize(cmd, changed[0])
	}
	return nil
}

// write writes files. It replaces none of them until all have been written.
func write(ctx context.Context, stdout io.Writer, generated []emit.File) error {
	var list []files.Output
	for _, f := range generated {
		list = append(list, files.Output{Name: f.Path, Text: func(w io.Writer) error {
			_, err := w.Write(f.Data)
			return err
		}})
	}
	return files.Write(ctx, stdout, list...)
}

// States of a file that differs or has been rewritten.
const (
	written = "written"
	stale   = "stale"
	missing = "missing"
)

// tell prints the state of a file. Write errors are kept in out.
func (c *gen) tell(out *bufio.Writer, f emit.File, state string, old []byte) {
	path := terminal.Visible(f.Path)
	switch {
	case c.json:
		terminal.EncodeJSON(out, struct {
			File  string `json:"file"`
			Hex   string `json:"file_hex,omitempty"`
			State string `json:"state"`
		}{f.Path, terminal.Hex(f.Path), state})
	case state == written:
		fmt.Fprintln(out, "wrote", path)
	case state == missing:
		fmt.Fprintf(out, "%s: does not exist\n", path)
	default:
		fmt.Fprintf(out, "%s: stale\n", path)
		showDiff(out, path, old, f.Data)
	}
}

// maxDiff is the maximum number of lines printed from a diff. That is enough to see what changed.
const maxDiff = 20

func showDiff(out io.Writer, path string, old, fresh []byte) {
	all := strings.Split(strings.TrimSuffix(string(diff.Diff(path, old, path+" (new)", fresh)), "\n"), "\n")
	for i, line := range all[min(1, len(all)):] { // skip the line "diff …"
		if i == maxDiff {
			fmt.Fprintf(out, "… %d more lines\n", len(all)-1-i)
			return
		}
		text, _ := terminal.Excerpt{Line: line, Width: 100}.Render()
		fmt.Fprintln(out, text)
	}
}
