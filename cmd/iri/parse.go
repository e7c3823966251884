package main

import (
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

	statements tables.Rule // the rule of N-Triples and N-Quads, if no flag names one; or ""
}

const parseHelp = `Parse takes every line apart into the components of a rule: IRI-reference of rfc3987,
unless flags say otherwise. "iri rules" says which rules have components. With --uri, which
is short for -g rfc3986, the rule is URI-reference: lines must be ASCII, as RFC 3986 has it.
In N-Triples and N-Quads an IRI needs a scheme, so the rule is IRI, and with --uri URI.
Add -r URI or -r IRI to demand a scheme. Other grammars have no default rule. A rule of a file
has the components that its directive @components names ("abnf help compile").

An authority is taken apart too, into userinfo, host and port, when a rule of the grammar
says how: iauthority of rfc3987, authority of others. With the rules for IRIs, URIs and their
references, host_kind says which alternative of the grammar the host is: IPv6address,
IPvFuture, IPv4address or ireg-name; and path_kind which the path is: ipath-abempty,
ipath-absolute, ipath-rootless, ipath-noscheme or ipath-empty. In RFC 3986 these names have no
"i" before them: reg-name, path-abempty.

A component that is not there is left out; one that is there and empty is "". For a line
that is invalid there is a diagnostic as in "iri check". Characters that do not show
appear as <U+202E>. A line is held in memory as a whole.

With --fields there is a line for every line of input: the values of these components, with
tabs between them. The fields input, line, file and valid (true or false) may stand there too.
A component that is not there is the empty string, or the text of --absent; so are all
components of an invalid line, whose diagnostic is on stderr. With one of the fields code, column,
offset and message, which are those of "iri check --json", the diagnostic is in these fields alone;
they are missing for a valid line. In a value \t, \n, \r and \\ stand for a tab, a line feed, a
carriage return and a backslash, \xHH for another control; IRIs have none of these. With --header
the names of the fields come first. On a terminal a character that does not show appears as
<U+202E>.

With --json there is an object on a line of its own for every line of input:

  {"file":…,"line":…,"valid":true,"input":…,"components":{"scheme":…,…}}
  {"file":…,"line":…,"valid":false,"input":…,"error":{"column":…,…}}

A component that is not there is null. The error has the keys of "iri check --json", from
code to stop.
JSON cannot have bytes that are not UTF-8. A string with such bytes has U+FFFD in place of
each, and a key with "_hex" after it all of its bytes in hexadecimal: input_hex, file_hex.

` + rowsHelp + `
`

func parseCommand() *cobra.Command {
	var c parse
	cmd := &cobra.Command{
		Use:   "parse [-g GRAMMAR] [-r RULE] [FILE...]",
		Short: "Take every line apart into components",
		Long:  parseHelp + recordsHelp + formHelp,
		Example: `  echo 'https://user@[2001:db8::7]:8080/a?b#c' | iri parse
  iri parse --fields host,path --header links.txt
  iri parse --uri --json links.txt | jq -r 'select(.valid) | .components.host'`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.grammarFlags(cmd)
	grammar.RefuseSemantics(cmd, "tables of other languages have no components; iri check and iri classify take it")
	cmd.Flags().StringVarP(&c.selection.rule, "rule", "r", "", "the `RULE` of the grammar (default: see above)")
	cmd.Flags().BoolVar(&c.uri, "uri", false, "demand URIs, which are ASCII: short for -g rfc3986")
	c.source.recordFlags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object a line")
	cmd.Flags().StringVar(&c.fields, "fields", "", "print the values of these `FIELDS`, a list with commas, between tabs")
	cmd.Flags().BoolVar(&c.header, "header", false, "print the names of the fields first")
	cmd.Flags().StringVar(&c.absent, "absent", "", "print `TEXT` for a component that is not there")
	cmd.RegisterFlagCompletionFunc("rule", c.completeRule)
	cmd.RegisterFlagCompletionFunc("fields", c.completeFields)
	cmd.RegisterFlagCompletionFunc("absent", cobra.NoFileCompletions)
	program.Exclusive(cmd, "uri", "grammar")
	program.Exclusive(cmd, "json", "fields")
	return cmd
}

func (c *parse) run(cmd *cobra.Command, files []string) error {
	s, err := c.splitter(cmd)
	if err != nil {
		return err
	}
	var t *table
	switch {
	case c.json:
		if name := hexClash(s.rule); name != "" {
			const format = "the components %s and %[1]s_hex of %s would be one key of JSON; rename one"
			return program.Usagef(cmd, format, name, s.rule.Name())
		}
	case c.fields != "":
		if t, err = newTable(cmd, s, c); err != nil {
			return err
		}
	}
	switch {
	case c.fields == "" && (c.header || c.absent != ""):
		return program.Usagef(cmd, "--header and --absent are about --fields, which is missing")
	case strings.ContainsAny(c.absent, "\t\r\n"):
		return program.Usagef(cmd, "--absent cannot have a tab or a line end")
	}
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	d, err := each(p, func(p *pass) *dissection { return c.dissection(p, s, t) })
	if err != nil {
		return err
	}
	return p.status(d.invalid)
}

// hexClash returns a component whose bytes in hexadecimal have the key of another component, or "".
func hexClash(rule tables.Rule) string {
	names := componentNames(rule)
	for _, name := range names {
		if slices.Contains(names, name+"_hex") {
			return name
		}
	}
	return ""
}

// splitter returns the splitter of the rule named by the flags.
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

// choose sets the grammar of --uri, and the default rule of a bundled grammar.
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
		return program.Usagef(cmd, "no rule of rfc2396, which RFC 3986 obsoletes, has components: parse URIs with --uri")
	default:
		if _, ok := findShipped(c.selection.grammar); ok {
			return program.Usagef(cmd, "which rule of %s? Name it with -r%s", c.selection.grammar, others(c.selection.grammar))
		}
	}
	return nil
}

// completeRule completes the name of a rule with components, and any rule of a file.
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

// completeFields completes the last name of a list of fields. For a rule in a file it leaves out
// the components.
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

// others lists the rules with components.
func others(grammar string) string {
	var names []string
	for _, g := range bundled.Grammars() {
		for _, r := range g.Rules() {
			if len(componentNames(r)) > 0 {
				names = append(names, r.Name()+" of "+g.Name)
			}
		}
	}
	text := "; these rules have: " + strings.Join(names, ", ")
	if _, ok := findShipped(grammar); !ok {
		text += `; in a grammar of your own the comment "; @components RULE: COMPONENT=RULE …" gives a rule components`
	}
	return text
}

// A dissection splits lines and prints the parts.
type dissection struct {
	parse    *parse
	splitter *splitter
	table    *table                                // nil without --fields
	show     func(*files.Line, *fault.Fault) error // the fault is nil for a valid line

	pass     *pass
	examiner *fault.Examiner
	printer  *terminal.Printer // of diagnostics
	heading  heading
	invalid  int
}

// dissection returns a dissection for a pass. The table is nil without --fields.
func (c *parse) dissection(p *pass, s *splitter, t *table) *dissection {
	d := &dissection{parse: c, splitter: s, pass: p, printer: terminal.NewPrinter(p.Out, p.cmd.OutOrStdout())}
	d.show = d.print
	switch {
	case c.json:
		d.show = d.encode
	case t != nil:
		table := *t
		d.show, d.table, d.printer = d.tabulate, &table, p.printer()
	}
	if c.header && p.parent == nil {
		p.Out.Write(d.table.appendHeader(nil)) // its error stays in p.Out
	}
	return d
}

func (d *dissection) file(file *files.File) error {
	format, rule := d.pass.options.Of(file), d.splitter.rule
	if format.IsRDF() && d.parse.statements != "" {
		rule = d.parse.statements
	}
	d.splitter, _ = newSplitter(rule, d.splitter.authority)
	if d.table != nil {
		d.table.splitter = d.splitter
	}
	d.examiner = fault.NewExaminer(rule, d.parse.selection.siblings)
	d.examiner.Wide, d.examiner.Edits, d.examiner.Quoted = wide(rule), format == records.PlainLines, quotedRemedy(format)
	return d.pass.rows(file, d.row)
}

func (d *dissection) add(other *dissection) { d.invalid += other.invalid }

func (d *dissection) counts() string { return "" }

// row splits and prints a line.
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

// tabulate prints the columns of a line. If no column describes the mistake, the diagnostic of an
// invalid line goes to stderr, after the lines before it.
func (d *dissection) tabulate(l *files.Line, f *fault.Fault) error {
	b := d.table.appendLine(d.pass.Out.AvailableBuffer(), l, f)
	if _, err := d.pass.Out.Write(b); err != nil || f == nil || d.table.faults {
		return err
	}
	d.pass.Out.Flush() // its error stays in Out
	return d.printer.Print(f.Diagnostic(l))
}

// encode prints the object of a line.
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
