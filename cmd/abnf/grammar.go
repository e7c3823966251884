package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// completeGrammar completes a single GRAMMAR with bundled names and file names.
func completeGrammar(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return grammar.Bundled(), cobra.ShellCompDirectiveDefault
}

// completeGrammars completes each of several GRAMMAR arguments.
func completeGrammars(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return grammar.Bundled(), cobra.ShellCompDirectiveDefault
}

// completeRule returns a completion function for rule names. name returns the grammar that the
// command line names.
func completeRule(how *grammar.Notation, name func(args []string) string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return grammar.RuleNames(name(args), *how), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeChoice is like completeRule but completes only rules with alternatives.
func completeChoice(how *grammar.Notation, name func(args []string) string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return grammar.ChoiceNames(name(args), *how), cobra.ShellCompDirectiveNoFileComp
	}
}

// noCompletion disables completion for flags whose values cannot be completed.
func noCompletion(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// oneOf completes a flag with one of the given values.
func oneOf(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// argument returns the GRAMMAR in the arguments typed so far, or "".
func argument(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// open opens a document. It returns a usage error if the flags do not apply to the document.
func open(cmd *cobra.Command, name string, how grammar.Notation) (*grammar.Document, error) {
	if err := how.Check(name); err != nil {
		return nil, program.Usagef(cmd, "%v", err)
	}
	return grammar.Open(cmd.Context(), name, how, cmd.InOrStdin())
}

// grammarArgument returns the GRAMMAR argument, or the standard input if there is none. It rejects
// a terminal: the user more likely forgot the argument than wants to type a grammar.
func grammarArgument(cmd *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) > 0:
		return args[0], nil
	case terminal.Is(cmd.InOrStdin()):
		return "", program.Usagef(cmd, "missing GRAMMAR; %q means standard input", grammar.Stdin)
	}
	return grammar.Stdin, nil
}

// report prints a document's warnings and errors on stderr.
func report(cmd *cobra.Command, list *syntax.List) error {
	w := cmd.ErrOrStderr()
	return grammar.Report(program.NewPrinter(cmd, w, w), list, syntax.Warning)
}

// find returns the rules with the given names, without duplicates.
func find(g *build.Grammar, names []string) ([]*build.Rule, error) {
	var rules []*build.Rule
	for _, name := range names {
		r, err := grammar.Find(g, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(rules, r) {
			rules = append(rules, r)
		}
	}
	return rules, nil
}

// verdict returns the error for exit status 1 if the document has errors.
func verdict(list *syntax.List) error {
	if list.Errors() > 0 {
		return program.Status(program.Invalid)
	}
	return nil
}

// heading prints a line that separates the dumps of a stage.
func heading(w io.Writer, rule string) {
	if rule != "" {
		fmt.Fprintf(w, "== %s ==\n", rule)
	}
}
