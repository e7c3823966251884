package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A printer holds the flags of "abnf print".
type printer struct {
	notation grammar.Notation
	as       string
	rules    []string
}

func printCommand() *cobra.Command {
	var p printer
	cmd := &cobra.Command{
		Use:        "print [flags] [GRAMMAR]",
		Short:      "Print a grammar without comments, or convert it to ABNF",
		SuggestFor: []string{"convert", "show"},
		Long: `Print writes the rules in the notation of the grammar. Comments, layout and number bases are lost,
but directives are kept, and --octets becomes a directive. "abnf fmt" keeps comments.

With -r, print writes an excerpt: these rules, all rules they refer to, and their directives. With
--import, the excerpt includes the imported rules. It defines the same languages.

With --as abnf, the grammar is converted to ABNF (RFC 5234, RFC 7405): "_" and "." in names become
"-", and an operator that ABNF lacks becomes an equivalent expression and a comment. If ordered
choice becomes unordered, a warning is printed. A rule that ABNF cannot express is an error and is
replaced by a comment.`,
		Example: `  abnf print -r host rfc3986 > host.abnf
  abnf print --as abnf ntriples > ntriples.abnf`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE:              p.run,
	}
	p.notation.Flags(cmd)
	p.notation.ImportFlag(cmd)
	aboutGrammars(cmd)
	grammar.RefuseSemantics(cmd, "print does not compile rules")
	cmd.Flags().StringVar(&p.as, "as", "", "convert to this `DIALECT`: "+
		syntax.ABNF.String())
	rulesFlag(cmd, &p.rules, &p.notation, "print only this `RULE` and the rules it refers to")
	oneOf(cmd, "as", []string{syntax.ABNF.String()})
	return cmd
}

func (p *printer) run(cmd *cobra.Command, args []string) error {
	switch {
	case p.as != "" && p.as != syntax.ABNF.String():
		return program.Usagef(cmd, "cannot convert to the dialect %q, only to %s", p.as, syntax.ABNF)
	case len(p.notation.Imports) > 0 && len(p.rules) == 0:
		return program.Usagef(cmd, "--import needs a rule: -r RULE")
	}
	name, err := grammarArgument(cmd, args)
	if err != nil {
		return err
	}
	doc, err := open(cmd, name, p.notation)
	if err != nil {
		return err
	}
	as := doc.Dialect
	if p.as != "" {
		as = syntax.ABNF
	}
	w := printout{cmd: cmd, name: name, as: as}
	list, err := p.write(doc, &w)
	if err = cmp.Or(cmd.Context().Err(), err); err != nil {
		return err
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error {
		showText(out, w.text.String(), terminal.Is(cmd.OutOrStdout()))
		for _, l := range w.lists {
			noteNames(cmd, l)
			list.Items = append(list.Items, l.Items...)
		}
		list.Sort()
		if err := report(cmd, list); err != nil {
			return err
		}
		return verdict(list)
	})
}

// write writes the document or an excerpt and returns its errors.
func (p *printer) write(doc *grammar.Document, w *printout) (*syntax.List, error) {
	g, list := doc.Read()
	g.Directives = append(g.Directives, octets(doc.Octets)...)
	if len(p.rules) == 0 {
		doc.Tell(w.cmd, nil)
		return list, w.part(g)
	}
	compiled, all, err := doc.Compile(w.cmd.Context(), build.Options{Rules: p.rules})
	if err != nil {
		return nil, err
	}
	doc.Tell(w.cmd, compiled)
	doc.TellDoubt(w.cmd)
	rules, err := find(compiled, p.rules)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, r := range rules {
		if r.Core {
			return nil, fmt.Errorf("cannot excerpt %s: it is a core rule of RFC 5234, and the grammar %s does not define it",
				r.Name, doc.Name)
		}
		names = append(names, r.Name)
	}
	list = &syntax.List{Source: doc.Source}
	for _, d := range all.Items {
		if d.Severity == syntax.Error {
			list.Add(d)
		}
	}
	parts := withImports(doc, compiled, excerpt(g, names), names)
	for _, part := range parts {
		if err := w.part(part); err != nil {
			return nil, err
		}
	}
	if len(doc.Imports) > 0 {
		err = checkAlone(w.cmd, w.text.String(), w.as, rules)
	}
	return list, err
}

// A printout collects the text of one or more documents.
type printout struct {
	cmd   *cobra.Command
	name  string
	as    syntax.Dialect
	text  bytes.Buffer
	lists []*syntax.List // one list per document
}

// part appends a document.
func (w *printout) part(g *syntax.Grammar) error {
	if len(w.lists) > 0 {
		w.text.WriteByte('\n')
	}
	rewrite := build.Rewriter(w.cmd.Context(), g, build.Options{Name: w.name})
	list, err := notation.PrintAsWith(&w.text, g, w.as, rewrite)
	w.lists = append(w.lists, list)
	return err
}

// showText writes a printed grammar unchanged, except that invisible characters are printed by name
// on a terminal, because strings and directives may contain terminal escape sequences. Write errors
// are kept in out.
func showText(out *bufio.Writer, text string, toTerminal bool) {
	for line := range strings.Lines(text) {
		if toTerminal {
			line = terminal.Visible(strings.TrimSuffix(line, "\n")) + "\n"
		}
		out.WriteString(line)
	}
}

// noteNames prints a note that lists the changed names. A changed name is not a defect.
func noteNames(cmd *cobra.Command, list *syntax.List) {
	var names []string
	for _, d := range list.Items {
		if d.Code == "name-changed" {
			names = append(names, list.Source.Text[d.Pos:int(d.Pos)+d.Len])
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: \"_\" and \".\" become \"-\" in %s\n",
			terminal.Visible(strings.Join(names, ", ")))
	}
}

// octets converts the --octets flag to a directive, so that the printed grammar contains it.
func octets(rules []string) []syntax.Directive {
	switch {
	case len(rules) == 0:
		return nil
	case slices.Contains(rules, build.WholeDocument):
		return []syntax.Directive{{Name: "octets"}}
	}
	return []syntax.Directive{{Name: "octets", Text: strings.Join(rules, " ")}}
}
