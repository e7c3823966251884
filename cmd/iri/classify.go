package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A classify is the command "iri classify".
type classify struct {
	selection selection
	names     []string // of the rules
	source    source
	first     bool
	json      bool

	alternatives string // the rule whose alternatives lines are matched against
}

func classifyCommand() *cobra.Command {
	var c classify
	cmd := &cobra.Command{
		Use:   "classify [-g GRAMMAR] [-r RULE]... [FILE...]",
		Short: "Say which rules match each line",
		Long: `Classify prints every line, blank ones too, with the names of the rules of a grammar
that match the line as a whole: all rules of rfc3987, unless flags say otherwise. They are
in the order of the grammar, or in that of the flags -r. Where no rule matches there
is a "-". The names stand behind the line when it is short, and below it when it is long.

With --first there is only the first rule that matches. Rules that mean one thing each,
named from the narrowest to the widest, thus tell what a line is.

With --alternatives RULE the alternatives of that rule stand in place of rules, in the order
in which they win: of rfc3987's ihost they are IPv6address, IPvFuture, IPv4address and
ireg-name, and --first says which of them a host is.

With --json there is an object on a line of its own for every line of input, with the keys
file, line, input and rules (an array). Where the input has bytes that are not UTF-8,
which JSON cannot have, "input_hex" has all its bytes in hexadecimal.

A rule that is recursive has no table and is left out, and stderr says so. The status is 1
when some line matches no rule. It is 2 when the grammar has errors, whatever the lines
are: the rules that could be compiled are not all.

` + formHelp,
		Example: `  iri classify addresses.txt
  iri classify --first -r IPv4address -r IPv6address -r ireg-name --json addresses.txt
  iri classify --first --alternatives ihost addresses.txt
  iri classify -g grammar.abnf hello.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.grammarFlags(cmd)
	cmd.Flags().StringArrayVarP(&c.names, "rule", "r", nil, "match against this `RULE`; may be repeated (default: all)")
	cmd.RegisterFlagCompletionFunc("rule", c.selection.completeRule)
	cmd.Flags().StringVar(&c.alternatives, "alternatives", "", "match against the alternatives of this `RULE`")
	cmd.RegisterFlagCompletionFunc("alternatives", c.selection.completeRule)
	program.Exclusive(cmd, "rule", "alternatives")
	c.source.flags(cmd)
	cmd.Flags().BoolVar(&c.first, "first", false, "name only the first rule that matches")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object a line")
	return cmd
}

func (c *classify) run(cmd *cobra.Command, files []string) error {
	k, incomplete, err := c.classifier(cmd)
	if err != nil {
		return err
	}
	p := c.source.pass(cmd, files)
	t := &classification{classifier: k, pass: p}
	for file := range p.files() {
		for l, err := range file.Lines() {
			switch {
			case err != nil:
				err = p.unread(err)
			case c.json:
				err = t.encode(l)
			default:
				err = t.print(l)
			}
			if err != nil {
				return err
			}
		}
	}
	p.failed = p.failed || incomplete
	return p.status(t.none)
}

// A classifier says which of its names fit a text, by their indexes in ascending order.
// The slice is good for one call.
type classifier struct {
	names []string
	match func(text []byte) []int
}

// classifier returns what the flags ask for, and whether the grammar has errors that may
// have cost it some rules.
func (c *classify) classifier(cmd *cobra.Command) (k classifier, incomplete bool, err error) {
	if c.alternatives != "" {
		set, err := c.selection.alternatives(cmd, c.alternatives)
		return ofSet(set, c.first), false, err
	}
	rules, incomplete, err := c.rules(cmd)
	return ofRules(rules, c.first), incomplete, err
}

// alternatives returns the alternatives of a rule of the selected grammar. The document of
// a grammar that ships is compiled when they do not.
func (s *selection) alternatives(cmd *cobra.Command, rule string) (tables.Set, error) {
	g, ok := findShipped(s.grammar)
	if ok {
		if set, ok := g.Alternatives(rule); ok {
			return set, nil
		}
		if _, err := g.rule(cmd.Context(), rule); err != nil {
			return "", err
		}
	}
	doc, err := s.open(cmd)
	if err != nil {
		return "", err
	}
	compiled, _, err := s.tables(cmd, doc, rule)
	if err != nil {
		return "", err
	}
	if _, err := grammar.Table(compiled, rule); err != nil {
		return "", err
	}
	return compiled.Alternatives(rule)
}

// rules returns the rules to match against, and whether the grammar has errors that may
// have cost it some.
func (c *classify) rules(cmd *cobra.Command) (rules []tables.Rule, incomplete bool, err error) {
	if len(c.names) > 0 {
		rules, err = c.selection.named(cmd, c.names)
		return rules, false, err
	}
	rules, err = c.selection.rules(cmd)
	if err == program.Status(program.Invalid) {
		incomplete, err = true, nil
	}
	if err == nil && len(rules) == 0 {
		err = fmt.Errorf("no rule of %s has a table", c.selection.grammar)
	}
	return rules, incomplete, err
}

// named returns the tables of these rules, each once.
func (s *selection) named(cmd *cobra.Command, names []string) ([]tables.Rule, error) {
	lookup, err := s.lookup(cmd, names)
	if err != nil {
		return nil, err
	}
	var rules []tables.Rule
	for _, name := range names {
		rule, err := lookup(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules, nil
}

// lookup returns a function that finds rules of the selected grammar, among them these.
func (s *selection) lookup(cmd *cobra.Command, names []string) (func(name string) (tables.Rule, error), error) {
	if g, ok := findShipped(s.grammar); ok {
		return func(name string) (tables.Rule, error) { return g.rule(cmd.Context(), name) }, nil
	}
	doc, err := s.open(cmd)
	if err != nil {
		return nil, err
	}
	g, _, err := s.tables(cmd, doc, names...)
	return func(name string) (tables.Rule, error) { return grammar.Table(g, name) }, err
}

// ofRules matches every rule, or those up to the first that matches.
func ofRules(rules []tables.Rule, first bool) classifier {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name())
	}
	list := make([]int, 0, len(rules))
	return classifier{names, func(text []byte) []int {
		list = list[:0]
		for i, r := range rules {
			if r.ValidBytes(text) {
				if list = append(list, i); first {
					break
				}
			}
		}
		return list
	}}
}

// ofSet asks a set.
func ofSet(set tables.Set, first bool) classifier {
	return classifier{set.Rules(), func(text []byte) []int {
		list := set.Classify(lines.View(text))
		if first {
			list = list[:min(1, len(list))]
		}
		return list
	}}
}

// A classification shows lines with what fits them.
type classification struct {
	classifier
	pass *pass
	none int // lines that nothing fits
}

// column is where the names of rules begin: behind many a short word, and the names have
// room on a narrow terminal.
const column = 32

// print shows a line for people.
func (c *classification) print(l *lines.Line) error {
	text := caret.Visible(lines.View(l.Text))
	gap := column - caret.Width(text, column)
	if gap < 2 {
		text += "\n"
		gap = column
	}
	out := c.pass.Out
	out.WriteString(text)
	out.WriteString(strings.Repeat(" ", gap))
	list := c.match(l.Text)
	if len(list) == 0 {
		c.none++
		out.WriteString("-")
	}
	for i, rule := range list {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(caret.Visible(c.names[rule]))
	}
	return out.WriteByte('\n')
}

// encode shows a line for programs.
func (c *classification) encode(l *lines.Line) error {
	b := append(c.pass.Out.AvailableBuffer(), `{"file":`...)
	b = jsonl.AppendString(b, l.File)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(l.Number), 10)
	b = jsonl.AppendField(append(b, ','), "input", lines.View(l.Text))
	b = append(b, `,"rules":[`...)
	list := c.match(l.Text)
	if len(list) == 0 {
		c.none++
	}
	for i, rule := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonl.AppendString(b, c.names[rule])
	}
	_, err := c.pass.Out.Write(append(b, "]}\n"...))
	return err
}
