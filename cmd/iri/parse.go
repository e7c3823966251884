package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables/rfc3987"
)

// A parse is the command "iri parse".
type parse struct {
	selection selection
	source    source
	json      bool
}

func parseCommand() *cobra.Command {
	var c parse
	cmd := &cobra.Command{
		Use:   "parse [-g GRAMMAR] [-r RULE] [FILE...]",
		Short: "Take every line apart into components",
		Long: `Parse takes every line apart into the components of a rule: IRI-reference of rfc3987,
unless flags say otherwise. "iri rules" says which rules have components. URI is none of
them: the states of RFC 3986's minimal automaton do not tell a query from a path. But
every URI is an IRI. Other grammars than rfc3987 have no default rule.

An authority is taken apart too, into userinfo, host and port, when a rule of the grammar
says how: iauthority of rfc3987, authority of others. With the rules IRI and
IRI-reference host_kind says which alternative of the grammar the host is: IPv6address,
IPvFuture, IPv4address or ireg-name; and path_kind which the path is: ipath-abempty,
ipath-absolute, ipath-rootless, ipath-noscheme or ipath-empty.

A component that is not there is left out; one that is there and empty is "". For a line
that is invalid there is a diagnostic as in "iri check". Characters that do not show
appear as <U+202E>. A line is held in memory as a whole.

With --json there is an object on a line of its own for every line of input:

  {"file":…,"line":…,"valid":true,"input":…,"components":{"scheme":…,…}}
  {"file":…,"line":…,"valid":false,"input":…,"error":{"column":…,…}}

A component that is not there is null. The error has the keys of "iri check --json", from
code to stop.
JSON has no bytes that are not UTF-8. A string with such bytes has U+FFFD in place
of each, and behind it all of its bytes in hexadecimal: "input" has "input_hex".

` + formHelp,
		Example: `  echo 'https://user@[2001:db8::7]:8080/a?b#c' | iri parse
  iri parse --json links.txt | jq -r 'select(.valid) | .components.host'`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.selection.flags(cmd)
	c.source.flags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object a line")
	return cmd
}

func (c *parse) run(cmd *cobra.Command, files []string) error {
	if err := c.defaultRule(cmd); err != nil {
		return err
	}
	rule, authority, err := c.selection.find(cmd)
	if err != nil {
		return err
	}
	s, ok := newSplitter(rule, authority)
	if !ok {
		return program.Usagef(cmd, "the rule %s of %s has no components%s", rule.Name(), rule.Grammar(), others(rule.Grammar()))
	}
	p := c.source.pass(cmd, files)
	d := dissection{splitter: s, pass: p, examiner: fault.NewExaminer(rule, c.selection.siblings), printer: caret.NewPrinter(p.Out, cmd.OutOrStdout())}
	for file := range p.files() {
		for l, err := range file.Lines() {
			switch {
			case err != nil:
				err = p.unread(err)
			case c.json:
				err = d.encode(l)
			default:
				err = d.print(l)
			}
			if err != nil {
				return err
			}
		}
	}
	return p.status(d.invalid)
}

// defaultRule chooses a rule of a bundled grammar when none is named.
func (c *parse) defaultRule(cmd *cobra.Command) error {
	const instead = "parse URIs with -g rfc3987 (every URI is an IRI)"
	switch {
	case c.selection.rule != "":
	case c.selection.grammar == "rfc3987":
		c.selection.rule = rfc3987.IRIReference.Name()
	case c.selection.grammar == "rfc3986":
		return program.Usagef(cmd, "the states of RFC 3986's minimal automaton do not tell a query from a path: %s, or name -r authority", instead)
	case c.selection.grammar == "rfc2396":
		return program.Usagef(cmd, "no rule of rfc2396, which RFC 3986 obsoletes, has components: %s", instead)
	}
	return nil
}

// others says which rules have components.
func others(grammar string) string {
	var names []string
	for _, g := range bundled.Grammars() {
		for _, r := range g.Rules() {
			if len(r.Components()) > 0 {
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

// A dissection takes lines apart and shows the parts.
type dissection struct {
	splitter *splitter
	pass     *pass
	examiner *fault.Examiner
	printer  *caret.Printer
	heading  heading
	invalid  int
}

// print shows a line for people.
func (d *dissection) print(l *lines.Line) error {
	text := lines.View(l.Text)
	parts, ok := d.splitter.split(text)
	if !ok {
		d.invalid++
		f := d.examiner.Examine(l)
		return d.printer.Print(f.Diagnostic(l))
	}
	fmt.Fprintln(d.pass.Out, caret.Visible(text))
	for _, p := range parts {
		if p.present {
			p.print(d.pass.Out)
		}
	}
	return nil
}

// encode shows a line for programs.
func (d *dissection) encode(l *lines.Line) error {
	text := lines.View(l.Text)
	parts, ok := d.splitter.split(text)

	b := d.heading.append(d.pass.Out.AvailableBuffer(), l)
	b = strconv.AppendBool(append(b, `,"valid":`...), ok)
	b = jsonl.AppendField(append(b, ','), "input", text)
	if ok {
		b = parts.appendJSON(append(b, `,"components":`...))
	} else {
		d.invalid++
		b = jsonl.Append(append(b, `,"error":`...), d.examiner.Examine(l))
	}
	_, err := d.pass.Out.Write(append(b, "}\n"...))
	return err
}
