package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A diffing is the command "abnf diff".
type diffing struct {
	notation grammar.Notation
	json     bool
	all      bool
}

func diffCommand() *cobra.Command {
	var d diffing
	cmd := &cobra.Command{
		Use:   "diff [flags] GRAMMAR[#RULE] GRAMMAR[#RULE]",
		Short: "Say in which strings two rules, or two grammars, differ",
		Long: `Diff compares the languages of two rules: what they match, not how they are written.
It prints how the first stands to the second, equal, subset, superset or incomparable, and
the shortest strings that only one of them matches; of several that are as short the first
in the order a-z, 0-9, A-Z, other ASCII, the rest.

Without rules it compares all that both grammars define, upper and lower case and "-" and
"_" being one in names, and prints a line for each that differs; with --all for the others
too. What one of them lacks, or has no table for, is on stderr.

With --json a pair is an object on a line of its own, with the keys rule (the name in the
first grammar), other (the name in the second), relation, and only_first and only_second:
strings, or null. The status is 1 when two rules that are compared differ, and when one
grammar lacks a rule of the other, or a table of it; it is 2 when no two can be compared.`,
		Example: `  abnf diff rfc3986#URI rfc3987#IRI
  abnf diff --all rfc3986 rfc3987`,
		Args: program.Args(2, 2, "compares two, GRAMMAR or GRAMMAR#RULE"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return grammar.Bundled(), cobra.ShellCompDirectiveDefault
		},
		RunE: d.run,
	}
	d.notation.Flags(cmd)
	d.notation.ImportFlag(cmd)
	cmd.Flags().BoolVar(&d.json, "json", false, "print an object a line")
	cmd.Flags().BoolVar(&d.all, "all", false, "print the rules that are equal too")
	return cmd
}

// A side is a grammar, or a rule of one.
type side struct {
	grammar *build.Grammar
	rule    *build.Rule // nil for all
	broken  bool        // it has errors
}

func (d *diffing) run(cmd *cobra.Command, args []string) error {
	first, _, _ := strings.Cut(args[0], "#")
	second, _, _ := strings.Cut(args[1], "#")
	if err := d.notation.Check(first, second); err != nil {
		return program.Usagef(cmd, "%v", err)
	}
	if first == grammar.Stdin && second == grammar.Stdin {
		return program.Usagef(cmd, "the standard input can be one of the two only")
	}
	var sides [2]side
	for i, arg := range args {
		var err error
		if sides[i], err = d.side(cmd, arg); err != nil {
			return err
		}
	}
	if (sides[0].rule == nil) != (sides[1].rule == nil) {
		return program.Usagef(cmd, "a rule can be compared with a rule, and a grammar with a grammar: GRAMMAR#RULE or GRAMMAR, twice")
	}
	pairs, alone, failed := d.pairs(cmd, sides)
	if len(pairs) == 0 {
		return fmt.Errorf("no rule of %s can be compared with one of %s", sides[0].grammar.Name, sides[1].grammar.Name)
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		differ, err := d.print(out, pairs)
		switch {
		case err != nil:
		case failed > 0:
			err = fmt.Errorf("not all is known: %d of %d rules could not be compared", failed, failed+len(pairs))
		case differ || alone || sides[0].broken || sides[1].broken:
			err = program.Status(program.Invalid)
		}
		return err
	})
}

// side compiles what an argument names. What is wrong with the document is told when it is an error.
func (d *diffing) side(cmd *cobra.Command, arg string) (side, error) {
	name, rule, one := strings.Cut(arg, "#")
	doc, err := grammar.Open(cmd.Context(), name, d.notation, cmd.InOrStdin())
	if err != nil {
		return side{}, err
	}
	opt := build.Options{Limits: plain()}
	if one {
		opt.Rules = []string{rule}
	}
	g, list := doc.Compile(cmd.Context(), opt)
	doc.Tell(cmd, g)
	if list.Errors() > 0 {
		report(cmd, list)
	} else {
		doc.TellDoubt(cmd)
	}
	s := side{grammar: g, broken: list.Errors() > 0}
	if one {
		if _, err = grammar.Table(g, rule); err == nil {
			s.rule = g.Rule(rule)
		}
	}
	return s, err
}

// A pair is two rules that are compared.
type pair struct {
	a, b *build.Rule
	build.Comparison
}

// pairs compares, and reports whether a rule, or its table, is on one side only, and how many rules
// that have tables on both could not be compared. Such rules, and those without tables, are told of.
func (d *diffing) pairs(cmd *cobra.Command, sides [2]side) (pairs []pair, alone bool, failed int) {
	a, b := sides[0], sides[1]
	add := func(r, other *build.Rule) {
		c, err := build.Compare(r, other)
		if err != nil {
			program.Tell(cmd, "%s: %v", r.Name, err)
			alone = alone || (r.Table == "") != (other.Table == "")
			if r.Table != "" && other.Table != "" {
				failed++
			}
			return
		}
		pairs = append(pairs, pair{r, other, c})
	}
	if a.rule != nil {
		add(a.rule, b.rule)
		return pairs, alone, failed
	}
	for _, r := range a.grammar.Rules {
		if other := b.grammar.Rule(r.Name); other != nil && (r.Own() || other.Own()) {
			add(r, other)
		}
	}
	onlyA := tellAlone(cmd, a.grammar, b.grammar)
	onlyB := tellAlone(cmd, b.grammar, a.grammar)
	return pairs, alone || onlyA || onlyB, failed
}

// tellAlone tells which rules a defines and b does not have, and reports whether there are any.
func tellAlone(cmd *cobra.Command, a, b *build.Grammar) bool {
	var names []string
	for _, r := range a.Rules {
		if r.Own() && b.Rule(r.Name) == nil {
			names = append(names, r.Name)
		}
	}
	if len(names) > 0 {
		program.Tell(cmd, "only %s has %s", a.Name, strings.Join(names, ", "))
	}
	return len(names) > 0
}

// print prints the pairs, and reports whether any differ.
func (d *diffing) print(out io.Writer, pairs []pair) (differ bool, err error) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, p := range pairs {
		if p.Relation != build.Equal {
			differ = true
		} else if !d.all && len(pairs) > 1 {
			continue
		}
		if d.json {
			if err := jsonl.Encode(out, p.record()); err != nil {
				return differ, err
			}
			continue
		}
		first, second := p.witnesses()
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.name(), p.Relation, shown("only the first", first), shown("only the second", second))
	}
	return differ, w.Flush()
}

// name returns the name of the rules, both when they differ.
func (p *pair) name() string {
	if tables.FoldName(p.a.Name) == tables.FoldName(p.b.Name) {
		return p.a.Name
	}
	return p.a.Name + " " + p.b.Name
}

// witnesses returns the strings that only one side matches, nil where there is none.
func (p *pair) witnesses() (first, second *string) {
	if p.Relation == build.Superset || p.Relation == build.Incomparable {
		first = &p.OnlyA
	}
	if p.Relation == build.Subset || p.Relation == build.Incomparable {
		second = &p.OnlyB
	}
	return first, second
}

func shown(what string, witness *string) string {
	if witness == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s", what, caret.Visible(fmt.Sprintf("%q", *witness)))
}

// A difference is a pair for programs.
type difference struct {
	Rule       string  `json:"rule"`
	Other      string  `json:"other"`
	Relation   string  `json:"relation"`
	OnlyFirst  *string `json:"only_first"`
	OnlySecond *string `json:"only_second"`
}

func (p *pair) record() difference {
	first, second := p.witnesses()
	return difference{p.a.Name, p.b.Name, p.Relation.String(), first, second}
}
