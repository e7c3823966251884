package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A shipped is a grammar whose tables are part of the program.
type shipped struct {
	name      string
	names     func() []string
	lookup    func(name string) (tables.Rule, bool)
	whole     string // the rule that lines are checked against by default
	reference string // the rule that lines are taken apart by
}

var shippedGrammars = []shipped{
	{"rfc3987", rfc3987.Names, rfc3987.Lookup, "IRI", "IRI-reference"},
	{"rfc3986", rfc3986.Names, rfc3986.Lookup, "URI", "authority"},
	{"rfc2396", rfc2396.Names, rfc2396.Lookup, "URI-reference", "URI-reference"},
}

func findShipped(name string) (shipped, bool) {
	i := slices.IndexFunc(shippedGrammars, func(s shipped) bool { return s.name == name })
	if i < 0 {
		return shipped{}, false
	}
	return shippedGrammars[i], true
}

// A selection is what the flags -g, -r and --dialect say.
type selection struct {
	grammar, rule, dialect string
}

func (s *selection) flags(cmd *cobra.Command) {
	s.grammarFlags(cmd)
	cmd.Flags().StringVarP(&s.rule, "rule", "r", "", "the rule of the grammar (default: see above)")
	cmd.RegisterFlagCompletionFunc("rule", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		if g, ok := findShipped(s.grammar); ok {
			return g.names(), cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	})
}

func (s *selection) grammarFlags(cmd *cobra.Command) {
	dialects := grammar.Dialects()
	cmd.Flags().StringVarP(&s.grammar, "grammar", "g", "rfc3987", "a bundled grammar or a file")
	cmd.Flags().StringVar(&s.dialect, "dialect", "auto", "notation of a grammar in a file: "+strings.Join(dialects, ", "))
	cmd.RegisterFlagCompletionFunc("grammar", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return grammar.Bundled(), cobra.ShellCompDirectiveDefault
	})
	cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(dialects, cobra.ShellCompDirectiveNoFileComp))
}

// find returns the table of the selected rule; byDefault chooses among the rules of a
// shipped grammar when none is selected.
func (s *selection) find(cmd *cobra.Command, byDefault func(shipped) string) (tables.Rule, error) {
	g, ok := findShipped(s.grammar)
	switch {
	case !ok && s.rule == "":
		return "", program.Usagef(cmd, "which rule of %s? Name it with -r", s.grammar)
	case !ok:
		return s.compile(cmd)
	case s.rule == "":
		s.rule = byDefault(g)
	}
	if r, ok := g.lookup(s.rule); ok {
		return r, nil
	}
	return "", grammar.Unknown(g.name, s.rule, g.names())
}

// compile returns the table of a rule of a file.
func (s *selection) compile(cmd *cobra.Command) (tables.Rule, error) {
	g, _, err := s.document(cmd, s.rule)
	if err != nil {
		return "", err
	}
	return grammar.Table(g, s.rule)
}

// document compiles rules of a file, all when none is named, and tells on stderr what is wrong with it.
func (s *selection) document(cmd *cobra.Command, rules ...string) (*build.Grammar, *syntax.List, error) {
	switch {
	case !slices.Contains(grammar.Dialects(), s.dialect):
		return nil, nil, program.Usagef(cmd, "there is no dialect %q; there are %s", s.dialect, strings.Join(grammar.Dialects(), ", "))
	case s.grammar == grammar.Stdin:
		return nil, nil, program.Usagef(cmd, "the standard input is for lines; a grammar is a file")
	}
	doc, err := grammar.Open(s.grammar, s.dialect, cmd.InOrStdin())
	if err != nil {
		return nil, nil, err
	}
	g, list := doc.Compile(cmd.Context(), build.Options{Rules: rules})
	w := cmd.ErrOrStderr()
	if list.Errors() > 0 && doc.Why != "" {
		fmt.Fprintf(w, "iri: %s: read as %s: %s\n", doc.Source.Name, doc.Dialect, caret.Visible(doc.Why))
	}
	return g, list, grammar.Report(caret.NewPrinter(w, w), list, syntax.Warning)
}
