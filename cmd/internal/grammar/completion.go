package grammar

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// Completions of names in a grammar. They read the document and compile no rule.

const noFiles = cobra.ShellCompDirectiveNoFileComp

// CompleteReference completes GRAMMAR[#RULE]: the bundled grammars and files, or after "#" the
// rules.
func CompleteReference(word string, how Notation) ([]string, cobra.ShellCompDirective) {
	if !strings.Contains(word, "#") {
		return Bundled(), cobra.ShellCompDirectiveDefault
	}
	name := word[:strings.LastIndexByte(word, '#')]
	var found []string
	for _, rule := range RuleNames(name, how) {
		found = append(found, name+"#"+rule)
	}
	return found, noFiles
}

// CompleteList completes the last item of a list with a separator. It leaves out the names in the
// list.
func CompleteList(word, separator string, names []string) ([]string, cobra.ShellCompDirective) {
	at := strings.LastIndex(word, separator) + 1
	taken := strings.Split(word[:at], separator)
	var found []string
	for _, name := range names {
		if !slices.Contains(taken, name) {
			found = append(found, word[:at]+name)
		}
	}
	return found, noFiles | cobra.ShellCompDirectiveNoSpace
}

// completeOctets completes --octets with the rules of the grammars on the command line.
func (n *Notation) completeOctets(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if f := cmd.Flags().Lookup("grammar"); f != nil {
		args = []string{f.Value.String()}
	}
	names := []string{build.WholeDocument}
	for _, arg := range args {
		grammar, _ := Split(arg)
		names = append(names, RuleNames(grammar, *n)...)
	}
	return CompleteList(word, ",", names)
}

// RuleNames returns the rules of the document of a GRAMMAR. It does not read the standard input,
// and reports no defect of a document.
func RuleNames(name string, how Notation) []string {
	return ruleNames(name, how, func(*syntax.Grammar, *syntax.Rule) bool { return true })
}

// ComponentNames returns the rules with a directive @components.
func ComponentNames(name string, how Notation) []string {
	return ruleNames(name, how, func(g *syntax.Grammar, r *syntax.Rule) bool { return declares(g, "components", r) })
}

// ChoiceNames returns the rules with alternatives.
func ChoiceNames(name string, how Notation) []string {
	return ruleNames(name, how, func(g *syntax.Grammar, r *syntax.Rule) bool {
		return build.HasChoice(r.Expr) || declares(g, "alternatives", r)
	})
}

func ruleNames(name string, how Notation, wanted func(*syntax.Grammar, *syntax.Rule) bool) (names []string) {
	if name == "" || name == Stdin {
		return nil
	}
	d, err := Open(context.Background(), name, how, nil)
	if err != nil {
		return nil
	}
	g, _ := d.Read()
	for _, r := range g.Rules {
		if !slices.Contains(names, r.Name) && wanted(g, r) {
			names = append(names, r.Name)
		}
	}
	return names
}

// declares reports whether a directive of this name is about a rule. The names of the rules stand
// before the directive's colon.
func declares(g *syntax.Grammar, directive string, r *syntax.Rule) bool {
	return slices.ContainsFunc(g.Directives, func(d syntax.Directive) bool {
		rules, _, _ := strings.Cut(d.Text, ":")
		return d.Name == directive && slices.ContainsFunc(strings.Fields(rules), func(name string) bool {
			return g.Dialect.FoldName(name) == g.Dialect.FoldName(r.Name)
		})
	})
}
