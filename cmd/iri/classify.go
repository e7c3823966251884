package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A classify holds the flags of "iri classify".
type classify struct {
	selection selection
	names     []string // of the rules
	source    source
	first     bool
	json      bool

	alternatives string // the rule with the alternatives to match lines against
}

func classifyCommand() *cobra.Command {
	var c classify
	cmd := &cobra.Command{
		Use:   "classify [-g GRAMMAR] [-r RULE]... [FILE...]",
		Short: "Say which rules match each line",
		Long: `Classify prints every line, blank ones too, with the names of the rules of a grammar
that match the line as a whole: all rules of rfc3987, unless flags say otherwise. They are
in the order of the grammar, or in that of the flags -r. Where no rule matches there
is a "-". The names stand after the line when it is short, and below it when it is long.

With --first there is only the first rule that matches. Rules that mean one thing each,
named from the narrowest to the widest, thus tell what a line is.

With --alternatives RULE the alternatives of that rule stand in place of rules, in the order
in which they win: of rfc3987's ihost they are IPv6address, IPvFuture, IPv4address and
ireg-name, and --first says which of them a host is.

With --json there is an object on a line of its own for every line of input, with the keys
file, line, input and rules (an array). JSON cannot have bytes that are not UTF-8. If the
input has such bytes, input_hex after it has all of its bytes in hexadecimal; if the name of
the file has, file_hex has those.

A rule without a table is left out. A line on stderr says how many are,
and "iri rules" says which. The status is 1
when some line matches no rule. It is 2 when the grammar has errors, whatever the lines
are: the rules that could be compiled are not all.

` + recordsHelp + formHelp,
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
	cmd.RegisterFlagCompletionFunc("alternatives", c.selection.completeChoice)
	program.Exclusive(cmd, "rule", "alternatives")
	c.source.recordFlags(cmd)
	cmd.Flags().BoolVar(&c.first, "first", false, "name only the first rule that matches")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object a line")
	return cmd
}

func (c *classify) run(cmd *cobra.Command, files []string) error {
	k, incomplete, err := c.classifier(cmd)
	if err != nil {
		return err
	}
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	t, err := each(p, func(p *pass) *classification { return newClassification(k, p, c) })
	if err != nil {
		return err
	}
	p.failed = p.failed || incomplete
	return p.status(t.none)
}

// A classifier finds the names that fit a text.
type classifier struct {
	names []string

	// matcher returns a function for one goroutine. It returns the indexes of the names that fit a
	// text, in ascending order, in a slice not to be changed.
	matcher func() func(text []byte) []int
}

// classifier returns the classifier requested by the flags. incomplete is set if rules may be
// missing because of errors in the grammar.
func (c *classify) classifier(cmd *cobra.Command) (k classifier, incomplete bool, err error) {
	if c.alternatives != "" {
		set, err := c.selection.alternatives(cmd, c.alternatives)
		return ofSet(set), false, err
	}
	rules, incomplete, err := c.rules(cmd)
	return ofRules(rules), incomplete, err
}

// alternatives returns the alternatives of a rule of the selected grammar. If they are not among
// the shipped tables, it compiles the document.
func (s *selection) alternatives(cmd *cobra.Command, rule string) (tables.Set, error) {
	g, ok := s.shipped()
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

// rules returns the rules to match against, and whether rules may be missing because of errors in
// the grammar.
func (c *classify) rules(cmd *cobra.Command) (rules []tables.Rule, incomplete bool, err error) {
	if len(c.names) > 0 {
		rules, err = c.selection.named(cmd, c.names)
		return rules, false, err
	}
	rules, err = c.selection.rules(cmd, c.selection.countLeftOut)
	if err == program.Status(program.Invalid) {
		incomplete, err = true, nil
	}
	if err == nil && len(rules) == 0 {
		err = fmt.Errorf("no rule of %s has a table", c.selection.grammar)
	}
	return rules, incomplete, err
}

// named returns the tables of the given rules, each once.
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

// lookup returns a function that finds rules of the selected grammar, the given ones included.
func (s *selection) lookup(cmd *cobra.Command, names []string) (func(name string) (tables.Rule, error), error) {
	if g, ok := s.shipped(); ok {
		return func(name string) (tables.Rule, error) { return g.rule(cmd.Context(), name) }, nil
	}
	doc, err := s.open(cmd)
	if err != nil {
		return nil, err
	}
	g, _, err := s.tables(cmd, doc, names...)
	if err != nil {
		return nil, err
	}
	s.notation.Recursion.TellAll(cmd, g)
	return func(name string) (tables.Rule, error) { return grammar.Table(g, name) }, nil
}

// ofRules returns a classifier by rules.
func ofRules(rules []tables.Rule) classifier {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name())
	}
	return classifier{names, func() func([]byte) []int { return newLockstep(rules, mostStates).match }}
}

// ofSet returns a classifier by a set.
func ofSet(set tables.Set) classifier {
	match := func(text []byte) []int { return set.Classify(files.View(text)) }
	return classifier{set.Rules(), func() func([]byte) []int { return match }}
}

// A classification prints lines with the names that fit them.
type classification struct {
	pass    *pass
	match   func(text []byte) []int
	visible []string // the names, for text
	quoted  []string // the names, for JSON
	most    int      // the greatest number of names shown for a line
	heading heading
	show    func(*files.Line) error
	none    int // lines that fit no name
}

func newClassification(k classifier, p *pass, flags *classify) *classification {
	c := &classification{pass: p, match: k.matcher(), most: len(k.names)}
	if c.show = c.print; flags.json {
		c.show = c.encode
	}
	for _, name := range k.names {
		c.visible = append(c.visible, terminal.Visible(name))
		c.quoted = append(c.quoted, string(terminal.AppendQuoted(nil, name)))
	}
	if flags.first {
		c.most = 1
	}
	return c
}

func (c *classification) file(file *files.File) error { return c.pass.lines(file, c.show) }

func (c *classification) add(other *classification) { c.none += other.none }

func (c *classification) counts() string { return "" }

// fit returns the indexes of the names to print for a line.
func (c *classification) fit(l *files.Line) []int {
	list := c.match(l.Text)
	if len(list) == 0 {
		c.none++
	}
	return list[:min(c.most, len(list))]
}

// column is the number of cells before the names of rules. Many lines are shorter, and a narrow
// terminal still has room for the names.
const column = 32

// gap is a line end and the blanks up to column.
var gap = "\n" + strings.Repeat(" ", column)

// print prints a line as text.
func (c *classification) print(l *files.Line) error {
	text := terminal.Visible(files.View(l.Text))
	b := append(c.pass.Out.AvailableBuffer(), text...)
	if width := terminal.Width(text, column-2); width <= column-2 {
		b = append(b, gap[1+width:]...)
	} else {
		b = append(b, gap...)
	}
	list := c.fit(l)
	if len(list) == 0 {
		b = append(b, '-')
	}
	for i, name := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, c.visible[name]...)
	}
	_, err := c.pass.Out.Write(append(b, '\n'))
	return err
}

// encode prints the object of a line.
func (c *classification) encode(l *files.Line) error {
	b := c.heading.append(c.pass.Out.AvailableBuffer(), l)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	b = append(b, `,"rules":[`...)
	for i, name := range c.fit(l) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, c.quoted[name]...)
	}
	_, err := c.pass.Out.Write(append(b, "]}\n"...))
	return err
}
