package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables"
)

func rulesCommand() *cobra.Command {
	var s selection
	var asJSON bool
	cmd := &cobra.Command{
		Use:        "rules [-g GRAMMAR]",
		Short:      "List grammars and their rules",
		SuggestFor: []string{"list"},
		Long: `Without -g, the rules of all bundled grammars are listed. Each line shows the number of states and
byte classes in the table, its size in bytes, whether it is exact, the components for "iri parse",
and whether the rule is a format: "table", or "table+prose" if its standard demands more than the
table.

The rule "line" of an RDF grammar matches any line, even a comment.
With -g, rules without a table are reported on stderr, such as a rule that nests two kinds of
brackets.`,
		Example: `  iri rules
  iri rules -g rfc3986 --json`,
		Args:              program.Args(0, 0, "takes no arguments; select a grammar with -g"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rules, err := s.rules(cmd, tellLeftOut)
			if len(rules) == 0 {
				return err
			}
			print := printRules
			if asJSON {
				print = encodeRules
			}
			_, ships := s.shipped()
			infos := ruleInfos(rules, ships || s.grammar == "")
			if failed := program.Buffered(cmd, func(out *bufio.Writer) error { return print(out, infos) }); failed != nil {
				return failed
			}
			return err
		},
	}
	s.grammarFlags(cmd)
	cmd.Flags().Lookup("grammar").Usage = "a bundled `GRAMMAR` or a file (default: all)"
	cmd.Flags().Lookup("grammar").DefValue = ""
	s.grammar = ""
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object per rule")
	return withOutput(cmd)
}

// A ruleInfo is a row in the list of rules.
type ruleInfo struct {
	Grammar    string   `json:"grammar"`
	Rule       string   `json:"rule"`
	States     int      `json:"states"`
	Classes    int      `json:"classes"`
	Bytes      int      `json:"bytes"`
	Exactness  string   `json:"exactness"`
	Format     *string  `json:"format"` // "table" or "table+prose"; nil if the rule is not a format
	Components []string `json:"components"`
	Language   string   `json:"language"`
}

func newRuleInfo(r tables.Rule) ruleInfo {
	hash := r.Hash()
	return ruleInfo{
		r.Grammar(), r.Name(), r.States(), r.Classes(), len(r), grammar.Exactness(r), nil,
		componentNames(r), hex.EncodeToString(hash[:]),
	}
}

// newFormatInfo returns the row of a format, whose rule may belong to another grammar.
func newFormatInfo(f formats.Format) ruleInfo {
	info, checks := newRuleInfo(f.Rule()), "table"
	if !f.TableSuffices() {
		checks = "table+prose"
	}
	info.Grammar, info.Rule, info.Format = shelf, f.Name(), &checks
	return info
}

// ruleInfos returns the rows for rules. ships reports whether the rules are those of bundled
// grammars: the formats then precede the other rules of their grammar.
func ruleInfos(rules []tables.Rule, ships bool) (infos []ruleInfo) {
	listed := false
	for _, r := range rules {
		if !ships || r.Grammar() != shelf {
			infos = append(infos, newRuleInfo(r))
			continue
		}
		for _, name := range formats.Names() {
			if f, ok := formats.Lookup(name); ok && !listed {
				infos = append(infos, newFormatInfo(f))
			}
		}
		if listed = true; !slices.Contains(formats.Names(), r.Name()) {
			infos = append(infos, newRuleInfo(r))
		}
	}
	return infos
}

// A teller reports the rules without a table on stderr.
type teller func(cmd *cobra.Command, rules []*build.Rule)

// rules returns the tables of the selected grammar, or of all shipped grammars. For a grammar file
// with errors it returns both the tables and a Status.
func (s *selection) rules(cmd *cobra.Command, tell teller) ([]tables.Rule, error) {
	if g, ok := s.shipped(); ok {
		compiled, err := g.leftOut(cmd.Context())
		if err != nil {
			return nil, err
		}
		if compiled != nil {
			tell(cmd, withoutTable(compiled))
		}
		return g.Rules(), nil
	}
	if s.grammar != "" {
		return s.compiledRules(cmd, tell)
	}
	if words := s.notation.SemanticsWords(); len(words) > 0 {
		return nil, program.Usagef(cmd, "%s requires a grammar; name it with -g", words[0])
	}
	var rules []tables.Rule
	for _, g := range bundled.Grammars() {
		rules = append(rules, g.Rules()...)
	}
	return rules, nil
}

// compiledRules compiles the selected grammar and returns its tables.
func (s *selection) compiledRules(cmd *cobra.Command, tell teller) ([]tables.Rule, error) {
	doc, err := s.open(cmd)
	if err != nil {
		return nil, err
	}
	g, list, err := s.tables(cmd, doc)
	if err != nil {
		return nil, err
	}
	var rules []tables.Rule
	for _, r := range g.Rules {
		if r.Table != "" && (doc.File || r.Own()) {
			rules = append(rules, r.Table)
		}
	}
	s.notation.Recursion.TellAll(cmd, g)
	tell(cmd, withoutTable(g))
	if list.Errors() > 0 {
		return rules, program.Status(program.Invalid)
	}
	return rules, nil
}

func encodeRules(out io.Writer, rules []ruleInfo) error {
	for _, i := range rules {
		if err := terminal.EncodeJSON(out, i); err != nil {
			return err
		}
	}
	return nil
}

func printRules(out io.Writer, rules []ruleInfo) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GRAMMAR\tRULE\tSTATES\tCLASSES\tBYTES\tEXACTNESS\tFORMAT\tCOMPONENTS")
	for _, i := range rules {
		format, components := "-", "-"
		if i.Format != nil {
			format = *i.Format
		}
		if len(i.Components) > 0 {
			components = terminal.Visible(strings.Join(i.Components, " "))
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", terminal.Visible(i.Grammar), i.Rule, i.States, i.Classes, i.Bytes,
			i.Exactness, format, components)
	}
	return w.Flush()
}
