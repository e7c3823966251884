package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

// A comparer holds the flags of "abnf diff".
type comparer struct {
	notation grammar.Notation
	order    string // the semantics of both sides, or one value per side
	json     bool
	markdown bool
	all      bool
	mapped   []string // A=B
}

func diffCommand() *cobra.Command {
	var d comparer
	cmd := &cobra.Command{
		Use:        "diff [flags] GRAMMAR[#RULE] GRAMMAR[#RULE]",
		Short:      "Compare the languages of two rules or grammars",
		SuggestFor: []string{"compare", "equal"},
		Long: `Diff compares the strings that two rules match. It prints their relation (equal, subset, superset,
or each contains strings that the other lacks), the shortest string that only one rule matches, and
the rules that match that string up to the point where the other rule fails. Among the shortest
strings, diff prefers letters to digits, and digits to other characters.

If no rules are named, diff compares all rules of two grammars. Rules with the same name form a
pair, ignoring case and treating "_" as "-"; --map pairs other rules, and remaining rules are paired
if their languages are equal. Diff prints the pairs that differ and the number of equal pairs. Rules
without a partner and rules that cannot be compared are reported on stderr.

--semantics A,B sets the semantics of each side. The status is 2 if a rule in both grammars could
not be compared, otherwise 1 if there is a difference, a rule without a partner or an error.`,
		Example: `  abnf diff rfc3986#URI rfc3987#IRI
  abnf diff --map URI=IRI --map host=ihost rfc3986 rfc3987`,
		Args: program.Args(2, 2, "compares two grammars or two rules (GRAMMAR#RULE)"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return grammar.CompleteReference(word, d.notation)
		},
		RunE: d.run,
	}
	d.flags(cmd)
	return cmd
}

// flags adds the flags of diff.
func (d *comparer) flags(cmd *cobra.Command) {
	d.notation.Flags(cmd)
	d.notation.ImportFlag(cmd)
	d.notation.Recursion.Flags(cmd)
	aboutGrammars(cmd)
	cmd.Flags().StringVar(&d.order, "semantics", build.Unordered.String(),
		"match with these `SEMANTICS`: unordered or peg, or A,B for the two sides")
	cmd.RegisterFlagCompletionFunc("semantics", completeSemantics)
	cmd.Flags().BoolVar(&d.json, "json", false, "print an object per pair")
	cmd.Flags().BoolVar(&d.markdown, "markdown", false, "print a Markdown table")
	program.Exclusive(cmd, "json", "markdown")
	cmd.Flags().StringArrayVar(&d.mapped, "map", nil,
		"compare rules `A=B`, A from the first grammar and B from the second; may be repeated")
	cmd.RegisterFlagCompletionFunc("map", d.completeMap)
	cmd.Flags().BoolVar(&d.all, "all", false, "also print equal rules")
}

// completeSemantics completes one semantics value, or two separated by a comma.
func completeSemantics(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	if strings.Count(word, ",") > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return grammar.CompleteList(word, ",", grammar.SemanticsNames())
}

// A side is a grammar or one of its rules.
type side struct {
	grammar *build.Grammar
	rule    *build.Rule // nil for all rules
	broken  bool        // whether the document has errors
}

func (d *comparer) run(cmd *cobra.Command, args []string) error {
	var names, rules [2]string
	for i, arg := range args {
		names[i], rules[i] = grammar.Split(arg)
	}
	order := strings.Split(d.order, ",")
	for _, semantics := range order {
		if semantics == "" && len(order) > 1 {
			return program.Usagef(cmd, "--semantics %s: a value is missing", d.order)
		}
		d.notation.Semantics = semantics
		if err := d.notation.Check(names[:]...); err != nil {
			return program.Usagef(cmd, "%v", err)
		}
	}
	if len(order) > 2 {
		return program.Usagef(cmd, "--semantics %s: at most two values are allowed, one for each side", d.order)
	}
	switch {
	case names[0] == grammar.Stdin && names[1] == grammar.Stdin:
		return program.Usagef(cmd, "only one of the two grammars can be standard input")
	case (rules[0] == "") != (rules[1] == ""):
		return program.Usagef(cmd,
			"cannot compare a rule with a grammar: both must be GRAMMAR#RULE or GRAMMAR")
	case rules[0] != "" && len(d.mapped) > 0:
		return program.Usagef(cmd, "--map pairs the rules of two grammars, not two rules")
	}
	m, err := d.compare(cmd, names, rules)
	interrupted := cmd.Context().Err()
	switch {
	case interrupted != nil && d.json && rules[0] == "":
		m = &matching{interrupted: true}
	case interrupted != nil:
		return interrupted
	case err != nil:
		return err
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		if d.json || len(m.pairs) > 0 {
			if err := d.print(out, m); err != nil {
				return err
			}
		}
		if interrupted != nil {
			return interrupted
		}
		return m.verdict()
	})
}

// compare compares the grammars or rules that the arguments name.
func (d *comparer) compare(cmd *cobra.Command, names, rules [2]string) (*matching, error) {
	var sides [2]side
	for i := range sides {
		var err error
		order := strings.Split(d.order, ",")
		d.notation.Semantics = order[min(i, len(order)-1)]
		if sides[i], err = d.side(cmd, names[i], rules[i]); err != nil {
			return nil, err
		}
	}
	m, err := d.matching(cmd, sides)
	if err == nil {
		m.compare(cmd)
	}
	return m, err
}

// verdict returns the error that determines the exit status.
func (m *matching) verdict() error {
	a, b := m.sides[0], m.sides[1]
	switch n := len(m.failed); {
	case len(m.pairs) == 0:
		return fmt.Errorf("no rule of %s can be compared with a rule of %s", a.grammar.Name, b.grammar.Name)
	case n > 0:
		return fmt.Errorf("%d of %d rules could not be compared", n, n+len(m.pairs))
	case m.differ() > 0 || len(m.alone[0])+len(m.alone[1]) > 0 || a.broken || b.broken:
		return program.Status(program.Invalid)
	}
	return nil
}

// side compiles the grammar that an argument names and prints its errors.
func (d *comparer) side(cmd *cobra.Command, name, rule string) (side, error) {
	doc, err := grammar.Open(cmd.Context(), name, d.notation, cmd.InOrStdin())
	if err != nil {
		return side{}, err
	}
	opt := build.Options{}
	if rule != "" {
		opt.Rules = []string{rule}
	}
	g, list, err := doc.Compile(cmd.Context(), opt)
	if err != nil {
		return side{}, err
	}
	doc.Tell(cmd, g)
	d.notation.Recursion.TellAll(cmd, g)
	if list.Errors() > 0 {
		report(cmd, list)
	} else {
		doc.TellDoubt(cmd)
	}
	s := side{grammar: g, broken: list.Errors() > 0}
	if rule != "" {
		if _, err = grammar.Table(g, rule); err == nil {
			s.rule = g.Rule(rule)
		}
	}
	return s, err
}
