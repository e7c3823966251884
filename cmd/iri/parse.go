package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/emit/walk"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A parse holds the flags of "iri parse".
type parse struct {
	selection selection
	uri       bool
	source    source
	json      bool
	fields    string
	header    bool
	absent    string
	as        string

	statements tables.Rule // the rule for N-Triples and N-Quads if no flag names a rule, or ""
}

const parseHelp = `By default, each line is an IRI reference, or a URI reference with --uri. -r IRI and -r URI
require a scheme, which is the default in N-Triples and N-Quads. With another grammar, -r must name
a rule that has components ("iri rules"); a grammar file defines them with "; @components RULE:
COMPONENT=RULE …".

An authority is also split into userinfo, host and port. host_kind and path_kind name the matching
grammar alternatives, such as IPv6address and ipath-abempty. A missing component is omitted (null in
JSON); an empty component is "".

FIELDS can be components and input, line, file, record, field and valid (true or false). An invalid
line has no components; its diagnostic is printed on stderr unless FIELDS includes code, column,
offset or message. Control characters and backslashes in values are printed as \t, \n, \r, \\ and
\xHH.

--as svg draws one line and --as html up to 100: each character in the color of its component, and
where an invalid line fails and what could have stood there.`

func parseCommand() *cobra.Command {
	var c parse
	cmd := &cobra.Command{
		Use:        "parse [-g GRAMMAR] [-r RULE] [--as text|svg|html] [FILE...]",
		Short:      "Parse each line into components",
		SuggestFor: []string{"split", "components"},
		Long:       parseHelp,
		Example: `  echo 'https://user@[2001:db8::7]:8080/a?b#c' | iri parse
  iri parse --fields host,path --header links.txt
  iri parse --uri --json links.txt | jq -r 'select(.valid) | .components.host'
  echo 'http://example.org/é' | iri parse --as svg > iri.svg`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.grammarFlags(cmd)
	grammar.RefuseSemantics(cmd, "only the original tables have components; iri check and iri classify support it")
	cmd.Flags().StringVarP(&c.selection.rule, "rule", "r", "", "parse with this `RULE` (default: IRI-reference)")
	cmd.Flags().BoolVar(&c.uri, "uri", false, "parse ASCII-only URIs; same as -g rfc3986")
	c.source.recordFlags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one object per line")
	cmd.Flags().StringVar(&c.fields, "fields", "", "print the comma-separated `FIELDS` in tab-separated columns")
	cmd.Flags().BoolVar(&c.header, "header", false, "print the field names first")
	cmd.Flags().StringVar(&c.absent, "absent", "", "print `TEXT` for a missing component")
	c.drawFlag(cmd)
	cmd.RegisterFlagCompletionFunc("rule", c.completeRule)
	cmd.RegisterFlagCompletionFunc("fields", c.completeFields)
	cmd.RegisterFlagCompletionFunc("absent", cobra.NoFileCompletions)
	program.Exclusive(cmd, "uri", "grammar")
	program.Exclusive(cmd, "json", "fields")
	return withOutput(cmd)
}

func (c *parse) run(cmd *cobra.Command, files []string) error {
	if err := c.checkForm(cmd); err != nil {
		return err
	}
	s, err := c.splitter(cmd)
	if err != nil {
		return err
	}
	var t *table
	switch {
	case c.json:
		if name := hexClash(s.rule); name != "" {
			const format = "the components %s and %[1]s_hex of %s would have the same JSON key; rename one"
			return program.Usagef(cmd, format, name, s.rule.Name())
		}
	case c.fields != "":
		if t, err = newTable(cmd, s, c); err != nil {
			return err
		}
	}
	switch {
	case c.fields == "" && (c.header || c.absent != ""):
		return program.Usagef(cmd, "--header and --absent require --fields")
	case strings.ContainsAny(c.absent, "\t\r\n"):
		return program.Usagef(cmd, "--absent cannot contain a tab or a line break")
	}
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	d, err := each(p, func(p *pass) *dissection { return c.dissection(p, s, t) })
	if err == nil && c.as != "text" {
		err = d.finish(p.Out)
	}
	if err != nil {
		return err
	}
	return p.status(d.invalid)
}

// hexClash returns a component whose name plus "_hex" is the name of another component, or "".
func hexClash(rule tables.Rule) string {
	names := componentNames(rule)
	for _, name := range names {
		if slices.Contains(names, name+"_hex") {
			return name
		}
	}
	return ""
}

// splitter returns the splitter for the rule that the flags select.
func (c *parse) splitter(cmd *cobra.Command) (*splitter, error) {
	usual := c.selection.rule == ""
	if err := c.choose(cmd); err != nil {
		return nil, err
	}
	rule, authority, err := c.selection.find(cmd)
	if err != nil {
		return nil, err
	}
	switch {
	case usual && rule == rfc3987.IRIReference:
		c.statements = rfc3987.IRI
	case usual && rule == rfc3986.URIReference:
		c.statements = rfc3986.URI
	}
	s, ok := newSplitter(rule, authority)
	if !ok {
		grammar := rule.Grammar()
		return nil, program.Usagef(cmd, "the rule %s of %s has no components%s", rule.Name(), grammar, others(grammar))
	}
	return s, nil
}

// choose applies --uri and sets the default rule of a bundled grammar.
func (c *parse) choose(cmd *cobra.Command) error {
	if c.uri {
		c.selection.grammar = rfc3986.URI.Grammar()
	}
	if c.selection.rule != "" {
		return nil
	}
	switch c.selection.grammar {
	case rfc3987.IRI.Grammar():
		c.selection.rule = rfc3987.IRIReference.Name()
	case rfc3986.URI.Grammar():
		c.selection.rule = rfc3986.URIReference.Name()
	case "rfc2396":
		return program.Usagef(cmd,
			"the rules of rfc2396, which RFC 3986 obsoletes, have no components; parse URIs with --uri")
	default:
		if _, ok := findShipped(c.selection.grammar); ok {
			return program.Usagef(cmd, "name a rule of %s with -r%s", c.selection.grammar, others(c.selection.grammar))
		}
	}
	return nil
}

// completeRule completes the names of rules that have components.
func (c *parse) completeRule(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if c.uri {
		c.selection.grammar = rfc3986.URI.Grammar()
	}
	g, ok := findShipped(c.selection.grammar)
	if !ok {
		return c.selection.completeRule(cmd, args, word)
	}
	var names []string
	for _, r := range g.Rules() {
		if len(componentNames(r)) > 0 {
			names = append(names, r.Name())
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeFields completes the last name in a list of fields. It does not know the components of
// rules in a grammar file.
func (c *parse) completeFields(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	list := word[:strings.LastIndexByte(word, ',')+1]
	names := columnNames
	_, ships := findShipped(c.selection.grammar)
	if s, err := c.splitter(cmd); ships && err == nil {
		names = s.fieldNames()
	}
	var words []string
	for _, name := range names {
		words = append(words, list+name)
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// others lists the rules that have components, for messages.
func others(grammar string) string {
	var names []string
	for _, g := range bundled.Grammars() {
		for _, r := range g.Rules() {
			if len(componentNames(r)) > 0 {
				names = append(names, r.Name()+" of "+g.Name)
			}
		}
	}
	text := "; rules with components: " + strings.Join(names, ", ")
	if _, ok := findShipped(grammar); !ok {
		text += `; in a grammar file, the comment "; @components RULE: COMPONENT=RULE …" defines components`
	}
	return text
}

// A dissection parses lines and prints the components.
type dissection struct {
	parse    *parse
	splitter *splitter
	table    *table                                // nil without --fields
	show     func(*files.Line, *fault.Fault) error // the fault is nil if the line is valid

	pass     *pass
	examiner *fault.Examiner
	printer  *terminal.Printer // prints diagnostics
	heading  heading
	invalid  int
	traces   []*walk.Trace // with --as svg and --as html
}

// dissection returns a dissection for a pass. t is nil without --fields.
func (c *parse) dissection(p *pass, s *splitter, t *table) *dissection {
	d := &dissection{parse: c, splitter: s, pass: p, printer: program.NewPrinter(p.cmd, p.Out, p.cmd.OutOrStdout())}
	d.show = d.print
	switch {
	case c.json:
		d.show = d.encode
	case c.as != "text":
		d.show = d.draw
	case t != nil:
		table := *t
		d.show, d.table, d.printer = d.tabulate, &table, p.printer()
	}
	if c.header && p.parent == nil {
		p.Out.Write(d.table.appendHeader(nil)) // p.Out keeps the error
	}
	return d
}

func (d *dissection) file(file *files.File) error {
	format, rule := d.pass.format(file), d.splitter.rule
	if format.IsRDF() && d.parse.statements != "" {
		rule = d.parse.statements
	}
	d.splitter, _ = newSplitter(rule, d.splitter.authority)
	if d.table != nil {
		d.table.splitter = d.splitter
	}
	d.examiner = fault.NewExaminer(rule, d.parse.selection.siblings)
	d.examiner.Wide = wide(rule)
	recommend(d.examiner, format)
	if format == records.PlainLines {
		d.pass.hint(file, rule)
	}
	return d.pass.rows(file, d.row)
}

func (d *dissection) add(other *dissection) {
	d.invalid += other.invalid
	d.traces = append(d.traces, other.traces...)
}

func (d *dissection) counts() string { return "" }

// row parses and prints a line.
func (d *dissection) row(l *files.Line, f *fault.Fault) (valid bool, err error) {
	if valid = f == nil && d.splitter.cut(files.View(l.Text)); !valid {
		d.invalid++
		if f == nil {
			mistake := d.examiner.Examine(l)
			f = &mistake
		}
	}
	return valid, d.show(l, f)
}

// print prints a line as text.
func (d *dissection) print(l *files.Line, f *fault.Fault) error {
	if f != nil {
		return d.printer.Print(f.Diagnostic(l))
	}
	b := append(d.pass.Out.AvailableBuffer(), terminal.Visible(files.View(l.Text))...)
	_, err := d.pass.Out.Write(d.splitter.appendLines(append(b, '\n')))
	return err
}

// tabulate prints the columns of a line. If the line is invalid and no column describes the error,
// it prints a diagnostic on stderr after flushing all earlier lines.
func (d *dissection) tabulate(l *files.Line, f *fault.Fault) error {
	b := d.table.appendLine(d.pass.Out.AvailableBuffer(), l, f)
	if _, err := d.pass.Out.Write(b); err != nil || f == nil || d.table.faults {
		return err
	}
	d.pass.Out.Flush() // Out keeps the error
	return d.printer.Print(f.Diagnostic(l))
}

// encode prints the JSON object for a line.
func (d *dissection) encode(l *files.Line, f *fault.Fault) error {
	text := files.View(l.Text)
	plain := terminal.PlainJSON(text)
	b := d.heading.append(d.pass.Out.AvailableBuffer(), l)
	b = strconv.AppendBool(append(b, `,"valid":`...), f == nil)
	if plain {
		b = append(append(append(b, `,"input":"`...), text...), '"')
	} else {
		b = terminal.AppendField(append(b, ','), "input", text)
	}
	if f == nil {
		b = d.splitter.appendJSON(append(b, `,"components":`...), plain && d.splitter.whole)
	} else {
		b = append(f.AppendJSON(append(b, `,"error":{`...)), '}')
	}
	_, err := d.pass.Out.Write(append(b, "}\n"...))
	return err
}
