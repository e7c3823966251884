package main

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables"
)

// A shipped is a grammar whose tables are linked into the program.
type shipped struct{ bundled.Grammar }

func findShipped(name string) (shipped, bool) {
	g, ok := bundled.Find(name)
	return shipped{g}, ok
}

// A selection holds the -r flag and the flags that grammarFlags adds.
type selection struct {
	grammar, rule string
	notation      grammar.Notation
	siblings      func(name string) (tables.Rule, bool) // finds rules; set by shipped and tables
	format        formats.Format                        // of the rule, or the zero Format; set by find
	work          *grammar.Work                         // nil if the command needs a table
	parser        *grammar.Parser                       // for a rule without a table, or nil; set by find
}

func (s *selection) flags(cmd *cobra.Command) {
	s.grammarFlags(cmd)
	cmd.Flags().StringVarP(&s.rule, "rule", "r", "", "match this `RULE` (default: the main rule)")
	cmd.RegisterFlagCompletionFunc("rule", s.completeRule)
}

// completeRule completes rule names of the selected grammar. For iri parse it completes only rules
// that have components.
func (s *selection) completeRule(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	names := grammar.RuleNames
	if cmd.Name() == "parse" {
		names = grammar.ComponentNames
	} else if g, ok := findShipped(s.grammar); ok {
		return g.ruleNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return names(s.grammar, s.notation), cobra.ShellCompDirectiveNoFileComp
}

// completeChoice completes the names of rules in the selected grammar that have alternatives.
func (s *selection) completeChoice(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return grammar.ChoiceNames(s.grammar, s.notation), cobra.ShellCompDirectiveNoFileComp
}

func (s *selection) grammarFlags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&s.grammar, "grammar", "g", "rfc3987", "a bundled `GRAMMAR` or a file")
	s.notation.Flags(cmd)
	s.notation.ImportFlag(cmd)
	s.notation.SemanticsFlags(cmd)
	program.About(cmd, grammarsTopic, "dialect", "repair", "octets", "block", "import", "semantics", "superset", "depth")
	cmd.RegisterFlagCompletionFunc("grammar", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return grammar.Bundled(), cobra.ShellCompDirectiveDefault
	})
	cmd.PreRunE = s.checkNotation
}

// files returns the files that the selected grammar is read from.
func (s *selection) files() []string { return s.notation.Files(s.grammar) }

// checkNotation rejects flags that do not apply to the grammar, and an output file that would
// replace it.
func (s *selection) checkNotation(cmd *cobra.Command, _ []string) error {
	if err := s.notation.Check(s.grammar); err != nil {
		return program.Usagef(cmd, "%v", err)
	}
	for _, flag := range outputNames {
		name, _ := cmd.Flags().GetString(flag)
		info := replaced(name)
		for _, of := range s.files() {
			if from, err := os.Stat(of); err == nil && info != nil && os.SameFile(from, info) {
				return program.Usagef(cmd, "--%s %s would replace the grammar; name another file", flag, name)
			}
		}
	}
	return nil
}

// shipped returns the selected grammar unless the flags request languages for which no tables are
// shipped.
func (s *selection) shipped() (shipped, bool) {
	if len(s.notation.SemanticsWords()) > 0 {
		return shipped{}, false
	}
	g, ok := findShipped(s.grammar)
	s.siblings = g.Lookup
	return g, ok
}

// find returns the table of the selected rule and the table of the rule that splits the authority,
// or "" if there is no such rule.
func (s *selection) find(cmd *cobra.Command) (rule, authority tables.Rule, err error) {
	g, ok := s.shipped()
	switch {
	case !ok:
		return s.compile(cmd)
	case s.rule == "":
		return "", "", s.needsRule(cmd)
	}
	if s.format, rule, err = g.format(cmd.Context(), s.rule); err == nil {
		g, _ = findShipped(rule.Grammar())
		s.siblings = g.Lookup
		authority, _ = g.Lookup(g.Authority)
	} else if s.work != nil && g.Name != shelf { // all rules of the shelf have tables
		return s.compile(cmd)
	}
	return rule, authority, err
}

// rule returns the table of a rule. If the table is missing, rule compiles the document to find out
// why.
func (g *shipped) rule(ctx context.Context, name string) (tables.Rule, error) {
	if r, ok := g.Lookup(name); ok {
		return r, nil
	}
	compiled, err := g.leftOut(ctx)
	if err != nil {
		return "", err
	}
	if compiled != nil && compiled.Rule(name) != nil {
		return grammar.Table(compiled, name)
	}
	return "", grammar.Unknown(g.Name, name, g.ruleNames())
}

// leftOut compiles the rules that have no shipped table, which are recursive rules that no table
// can represent and rules that depend on them. It returns nil if there are no such rules. Its only
// error is the context error.
func (g *shipped) leftOut(ctx context.Context) (*build.Grammar, error) {
	names := slices.DeleteFunc(grammar.RuleNames(g.Name, grammar.Notation{}), func(name string) bool {
		_, ships := g.Lookup(name)
		return ships
	})
	doc, err := grammar.Open(ctx, g.Name, grammar.Notation{}, nil)
	if err != nil || len(names) == 0 {
		return nil, ctx.Err()
	}
	compiled, _, err := doc.Compile(ctx, build.Options{Rules: names})
	return compiled, err
}

// withoutTable returns the rules of a grammar that cannot have a table.
func withoutTable(g *build.Grammar) []*build.Rule {
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *build.Rule) bool {
		return !r.Own() || r.Refusal() == nil && r.Err == nil
	})
}

// tellLeftOut prints each rule without a table and the reason on stderr.
func tellLeftOut(cmd *cobra.Command, rules []*build.Rule) {
	for _, r := range rules {
		program.Tell(cmd, "the rule %s has no table: %s", r.Name, r.Reason())
	}
}

// countLeftOut prints on stderr how many rules have no table. If there is only one, it prints that
// rule and the reason.
func (s *selection) countLeftOut(cmd *cobra.Command, rules []*build.Rule) {
	if len(rules) < 2 {
		tellLeftOut(cmd, rules)
		return
	}
	list := strings.Join(append([]string{"iri rules -g", s.grammar}, s.notation.Words()...), " ")
	program.Tell(cmd, "%d rules of %s have no table and are skipped; %q lists them", len(rules), s.grammar, list)
}

// compile is like find, but compiles the grammar. The rule named "authority" splits the authority
// if the selected rule refers to it.
func (s *selection) compile(cmd *cobra.Command) (rule, authority tables.Rule, err error) {
	doc, err := s.open(cmd)
	if err != nil {
		return "", "", err
	}
	if s.rule == "" {
		return "", "", program.Usagef(cmd, "name a rule of %s with -r", s.grammar)
	}
	g, list, err := doc.Compile(cmd.Context(), build.Options{Rules: []string{s.rule}})
	if err != nil {
		return "", "", err
	}
	if s.work != nil {
		if s.parser, err = s.work.Parser(cmd, g, s.rule, s.notation.Recursion); err != nil {
			return "", "", err
		}
	}
	if err := s.tell(cmd, doc, g, list); err != nil {
		return "", "", err
	}
	if s.parser != nil {
		return s.parser.Table, "", nil
	}
	if r := g.Rule("authority"); r != nil && len(r.Table.Components()) > 0 {
		authority = r.Table
	}
	if rule, err = grammar.Table(g, s.rule); err == nil {
		s.notation.Recursion.Tell(cmd, rule)
	}
	return rule, authority, err
}

// open opens a file.
func (s *selection) open(cmd *cobra.Command) (*grammar.Document, error) {
	if s.grammar == grammar.Stdin {
		return nil, program.Usagef(cmd, "a grammar cannot be read from standard input; name a file")
	}
	return grammar.Open(cmd.Context(), s.grammar, s.notation, cmd.InOrStdin())
}

// tables compiles the named rules of a file, or all rules if none are named, and prints the
// diagnostics on stderr.
//
// The tables are compiled without fast rows, because searching for them takes 0.6 s of processor
// time for the rule IRI of RFC 3987. Without the search, compiling and checking 1 MB of URLs takes
// 0.02 s. Checking 1 GB takes 2.2 s without the search and 1.5 s after it. The break-even point is
// at 0.4 GB.
//
// Rejected: searching concurrently and replacing the tables when the search is done. With an idle
// core 1 GB would take 1.2 s, but every reader of a table would have to handle its replacement.
func (s *selection) tables(cmd *cobra.Command, doc *grammar.Document,
	rules ...string) (*build.Grammar, *syntax.List, error) {
	g, list, err := doc.Compile(cmd.Context(), build.Options{Rules: rules})
	if err != nil {
		return nil, nil, err
	}
	return g, list, s.tell(cmd, doc, g, list)
}

// tell sets s.siblings and prints the diagnostics of a compiled file on stderr.
func (s *selection) tell(cmd *cobra.Command, doc *grammar.Document, g *build.Grammar, list *syntax.List) error {
	s.siblings = grammar.Siblings(g)
	doc.Tell(cmd, g)
	least := syntax.Warning
	if !doc.File {
		least = syntax.Error // warnings about a bundled document are not news
	}
	w := cmd.ErrOrStderr()
	if err := grammar.Report(program.NewPrinter(cmd, w, w), list, least); err != nil {
		return err
	}
	return doc.CheckOctets(g)
}
