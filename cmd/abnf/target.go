package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A target holds the flags that select a rule: --grammar, --rule and the notation flags.
type target struct {
	grammar, rule string
	notation      grammar.Notation
	work          *grammar.Work   // nil if the command needs a table
	parser        *grammar.Parser // for a rule without a table, or nil; set by table
}

// flags adds the flags to a command. usage describes RULE.
func (t *target) flags(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVarP(&t.grammar, "grammar", "g", "", "read the rule from this `GRAMMAR`")
	cmd.Flags().StringVarP(&t.rule, "rule", "r", "", usage)
	compileFlags(cmd, &t.notation)
	cmd.RegisterFlagCompletionFunc("grammar", completeGrammar)
	cmd.RegisterFlagCompletionFunc("rule", completeRule(&t.notation, func([]string) string { return t.grammar }))
}

// rulesFlag adds --rule to a command that takes a GRAMMAR argument.
func rulesFlag(cmd *cobra.Command, rules *[]string, n *grammar.Notation, usage string) {
	cmd.Flags().StringArrayVarP(rules, "rule", "r", nil, usage+"; may be repeated")
	cmd.RegisterFlagCompletionFunc("rule", completeRule(n, argument))
}

// compileFlags adds the flags for reading and compiling a grammar.
func compileFlags(cmd *cobra.Command, n *grammar.Notation) {
	n.Flags(cmd)
	n.ImportFlag(cmd)
	n.SemanticsFlags(cmd)
	aboutGrammars(cmd)
}

// aboutGrammars moves the flags for reading and compiling a grammar to their help topics.
func aboutGrammars(cmd *cobra.Command) {
	for topic, flags := range map[string][]string{
		grammarsTopic: {"dialect", "repair", "octets", "block", "import"}, semanticsTopic: {"semantics", "superset", "depth"},
	} {
		program.About(cmd, topic, flags...)
	}
}

// check returns a usage error if the grammar or the rule is missing.
func (t *target) check(cmd *cobra.Command) error {
	if t.grammar == "" || t.rule == "" {
		return program.Usagef(cmd, "a grammar and a rule are required: -g GRAMMAR -r RULE")
	}
	return nil
}

// table compiles the rule and prints the diagnostics of the grammar. If the command does not need a
// table, and there is none, it sets t.parser.
func (t *target) table(cmd *cobra.Command) (*build.Grammar, tables.Rule, error) {
	doc, err := open(cmd, t.grammar, t.notation)
	if err != nil {
		return nil, "", err
	}
	g, _, err := doc.Compile(cmd.Context(), build.Options{Rules: []string{t.rule}})
	if err != nil {
		return nil, "", err
	}
	if t.work != nil {
		if t.parser, err = t.work.Parser(cmd, g, t.rule, t.notation.Recursion); err != nil {
			return nil, "", err
		}
	}
	doc.Tell(cmd, g)
	if err := report(cmd, g.Diagnostics); err != nil {
		return nil, "", err
	}
	if t.parser != nil {
		return g, t.parser.Table, doc.CheckOctets(g)
	}
	table, err := grammar.Table(g, t.rule)
	if err != nil {
		return nil, "", err
	}
	t.notation.Recursion.Tell(cmd, table)
	return g, table, doc.CheckOctets(g)
}

// compileDocument compiles a document and prints its diagnostics.
func compileDocument(cmd *cobra.Command, doc *grammar.Document, opt build.Options) (*build.Grammar, error) {
	g, _, err := doc.Compile(cmd.Context(), opt)
	if err != nil {
		return nil, err
	}
	doc.Tell(cmd, g)
	return g, report(cmd, g.Diagnostics)
}

// compileSound is like compileDocument but returns an error if the document has errors. Commands
// that write files use it.
func compileSound(cmd *cobra.Command, doc *grammar.Document, opt build.Options) (*build.Grammar, error) {
	g, err := compileDocument(cmd, doc, opt)
	switch {
	case err != nil:
		return nil, err
	case g.Diagnostics.Errors() > 0:
		return nil, refuse(cmd, "%s has errors", doc.Source.Name)
	}
	return g, doc.CheckOctets(g)
}

// refuse prints why nothing was written and returns the error for exit status 1.
func refuse(cmd *cobra.Command, format string, args ...any) error {
	program.Tell(cmd, "nothing was written: %v", fmt.Errorf(format, args...))
	return program.Status(program.Invalid)
}
