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

// completeGrammar completes one GRAMMAR: the bundled names, and the names of files.
func completeGrammar(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return grammar.Bundled(), cobra.ShellCompDirectiveDefault
}

// completeGrammars completes one GRAMMAR of several.
func completeGrammars(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return grammar.Bundled(), cobra.ShellCompDirectiveDefault
}

// completeRule returns a completion of the rules of a grammar. name returns the grammar of a
// command line.
func completeRule(how *grammar.Notation, name func(args []string) string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return grammar.RuleNames(name(args), *how), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeChoice is completeRule for rules with alternatives.
func completeChoice(how *grammar.Notation, name func(args []string) string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return grammar.ChoiceNames(name(args), *how), cobra.ShellCompDirectiveNoFileComp
	}
}

// noCompletion is for flags whose values cannot be completed.
func noCompletion(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// oneOf completes the value of a flag with one of several.
func oneOf(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// argument returns the GRAMMAR among the arguments so far, or "".
func argument(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// open opens a document. Flags that do not fit it are a usage error.
func open(cmd *cobra.Command, name string, how grammar.Notation) (*grammar.Document, error) {
	if err := how.Check(name); err != nil {
		return nil, program.Usagef(cmd, "%v", err)
	}
	return grammar.Open(cmd.Context(), name, how, cmd.InOrStdin())
}

// grammarArgument returns the GRAMMAR of a command line, or the standard input without one. It
// refuses a terminal, because a person more likely forgot the GRAMMAR than wants to type it.
func grammarArgument(cmd *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) > 0:
		return args[0], nil
	case terminal.Is(cmd.InOrStdin()):
		return "", program.Usagef(cmd, "which GRAMMAR? %q is the standard input", grammar.Stdin)
	}
	return grammar.Stdin, nil
}

// report prints the warnings and errors of a document on stderr.
func report(cmd *cobra.Command, list *syntax.List) error {
	w := cmd.ErrOrStderr()
	return grammar.Report(terminal.NewPrinter(w, w), list, syntax.Warning)
}

// find returns the rules of the given names, each once.
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

// verdict returns the error of a command for its exit status: 1 if the document has errors.
func verdict(list *syntax.List) error {
	if list.Errors() > 0 {
		return program.Status(program.Invalid)
	}
	return nil
}

// heading separates the dumps of a stage.
func heading(w io.Writer, rule string) {
	if rule != "" {
		fmt.Fprintf(w, "== %s ==\n", rule)
	}
}
