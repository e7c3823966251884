package main

import (
	"bufio"
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/railroad"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A railroader holds the flags of "abnf railroad".
type railroader struct {
	notation grammar.Notation
	rules    []string
	output   string
}

func railroadCommand() *cobra.Command {
	var r railroader
	cmd := &cobra.Command{
		Use:        "railroad [-r RULE]... [-o FILE] [GRAMMAR]",
		Short:      "Draw rules as railroad diagrams",
		SuggestFor: []string{"draw", "diagram", "picture", "svg"},
		Long: `Railroad draws the definitions of rules as railroad diagrams, also called syntax diagrams. With one
-r it writes an SVG file. Otherwise it writes one HTML page with the diagrams of these rules, or of
all rules, each beside its text and comments. The page needs no other file and no network; it fits
screens, phones and paper, light and dark.

A round box is text and a rectangle is a rule. "Aa" marks strings whose letters match in either
case. A dashed box is a description or a rule of another document, and a red one is undefined.

FILE is replaced atomically, and compressed if its name ends in .gz or .zst. If a rule could not be
read, a page omits it, and the status is 1.`,
		Example: `  abnf railroad -r IPv6address -o IPv6address.svg rfc3986
  abnf railroad -o rfc3987.html rfc3987`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE:              r.run,
	}
	r.notation.Flags(cmd)
	aboutGrammars(cmd)
	grammar.RefuseSemantics(cmd, "railroad does not compile rules")
	rulesFlag(cmd, &r.rules, &r.notation, "draw this `RULE`")
	cmd.Flags().StringVarP(&r.output, "output", "o", files.Stdout,
		"write this `FILE`, whose extension is .svg or .html; - means standard output")
	cmd.RegisterFlagCompletionFunc("output",
		cobra.FixedCompletions([]string{"svg", "html"}, cobra.ShellCompDirectiveFilterFileExt))
	return cmd
}

func (r *railroader) run(cmd *cobra.Command, args []string) error {
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	page, err := r.page(cmd)
	if err = cmp.Or(err, checkOutput(cmd, r.output, name, r.notation)); err != nil {
		return err
	}
	doc, err := open(cmd, name, r.notation)
	if err != nil {
		return err
	}
	document, list := doc.Read()
	doc.Tell(cmd, nil)
	opt := railroad.Options{Name: doc.Name, Title: filepath.Base(doc.Source.Name), Octets: doc.Octets}
	if b, ok := build.FindBundled(name); ok {
		opt.Title = b.Title
	}
	g := railroad.New(document, opt)
	if err := r.find(g, doc); err != nil {
		return err
	}
	if len(r.rules) > 0 { // errors in other rules do not matter
		doc.TellDoubt(cmd)
		list = &syntax.List{Source: doc.Source}
	}
	if err := report(cmd, list); err != nil {
		return err
	}
	if len(g.Rules()) == 0 {
		return refuse(cmd, "%s contains no rule that can be drawn", doc.Source.Name)
	}
	text, err := draw(g, page, r.rules)
	if err != nil {
		return refuse(cmd, "%v", err)
	}
	err = files.Write(cmd.Context(), cmd.OutOrStdout(), files.Output{Name: r.output, Text: func(w io.Writer) error {
		out := bufio.NewWriter(w)
		showText(out, text, files.IsStdout(r.output) && terminal.Is(cmd.OutOrStdout()))
		return out.Flush()
	}})
	return cmp.Or(err, verdict(list))
}

// page reports whether to write a page rather than an SVG file. It returns a usage error if the
// output file has neither format, or if an SVG file would not show exactly one rule.
func (r *railroader) page(cmd *cobra.Command) (bool, error) {
	file := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(r.output), ".gz"), ".zst")
	switch filepath.Ext(file) {
	case ".html", ".htm":
		return true, nil
	case ".svg":
		if len(r.rules) != 1 {
			return false, program.Usagef(cmd, "an SVG file shows one rule; name it with -r RULE, or write a page: -o FILE.html")
		}
		return false, nil
	case "":
		return len(r.rules) != 1, nil
	}
	return false, program.Usagef(cmd, "cannot write %s: the extension of FILE must be .svg or .html", r.output)
}

// find returns an error if the grammar lacks a rule that a flag names. The error suggests similar
// names.
func (r *railroader) find(g *railroad.Grammar, doc *grammar.Document) error {
	for _, rule := range slices.Concat(r.rules, doc.Octets) {
		err := g.Find(rule)
		if err == nil || rule == build.WholeDocument {
			continue
		}
		alike := func(name string) bool { return tables.FoldName(name) == tables.FoldName(rule) }
		if !slices.ContainsFunc(g.Rules(), alike) { // it is not ambiguous
			err = grammar.Unknown(doc.Name, rule, g.Rules())
		}
		return err
	}
	return nil
}

// draw returns a page, or the SVG file of the only rule.
func draw(g *railroad.Grammar, page bool, rules []string) (string, error) {
	if page {
		return g.Page(rules...)
	}
	return g.SVG(rules[0])
}
