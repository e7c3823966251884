package main

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// stages lists, in order, the compiler stages that can be dumped.
var stages = []string{"read", "resolve", "recursion", "lower", "determinize", "minimize", "pack"}

// A compile holds the flags of "abnf compile".
type compile struct {
	notation grammar.Notation
	rules    []string
	json     bool
	places   bool
	stage    string
}

func compileCommand() *cobra.Command {
	var c compile
	cmd := &cobra.Command{
		Use:   "compile [flags] [GRAMMAR]",
		Short: "Compile a grammar and print the size of each table",
		Long: `Compile prints one line per rule; "-" means no table. The columns are:

  kind       regular, linear (recursive at one end), self-embedding (recursive in the middle) or
             depends (refers to a recursive rule)
  exactness  exact, superset or subset(K)
  nfa, dfa   states of the automata before minimization
  states     live states of the table
  classes    byte classes
  bytes      size of the table; with --places, size of the faster table that gen writes
  cycle      for a recursive rule, a shortest path back to it
  front      states with a fast row for text before the first non-ASCII character
  rest       states with a fast row for the text after it

Core rules (RFC 5234, appendix B.1) are printed only if -r names them.`,
		Example: `  abnf compile rfc3987
  abnf compile -r URI -r host --json grammar.abnf`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE:              c.run,
	}
	compileFlags(cmd, &c.notation)
	rulesFlag(cmd, &c.rules, &c.notation, "compile only this `RULE` and the rules it refers to")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per rule")
	cmd.Flags().BoolVar(&c.places, "places", false,
		"build faster tables, which takes longer, and print the columns front and rest")
	cmd.Flags().StringVar(&c.stage, "dump", "", "print the result of this `STAGE` instead: "+strings.Join(stages, ", "))
	program.Exclusive(cmd, "json", "dump")
	oneOf(cmd, "dump", stages)
	return cmd
}

func (c *compile) run(cmd *cobra.Command, args []string) error {
	if c.stage != "" && !slices.Contains(stages, c.stage) {
		return program.Usagef(cmd, "unknown stage %q; the stages are %s", c.stage, strings.Join(stages, ", "))
	}
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	doc, err := open(cmd, name, c.notation)
	if err != nil {
		return err
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		g, err := compileDocument(cmd, doc, build.Options{Rules: c.rules, Places: c.places, Dump: c.dump(out)})
		if err != nil {
			return err
		}
		rules, err := c.listed(g)
		if err != nil {
			return err
		}
		if err := c.print(out, rules); err != nil {
			return err
		}
		return verdict(g.Diagnostics)
	})
}

// dump returns the compiler hook that writes the requested stage, or nil if none is requested.
func (c *compile) dump(out *bufio.Writer) func(stage, rule string, write func(io.Writer) error) {
	if c.stage == "" {
		return nil
	}
	return func(stage, rule string, write func(io.Writer) error) {
		if stage == c.stage && (rule == "" || c.wants(rule)) {
			heading(out, rule)
			write(out) // out keeps the error
		}
	}
}

// wants reports whether a rule was requested, ignoring case. Without -r it is always true.
func (c *compile) wants(rule string) bool {
	same := func(name string) bool { return tables.FoldName(name) == tables.FoldName(rule) }
	return len(c.rules) == 0 || slices.ContainsFunc(c.rules, same)
}

// listed returns the rules to print.
func (c *compile) listed(g *build.Grammar) ([]*build.Rule, error) {
	if len(c.rules) > 0 {
		return find(g, c.rules)
	}
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *build.Rule) bool { return !r.Own() }), nil
}

func (c *compile) print(out io.Writer, rules []*build.Rule) error {
	switch {
	case c.stage != "" || len(rules) == 0:
		return nil
	case c.json:
		return c.printJSON(out, rules)
	}
	return c.printTable(out, rules)
}

// A row holds the columns that "abnf compile" and "abnf stats" share, in output order. The sizes
// are nil if the rule has no table.
type row struct {
	Rule      string  `json:"rule"`
	Kind      string  `json:"kind"`
	Exactness *string `json:"exactness"`
	NFA       *int    `json:"nfa"`
	DFA       *int    `json:"dfa"`
	States    *int    `json:"states"`
	Classes   *int    `json:"classes"`
	Bytes     *int    `json:"bytes"`
}

// rowHeading holds the column headings.
var rowHeading = []string{"RULE", "KIND", "EXACTNESS", "NFA", "DFA", "STATES", "CLASSES", "BYTES"}

func newRow(r *build.Rule) row {
	line := row{Rule: r.Name, Kind: r.Kind.String()}
	if t := r.Table; t != "" {
		line.Exactness = new(grammar.Exactness(t))
		line.NFA, line.DFA = &r.Sizes.NFA, &r.Sizes.DFA
		line.States, line.Classes, line.Bytes = new(t.States()), new(t.Classes()), new(len(t))
	}
	return line
}

// cells returns the cells of the row as text.
func (r *row) cells() []string {
	cells := []string{r.Rule, r.Kind, "-"}
	if r.Exactness != nil {
		cells[2] = *r.Exactness
	}
	return append(cells, size(r.NFA), size(r.DFA), size(r.States), size(r.Classes), size(r.Bytes))
}

// A compiledRow is the output line for a rule. The fields are in output order.
type compiledRow struct {
	row
	Cycle     []string `json:"cycle"`
	Semantics string   `json:"semantics,omitempty"` // only with --json
	*places            // only with --places
}

// places counts the states with fast rows. Both counts are nil if the rule has no table.
type places struct {
	Front *int `json:"front"`
	Rest  *int `json:"rest"`
}

func (c *compile) line(r *build.Rule) compiledRow {
	line := compiledRow{row: newRow(r), Semantics: c.notation.Ordered()}
	for _, to := range r.Cycle() {
		line.Cycle = append(line.Cycle, to.Name)
	}
	if c.places {
		line.places = new(places)
		if r.Table != "" {
			line.Front, line.Rest = &r.Sizes.Front, &r.Sizes.Rest
		}
	}
	return line
}

func (c *compile) printJSON(out io.Writer, rules []*build.Rule) error {
	for _, r := range rules {
		if err := terminal.EncodeJSON(out, c.line(r)); err != nil {
			return err
		}
	}
	return nil
}

func (c *compile) printTable(out io.Writer, rules []*build.Rule) error {
	rows := [][]string{append(slices.Clone(rowHeading), "CYCLE")}
	if c.places {
		rows[0] = append(rows[0], "FRONT", "REST")
	}
	for _, r := range rules {
		l, cycle := c.line(r), "-"
		if r.Kind == build.Linear || r.Kind == build.SelfEmbedding {
			cycle = r.CycleText()
		}
		cells := append(l.cells(), cycle)
		if c.places {
			cells = append(cells, size(l.Front), size(l.Rest))
		}
		rows = append(rows, cells)
	}
	return printColumns(out, rows)
}

func size(n *int) string {
	if n == nil {
		return "-"
	}
	return strconv.Itoa(*n)
}
