package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A stats holds the flags of "abnf stats".
type stats struct {
	notation grammar.Notation
	rules    []string
	json     bool
}

func statsCommand() *cobra.Command {
	var c stats
	cmd := &cobra.Command{
		Use:        "stats [flags] [GRAMMAR]",
		Short:      "Print the cost of each rule in a grammar",
		SuggestFor: []string{"cost", "profile"},
		Long: `For each rule, the most expensive first, stats prints the columns of "abnf compile" and these:

  steps  compiler steps, about five nanoseconds each; rules that refer to one another share
         them equally
  calls  the rules whose references a counter or --depth counts
  from   the references that add the most states to the NFA, each with the number of copies

The last line contains the totals. If a rule has no table, the reason is printed on stderr. If a
rule could not be read, resolved or compiled, the status is 1.`,
		Example: `  abnf stats rfc3987
  abnf stats -r xri --json xri30`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE:              c.run,
	}
	compileFlags(cmd, &c.notation)
	rulesFlag(cmd, &c.rules, &c.notation, "compile only this `RULE` and the rules it refers to")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per rule")
	return cmd
}

func (c *stats) run(cmd *cobra.Command, args []string) error {
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	doc, err := open(cmd, name, c.notation)
	if err != nil {
		return err
	}
	g, err := compileDocument(cmd, doc, build.Options{Rules: c.rules})
	if err != nil {
		return err
	}
	if _, err := find(g, c.rules); err != nil {
		return err
	}
	costs, sum := measure(g)
	sum.Semantics = c.notation.Ordered()
	for _, r := range g.Rules {
		if r.Own() && r.Table == "" && r.Err == nil && len(c.rules) == 0 {
			program.Tell(cmd, "%s has no table: %s", r.Name, r.Reason())
		}
	}
	err = program.Buffered(cmd, func(out *bufio.Writer) error {
		if c.json {
			return encodeCosts(out, costs, sum)
		}
		return printCosts(out, costs, sum)
	})
	if err != nil {
		return err
	}
	return verdict(g.Diagnostics)
}

// A cost is the output line for a rule. The fields are in output order.
type cost struct {
	row
	Steps int64    `json:"steps"`
	Calls []string `json:"calls"`
	From  []from   `json:"from"`
}

// A from counts the states that references to one rule add.
type from struct {
	Rule   string `json:"rule"`
	Times  int64  `json:"times"`
	States int64  `json:"states"`
}

// A costSum is the total cost of a document.
type costSum struct {
	Rules       int   `json:"rules"`
	Tables      int   `json:"tables"`
	Bytes       int   `json:"bytes"`
	Steps       int64 `json:"steps"`
	Transitions int64 `json:"transitions"`

	Semantics string `json:"semantics,omitempty"`
}

// measure returns the costs of the compiled rules in descending order, and their sum.
func measure(g *build.Grammar) (costs []cost, sum costSum) {
	sum.Steps, sum.Transitions = g.Spent()
	for _, r := range g.Rules {
		if r.From != "" || r.Sizes.Steps == 0 && r.Err == nil || r.Core && r.Table == "" {
			continue
		}
		c := cost{newRow(r), r.Sizes.Steps, append([]string{}, g.Called(r)...), []from{}}
		for _, by := range g.Contributions(r) {
			c.From = append(c.From, from{by.Rule.Name, by.Times, by.States})
		}
		costs = append(costs, c)
		sum.Rules++
		if r.Table != "" {
			sum.Tables++
			sum.Bytes += len(r.Table)
		}
	}
	slices.SortStableFunc(costs, func(a, b cost) int { return cmp.Compare(b.Steps, a.Steps) })
	return costs, sum
}

func encodeCosts(out io.Writer, costs []cost, sum costSum) error {
	for _, c := range costs {
		if err := terminal.EncodeJSON(out, c); err != nil {
			return err
		}
	}
	return terminal.EncodeJSON(out, struct {
		Summary costSum `json:"summary"`
	}{sum})
}

func printCosts(out io.Writer, costs []cost, sum costSum) error {
	rows := [][]string{append(slices.Clone(rowHeading), "STEPS", "CALLS", "FROM")}
	for _, c := range costs {
		rows = append(rows, append(c.cells(),
			strconv.FormatInt(c.Steps, 10), cmp.Or(few(c.Calls, 3), "-"), cmp.Or(c.shownFrom(), "-")))
	}
	if err := printColumns(out, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "rules: %d, tables: %d, bytes: %d, steps: %d, transitions: %d\n",
		sum.Rules, sum.Tables, sum.Bytes, sum.Steps, sum.Transitions)
	return err
}

// shownFrom describes the references that add the most states.
func (c *cost) shownFrom() string {
	var words []string
	for _, f := range c.From {
		word := fmt.Sprintf("%s %d", f.Rule, f.States)
		if f.Times > 1 {
			word = fmt.Sprintf("%s %d×%d", f.Rule, f.Times, f.States/f.Times)
		}
		words = append(words, word)
	}
	return strings.TrimSpace(few(words, 3))
}
