// Package grammar finds and compiles what a command line calls a GRAMMAR: one that is
// bundled, or a file.
package grammar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/similar"
	"github.com/irilex/iri/tables"
)

// Stdin is the file name of the standard input.
const Stdin = "-"

// Dialects are the names that --dialect knows.
func Dialects() []string {
	names := []string{auto}
	for _, d := range syntax.Dialects() {
		names = append(names, d.String())
	}
	return names
}

// auto is the dialect that looks at the text.
const auto = "auto"

// A Notation says how to read a file: the flags --dialect, --repair and --octets.
type Notation struct {
	Dialect string   // one of Dialects
	Repair  bool     // see syntax.ReadOptions
	Octets  []string // see build.Options
}

// Flags adds the flags to a command that reads a grammar file.
func (n *Notation) Flags(cmd *cobra.Command) {
	names := Dialects()
	cmd.Flags().StringVar(&n.Dialect, "dialect", auto, "the `DIALECT` of a file: "+strings.Join(names, ", "))
	cmd.Flags().BoolVar(&n.Repair, "repair", false, "recover what a file lost with its line ends, and tell each place")
	cmd.Flags().StringSliceVar(&n.Octets, "octets", nil, "numbers are octets and not code points, in the rules `RULE,…`; without a value in all")
	cmd.Flags().Lookup("octets").NoOptDefVal = build.WholeDocument
	cmd.RegisterFlagCompletionFunc("octets", cobra.NoFileCompletions)
	cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// Check returns an error when there is no such dialect, and when a flag says how to read a
// file and none of the grammars is one: it would change nothing. Without grammars there is no
// file either; a GRAMMAR that is "" counts as none.
func (n Notation) Check(grammars ...string) error {
	if !slices.Contains(Dialects(), n.Dialect) {
		return fmt.Errorf("there is no dialect %q; there are %s", n.Dialect, strings.Join(Dialects(), ", "))
	}
	words := n.Words()
	if len(words) == 0 {
		return nil
	}
	var names []string
	for _, name := range grammars {
		if _, bundled := build.FindBundled(name); !bundled && name != "" {
			return nil
		}
		if name != "" {
			names = append(names, name)
		}
	}
	flag, _, _ := strings.Cut(words[0], "=")
	if len(names) == 0 {
		return fmt.Errorf("%s says how to read a file, and no GRAMMAR is named", flag)
	}
	return fmt.Errorf("%s says how to read a file, and %s is bundled; a file of that name is ./%[2]s", flag, names[0])
}

// Words are the flags as a command line has them; none when they have their defaults.
func (n Notation) Words() (words []string) {
	if n.Dialect != auto {
		words = append(words, "--dialect", n.Dialect)
	}
	if n.Repair {
		words = append(words, "--repair")
	}
	switch {
	case slices.Contains(n.Octets, build.WholeDocument):
		words = append(words, "--octets")
	case len(n.Octets) > 0:
		words = append(words, "--octets="+strings.Join(n.Octets, ","))
	}
	return words
}

// Bundled returns the names of the bundled grammars.
func Bundled() []string {
	var names []string
	for _, b := range build.BundledGrammars() {
		names = append(names, b.Name)
	}
	return names
}

// A Document is the text of a grammar, and the dialect to read it in.
type Document struct {
	Name    string // of the grammar
	Source  *syntax.Source
	Dialect syntax.Dialect
	Why     string // it was taken for that dialect; "" when that was never in question
	Repair  bool
	Octets  []string
	Limits  build.Limits // unless others are asked for; zero for the defaults
}

// Open finds the document of a GRAMMAR. A bundled name goes before a file of that name,
// which is called ./name then.
func Open(name string, how Notation, stdin io.Reader) (*Document, error) {
	if b, ok := build.FindBundled(name); ok {
		return &Document{Name: b.Name, Source: b.Source(), Dialect: b.Dialect, Limits: b.Limits()}, nil
	}
	if err := how.Check(name); err != nil {
		return nil, err
	}
	text, err := read(name, stdin)
	if err != nil {
		return nil, err
	}
	d := &Document{Name: stem(name), Source: syntax.NewSource(name, text), Repair: how.Repair, Octets: how.Octets}
	if how.Dialect == auto {
		d.Dialect, d.Why = syntax.Detect(text)
		return d, nil
	}
	dialects := syntax.Dialects()
	d.Dialect = dialects[slices.IndexFunc(dialects, func(d syntax.Dialect) bool { return d.String() == how.Dialect })]
	return d, nil
}

// read reads a document. One byte over the limit is enough for the reader of the syntax to see that
// it is over.
func read(name string, stdin io.Reader) (string, error) {
	r := stdin
	if name != Stdin {
		f, err := os.Open(name)
		if errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("%s is neither a bundled grammar (%s) nor a file", name, strings.Join(Bundled(), ", "))
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		r = f
	}
	most := int64(syntax.DefaultLimits().Source) + 1
	text, err := io.ReadAll(io.LimitReader(r, most))
	return string(text), err
}

// stem returns the name of a file without its directory and its extension.
func stem(name string) string {
	if name == Stdin {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Guess says which dialect the document was taken for, and why; "" when that was never in question.
func (d *Document) Guess() string {
	if d.Why == "" {
		return ""
	}
	return fmt.Sprintf("%s: read as %s: %s", d.Source.Name, d.Dialect, d.Why)
}

// Compile compiles the document. Name, dialect, repair and octets of opt are filled in, and the
// limits where it has none.
func (d *Document) Compile(ctx context.Context, opt build.Options) (*build.Grammar, *syntax.List) {
	opt.Name, opt.Dialect, opt.Repair, opt.Octets = d.Name, d.Dialect, d.Repair, d.Octets
	if opt.Limits == (build.Limits{}) {
		opt.Limits = d.Limits
	}
	g, _ := build.Compile(ctx, d.Source, opt)
	return g, g.Diagnostics
}

// CheckOctets returns an error when a rule that --octets names is none of g. The compiler
// has a diagnostic for it; but verdicts of a grammar that was not read as told are worth nothing.
func (d *Document) CheckOctets(g *build.Grammar) error {
	for _, name := range d.Octets {
		if name == build.WholeDocument {
			continue
		}
		if _, err := Find(g, name); err != nil {
			return fmt.Errorf("--octets: %w", err)
		}
	}
	return nil
}

// Report prints the diagnostics of a list that are at least that severe.
func Report(p *caret.Printer, list *syntax.List, least syntax.Severity) error {
	for _, d := range list.Items {
		if d.Severity < least {
			continue
		}
		at := list.Source.Position(d.Pos)
		text, start := list.Source.Line(d.Pos)
		err := p.Print(caret.Diagnostic{
			File: list.Source.Name, Line: at.Line, Column: at.Column,
			Severity: d.Severity.String(), Message: d.Message, Code: d.Code,
			Text: text, Offset: int(d.Pos - start), Len: d.Len,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Find returns a rule of g. The error for a name that is none has similar ones.
func Find(g *build.Grammar, name string) (*build.Rule, error) {
	if r := g.Rule(name); r != nil {
		return r, nil
	}
	var names []string
	for _, r := range g.Rules {
		names = append(names, r.Name)
	}
	return nil, Unknown(g.Name, name, names)
}

// RuleNames returns the rules that the document of a GRAMMAR defines, for who completes a
// command line: nothing is compiled, the standard input is left alone, and what is wrong
// is not told.
func RuleNames(name string, how Notation) (names []string) {
	if name == "" || name == Stdin {
		return nil
	}
	d, err := Open(name, how, nil)
	if err != nil {
		return nil
	}
	g, _ := syntax.ReadWith(d.Source, syntax.ReadOptions{Dialect: d.Dialect, Repair: how.Repair, Limits: syntax.DefaultLimits()})
	for _, r := range g.Rules {
		if !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// Unknown is the error for a rule that a grammar does not have.
func Unknown(grammar, rule string, names []string) error {
	text := fmt.Sprintf("the grammar %s has no rule %q", grammar, rule)
	if near := similar.Names(rule, names); len(near) > 0 {
		text += "; similar: " + strings.Join(near, ", ")
	}
	return errors.New(text)
}

// Table returns the table of a rule, and when it has none an error that says why.
func Table(g *build.Grammar, name string) (tables.Rule, error) {
	r, err := Find(g, name)
	switch {
	case err != nil:
		return "", err
	case r.Table != "":
		return r.Table, nil
	}
	return "", fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
}

// Exactness writes the exactness of a table: "exact", "superset" or "subset(3)".
func Exactness(r tables.Rule) string {
	e, depth := r.Exactness()
	if e == tables.Subset {
		return fmt.Sprintf("%s(%d)", e, depth)
	}
	return e.String()
}
