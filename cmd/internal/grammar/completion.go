package grammar

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// The functions in this file complete names in a grammar. They read the document but do not compile
// any rule.

const noFiles = cobra.ShellCompDirectiveNoFileComp

// CompleteReference completes GRAMMAR[#RULE] with bundled grammars and files, or with rules after
// "#".
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

// CompleteList completes the last item of a separated list. It omits names that are already in the
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

// completeOctets completes --octets with the rule names of the grammars on the command line.
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

// RuleNames returns the names of the rules in a GRAMMAR. It does not read the standard input and
// does not report defects.
func RuleNames(name string, how Notation) []string {
	return ruleNames(name, how, func(*syntax.Grammar, *syntax.Rule) bool { return true })
}

// ComponentNames returns the names of the rules that have a @components directive.
func ComponentNames(name string, how Notation) []string {
	return ruleNames(name, how, func(g *syntax.Grammar, r *syntax.Rule) bool { return declares(g, "components", r) })
}

// ChoiceNames returns the names of the rules that have alternatives.
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

// declares reports whether a directive with the given name lists a rule. The rules are listed
// before the colon of the directive.
func declares(g *syntax.Grammar, directive string, r *syntax.Rule) bool {
	return slices.ContainsFunc(g.Directives, func(d syntax.Directive) bool {
		rules, _, _ := strings.Cut(d.Text, ":")
		return d.Name == directive && slices.ContainsFunc(strings.Fields(rules), func(name string) bool {
			return g.Dialect.FoldName(name) == g.Dialect.FoldName(r.Name)
		})
	})
}
