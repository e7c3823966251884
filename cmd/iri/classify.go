package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/tables"
)

// A classify holds the flags of "iri classify".
type classify struct {
	selection selection
	names     []string // names of the rules
	source    source
	first     bool
	json      bool

	alternatives string // the rule whose alternatives are matched against lines
}

func classifyCommand() *cobra.Command {
	var c classify
	cmd := &cobra.Command{
		Use:        "classify [-g GRAMMAR] [-r RULE]... [FILE...]",
		Short:      "List the rules that match each line",
		SuggestFor: []string{"match", "kind", "type"},
		Long: `By default, classify tries all rules of rfc3987. It prints the matching rules after the line, or
below a long line, in the order of the grammar or of the -r flags; "-" means that no rule matches
and the line is invalid. Rules without a table are skipped; their number is printed on stderr.

"--first --alternatives ihost" shows whether each line is an IP address or a host name.

Without -r or --alternatives, a value in N-Triples or N-Quads is valid only if it matches the main
rule. With --json, the error for an invalid line comes from the main rule or from the rule that
reads furthest.`,
		Example: `  iri classify addresses.txt
  iri classify --first -r IPv4address -r IPv6address -r ireg-name --json addresses.txt
  iri classify --first --alternatives ihost addresses.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.grammarFlags(cmd)
	cmd.Flags().StringArrayVarP(&c.names, "rule", "r", nil, "try this `RULE`; may be repeated (default: all)")
	cmd.RegisterFlagCompletionFunc("rule", c.selection.completeRule)
	cmd.Flags().StringVar(&c.alternatives, "alternatives", "", "try the alternatives of this `RULE`")
	cmd.RegisterFlagCompletionFunc("alternatives", c.selection.completeChoice)
	program.Exclusive(cmd, "rule", "alternatives")
	c.source.recordFlags(cmd)
	cmd.Flags().BoolVar(&c.first, "first", false, "print only the first rule that matches")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one object per line")
	return withOutput(cmd)
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

// A classifier finds the names that match a text.
type classifier struct {
	names []string
	rules []tables.Rule // used to explain why no name matches
	main  bool          // whether rules contains only the main rule of a bundled grammar

	formats []formats.Format // of the rules, for the grammar of formats; otherwise nil

	// matcher returns a function for use by one goroutine. That function returns the indexes of the
	// names that match a text, in ascending order. The caller must not modify the slice.
	matcher func() func(text []byte) []int
}

// classifier returns the classifier that the flags request. incomplete is true if rules may be
// missing because of grammar errors.
func (c *classify) classifier(cmd *cobra.Command) (k classifier, incomplete bool, err error) {
	if c.alternatives != "" {
		set, rule, err := c.selection.alternatives(cmd, c.alternatives)
		k = ofSet(set)
		k.rules = []tables.Rule{rule}
		return k, false, err
	}
	if g, ok := c.selection.shipped(); ok && g.Name == shelf {
		k, err = g.classifier(cmd.Context(), c.names)
		return k, false, err
	}
	rules, incomplete, err := c.rules(cmd)
	if err != nil {
		return k, incomplete, err
	}
	k = ofRules(rules)
	if g, ok := findShipped(c.selection.grammar); ok && len(c.names) == 0 {
		i := slices.IndexFunc(rules, func(r tables.Rule) bool { return r.Name() == g.Main })
		if k.main = i >= 0; k.main {
			k.rules = rules[i : i+1]
		}
	}
	return k, incomplete, nil
}

// alternatives returns the alternatives of a rule in the selected grammar, and the rule itself. It
// compiles the document if no table for them is shipped.
func (s *selection) alternatives(cmd *cobra.Command, name string) (set tables.Set, rule tables.Rule, err error) {
	if g, ok := s.shipped(); ok {
		if rule, err = g.rule(cmd.Context(), name); err != nil {
			return "", "", err
		}
		if set, ok := g.Alternatives(name); ok {
			return set, rule, nil
		}
	}
	doc, err := s.open(cmd)
	if err != nil {
		return "", "", err
	}
	compiled, _, err := s.tables(cmd, doc, name)
	if err != nil {
		return "", "", err
	}
	if rule, err = grammar.Table(compiled, name); err != nil {
		return "", "", err
	}
	set, err = compiled.Alternatives(name)
	return set, rule, err
}

// rules returns the rules to match against, and whether rules may be missing because of grammar
// errors.
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

// named returns the tables of the named rules, without duplicates.
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

// lookup returns a function that finds rules of the selected grammar, including at least the named
// rules.
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

// ofRules returns a classifier that matches texts against rules.
func ofRules(rules []tables.Rule) classifier {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name())
	}
	match := func() func([]byte) []int { return newLockstep(rules, maxStates).match }
	return classifier{names: names, rules: rules, matcher: match}
}

// ofSet returns a classifier that uses a set.
func ofSet(set tables.Set) classifier {
	match := func(text []byte) []int { return set.Classify(files.View(text)) }
	return classifier{names: set.Rules(), matcher: func() func([]byte) []int { return match }}
}

// A classification prints lines and the names that match them.
type classification struct {
	classifier
	pass      *pass
	match     func(text []byte) []int
	visible   []string // the names, for text
	quoted    []string // the names, for JSON
	maxNames  int      // maximum number of names to print per line
	json      bool
	demanded  bool              // whether a valid line must match the main rule
	examiners []*fault.Examiner // one per rule
	printer   *terminal.Printer // prints diagnostics
	heading   heading
	none      int // number of invalid lines
}

func newClassification(k classifier, p *pass, flags *classify) *classification {
	c := &classification{
		classifier: k, pass: p, match: k.matcher(), maxNames: len(k.names), json: flags.json, printer: p.printer(),
	}
	for i, r := range k.rules {
		siblings := flags.selection.siblings
		if k.formats != nil {
			g, _ := findShipped(r.Grammar())
			siblings = g.Lookup
		}
		x := fault.NewExaminer(r, siblings)
		if x.Wide = wide(r); k.formats != nil {
			x.Prose = proseOf(k.formats[i])
		}
		c.examiners = append(c.examiners, x)
	}
	for _, name := range k.names {
		c.visible = append(c.visible, terminal.Visible(name))
		c.quoted = append(c.quoted, string(terminal.AppendQuoted(nil, name)))
	}
	if flags.first {
		c.maxNames = 1
	}
	return c
}

func (c *classification) file(file *files.File) error {
	format := c.pass.format(file)
	c.demanded = c.main && format.IsRDF()
	for _, x := range c.examiners {
		recommend(x, format)
	}
	if c.main && format == records.PlainLines {
		c.pass.hint(file, c.rules[0])
	}
	return c.pass.rows(file, c.row)
}

func (c *classification) add(other *classification) { c.none += other.none }

func (c *classification) counts() string { return "" }

// row prints a line and the names that match it.
func (c *classification) row(l *files.Line, f *fault.Fault) (valid bool, err error) {
	var list []int
	if f == nil {
		list = c.match(l.Text)
		valid = len(list) > 0 && (!c.demanded || c.rules[0].ValidBytes(l.Text))
	}
	if !valid {
		c.none++
		if f == nil && (c.json || c.demanded) {
			f = c.examine(l)
		}
	}
	list = list[:min(c.maxNames, len(list))]
	if c.json {
		return valid, c.encode(l, valid, list, f)
	}
	return valid, c.print(l, list, f)
}

// examine returns the fault found by the rule that reads furthest. If several rules read equally
// far, the last of them counts. It returns nil if a rule matches the line but none of its
// alternatives does. If a rule matches the line, but its format does not, the rule reads furthest.
func (c *classification) examine(l *files.Line) *fault.Fault {
	var best *fault.Examiner
	most := 0
	for i, r := range c.rules {
		e, refused := errors.AsType[*tables.SyntaxError](r.Check(files.View(l.Text)))
		switch {
		case !refused && c.formats != nil:
			best, most = c.examiners[i], math.MaxInt
		case refused && e.Offset >= most:
			best, most = c.examiners[i], e.Offset
		}
	}
	if best == nil {
		return nil
	}
	f := best.Examine(l)
	return &f
}

// column is the column in which rule names are printed. Most lines are shorter, and even a narrow
// terminal has room for the names.
const column = 32

// gap is a line ending and the blanks up to column.
var gap = "\n" + strings.Repeat(" ", column)

// print prints a line as text. It prints the diagnostic on stderr after flushing all earlier lines.
func (c *classification) print(l *files.Line, list []int, f *fault.Fault) error {
	text := terminal.Visible(files.View(l.Text))
	b := append(c.pass.Out.AvailableBuffer(), text...)
	if width := terminal.Width(text, column-2); width <= column-2 {
		b = append(b, gap[1+width:]...)
	} else {
		b = append(b, gap...)
	}
	if len(list) == 0 {
		b = append(b, '-')
	}
	for i, name := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, c.visible[name]...)
	}
	if _, err := c.pass.Out.Write(append(b, '\n')); err != nil || f == nil {
		return err
	}
	c.pass.Out.Flush() // Out keeps the error
	return c.printer.Print(f.Diagnostic(l))
}

// encode prints the JSON object for a line.
func (c *classification) encode(l *files.Line, valid bool, list []int, f *fault.Fault) error {
	b := c.heading.append(c.pass.Out.AvailableBuffer(), l)
	b = strconv.AppendBool(append(b, `,"valid":`...), valid)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	b = append(b, `,"rules":[`...)
	for i, name := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, c.quoted[name]...)
	}
	if b = append(b, ']'); f != nil {
		b = append(f.AppendJSON(append(b, `,"error":{`...)), '}')
	}
	_, err := c.pass.Out.Write(append(b, "}\n"...))
	return err
}
