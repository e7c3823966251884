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

// A diffing holds the flags of "abnf diff".
type diffing struct {
	notation grammar.Notation
	order    string // the semantics of both sides, or of each
	json     bool
	markdown bool
	all      bool
	mapped   []string // A=B
}

func diffCommand() *cobra.Command {
	var d diffing
	cmd := &cobra.Command{
		Use:   "diff [flags] GRAMMAR[#RULE] GRAMMAR[#RULE]",
		Short: "Say in which strings two rules, or two grammars, differ",
		Long: `Diff compares the languages of two rules: what they match, not how they are written.
It prints how the first stands to the second (equal, subset, superset, or each has strings
that the other lacks) and the shortest strings that only one of them matches; of several
that are as short the first in the order a-z, 0-9, A-Z, other ASCII, the rest. Below stand
the rules that read such a string, down to the place where the other rule fails.

Without rules it compares all that both grammars define. Rules of one name are a pair, upper
and lower case and "-" and "_" being one; --map A=B makes the rule A of the first and the
rule B of the second one. Rules that are left over are a pair if their languages are equal.
Diff prints a line for each pair that differs or has two names, with --all for the others
too, and then how many are equal. A rule that one of the grammars lacks is on stderr, and
so is one without a table, which cannot be compared.

With --semantics unordered,peg the first is read without an order of alternatives and the second
by order, as a parsing expression. Of one rule on both sides that is a shortest string that is lost
if the first alternative that matches wins.

A file whose name has "#" goes before GRAMMAR#RULE; of several "#" the last divides.

With --markdown the pairs are a table for GitHub. With --json a pair is an object on a line
of its own, with the keys rule (the name in the first grammar), other (the name in the
second), relation (equal, subset, superset or incomparable), only_first and only_second
(strings, or null), and path_first and path_second, arrays of the rules that read them, []
for a string of over 1000 bytes. In place of bytes that are not UTF-8 the strings have
U+FFFD; only_first_hex and only_second_hex have all bytes then. Of two grammars that can be
read an object with the key summary comes last: it has equal and differ, numbers of pairs,
lacks_first, lacks_second (rules that a grammar lacks) and not_compared, arrays of names, and
interrupted (whether Ctrl-C ended the program).

The status is 2 when a rule that both have could not be compared. Else it is 1 when two
rules differ, when one grammar lacks a rule of the other, and when one has errors.`,
		Example: `  abnf diff rfc3986#URI rfc3987#IRI
  abnf diff --map URI=IRI --map host=ihost rfc3986 rfc3987
  abnf diff --semantics unordered,peg rfc3987#ihost rfc3987#ihost`,
		Args: program.Args(2, 2, "compares two, GRAMMAR or GRAMMAR#RULE"),
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
func (d *diffing) flags(cmd *cobra.Command) {
	d.notation.Flags(cmd)
	d.notation.ImportFlag(cmd)
	cmd.Flags().StringVar(&d.order, "semantics", build.Unordered.String(),
		"how choices and repetitions are read: `SEMANTICS` is unordered, or peg, by order; "+
			"A,B are those of the first and the second")
	cmd.RegisterFlagCompletionFunc("semantics", completeSemantics)
	d.notation.Recursion.Flags(cmd)
	cmd.Flags().BoolVar(&d.json, "json", false, "print an object a line")
	cmd.Flags().BoolVar(&d.markdown, "markdown", false, "print a table in Markdown")
	program.Exclusive(cmd, "json", "markdown")
	cmd.Flags().StringArrayVar(&d.mapped, "map", nil,
		"compare the rule A of the first with B of the second, `A=B`; may be repeated")
	cmd.RegisterFlagCompletionFunc("map", d.completeMap)
	cmd.Flags().BoolVar(&d.all, "all", false, "print the rules that are equal too")
}

// completeSemantics completes one semantics, or two with a comma.
func completeSemantics(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	if strings.Count(word, ",") > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return grammar.CompleteList(word, ",", grammar.SemanticsNames())
}

// A side is a grammar, or a rule of one.
type side struct {
	grammar *build.Grammar
	rule    *build.Rule // nil for all
	broken  bool        // the document has errors
}

func (d *diffing) run(cmd *cobra.Command, args []string) error {
	var names, rules [2]string
	for i, arg := range args {
		names[i], rules[i] = grammar.Split(arg)
	}
	order := strings.Split(d.order, ",")
	for _, semantics := range order {
		if semantics == "" && len(order) > 1 {
			return program.Usagef(cmd, "--semantics %s: the semantics of a side is missing", d.order)
		}
		d.notation.Semantics = semantics
		if err := d.notation.Check(names[:]...); err != nil {
			return program.Usagef(cmd, "%v", err)
		}
	}
	if len(order) > 2 {
		return program.Usagef(cmd, "--semantics %s: there are two sides, so it takes two at most", d.order)
	}
	switch {
	case names[0] == grammar.Stdin && names[1] == grammar.Stdin:
		return program.Usagef(cmd, "the standard input can be one of the two only")
	case (rules[0] == "") != (rules[1] == ""):
		return program.Usagef(cmd,
			"a rule can be compared with a rule, and a grammar with a grammar: GRAMMAR#RULE or GRAMMAR, twice")
	case rules[0] != "" && len(d.mapped) > 0:
		return program.Usagef(cmd, "--map pairs rules of two grammars, and two rules are a pair already")
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

// compare compares the grammars or rules of the arguments.
func (d *diffing) compare(cmd *cobra.Command, names, rules [2]string) (*matching, error) {
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

// verdict returns the error of a comparison for the exit status.
func (m *matching) verdict() error {
	a, b := m.sides[0], m.sides[1]
	switch n := len(m.failed); {
	case len(m.pairs) == 0:
		return fmt.Errorf("no rule of %s can be compared with one of %s", a.grammar.Name, b.grammar.Name)
	case n > 0:
		return fmt.Errorf("not all is known: %d of %d rules could not be compared", n, n+len(m.pairs))
	case m.differ() > 0 || len(m.alone[0])+len(m.alone[1]) > 0 || a.broken || b.broken:
		return program.Status(program.Invalid)
	}
	return nil
}

// side compiles the grammar of an argument, and prints the errors of the document.
func (d *diffing) side(cmd *cobra.Command, name, rule string) (side, error) {
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
