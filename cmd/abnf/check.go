package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/jsonl"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

func checkCommand() *cobra.Command {
	var notation grammar.Notation
	var asJSON bool
	var rules []string
	cmd := &cobra.Command{
		Use:   "check [flags] [GRAMMAR]",
		Short: "Say what is wrong with a grammar, and where",
		Long: `Check reads, resolves and compiles a grammar and prints all there is to say
about it: errors, warnings, and notes on what is worth knowing, each as

  file:line:column: severity: message [code]

with the line and a caret below the place; the rules that no rule refers to share
one note. Of one definition it prints three errors, and of all there is to say 500
things, errors first; it says how many more there are. With --json each is an object
on a line of its own, with the keys file, line, column, offset, length, severity, code
and message (offset and length in bytes of the file). Check says "no errors" when
there are none. The status is 1 when there are.
Without a GRAMMAR the standard input is read, unless that is a terminal.`,
		Example: `  abnf check grammar.abnf
  abnf check --dialect rfc822 - < rfc822.txt`,
		Args:              program.Args(0, 1, "takes one GRAMMAR"),
		ValidArgsFunction: completeGrammar,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := grammarArgument(cmd, args)
			if err != nil {
				return err
			}
			doc, err := open(cmd, name, notation)
			if err != nil {
				return err
			}
			g, list := doc.Compile(cmd.Context(), build.Options{Rules: rules, Limits: plain(), Lint: true})
			if _, err := find(g, rules); err != nil {
				return err
			}
			noteRecursion(g, list)
			noteOrder(g, list)
			list.Sort()
			doc.Tell(cmd, g)
			return program.Buffered(cmd, func(out *bufio.Writer) error { return printList(cmd, out, list, asJSON) })
		},
	}
	notation.Flags(cmd)
	notation.ImportFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object a line")
	cmd.Flags().StringArrayVarP(&rules, "rule", "r", nil, "check this `RULE`, and what it refers to, alone; may be repeated")
	cmd.RegisterFlagCompletionFunc("rule", completeRule(&notation, argument))
	return cmd
}

// noteRecursion adds a note for the rules that are recursive together, and one for those
// that depend on such. The compiler does not take recursion for a defect.
func noteRecursion(g *build.Grammar, list *syntax.List) {
	for _, rules := range g.Recursions() {
		first := rules[0]
		if len(rules) == 1 {
			addNote(list, "recursion", first, "%s is recursive (%s) and gets no table: %s", first.Name, first.Kind, first.CycleText())
			continue
		}
		addNote(list, "recursion", first, "%d rules are recursive together (%s) and get no table: %s; a shortest way back to %s: %s",
			len(rules), first.Kind, enumerate(rules), first.Name, first.CycleText())
	}
	var depending []*build.Rule
	for _, r := range g.Rules {
		if r.Kind == build.Depends && r.Own() {
			depending = append(depending, r)
		}
	}
	if len(depending) > 0 {
		addNote(list, "recursion", depending[0], "depending on recursive rules, there is no table for %s", enumerate(depending))
	}
}

// noteOrder adds a note where the order of alternatives, which tables do not have, may count.
func noteOrder(g *build.Grammar, list *syntax.List) {
	var first *build.Rule
	n := 0
	for _, r := range g.Rules {
		if exactness, _ := r.Table.Exactness(); r.Table == "" || len(r.Defs) == 0 || exactness != tables.Superset {
			continue
		}
		if n++; first == nil {
			first = r
		}
	}
	const why = "here the first alternative that matches wins, in a table any may match"
	switch n {
	case 0:
	case 1:
		addNote(list, "ordered-choice", first, "the table of %s is a superset: %s", first.Name, why)
	default:
		addNote(list, "ordered-choice", first, "the tables of %d rules, the first here, are supersets: %s", n, why)
	}
}

func addNote(list *syntax.List, code syntax.Code, r *build.Rule, format string, args ...any) {
	list.Add(syntax.NewDiagnostic(code, r.Defs[0].NamePos, len(r.Name), format, args...))
}

// mostNames is how many names of rules a note has room for.
const mostNames = 30

func enumerate(rules []*build.Rule) string {
	var names []string
	for i, r := range rules {
		if i == mostNames {
			names = append(names, fmt.Sprintf("… %d more", len(rules)-i))
			break
		}
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

func printList(cmd *cobra.Command, out io.Writer, list *syntax.List, asJSON bool) error {
	if asJSON {
		if err := encodeList(out, list); err != nil {
			return err
		}
		return verdict(list)
	}
	rest, unused := splitUnused(list)
	if err := grammar.Report(caret.NewPrinter(out, cmd.OutOrStdout()), rest, syntax.Note); err != nil {
		return err
	}
	noteUnused(out, unused)
	if list.Errors() == 0 {
		fmt.Fprintln(out, "no errors")
	}
	return verdict(list)
}

// splitUnused returns the list without the notes on rules that no rule refers to, and the
// names of those rules. Every entry point has such a note; one line has room for all.
func splitUnused(list *syntax.List) (rest *syntax.List, names []string) {
	rest = &syntax.List{Source: list.Source}
	for _, d := range list.Items {
		if d.Code == "unused-rule" {
			names = append(names, list.Source.Text[d.Pos:int(d.Pos)+d.Len])
		} else {
			rest.Add(d)
		}
	}
	return rest, names
}

func noteUnused(out io.Writer, names []string) {
	what := "entry points"
	switch len(names) {
	case 0:
		return
	case 1:
		what = "an entry point"
	}
	fmt.Fprintf(out, "note: no rule refers to %s: %s, or left over\n", caret.Visible(listed(names)), what)
}

// maxListed is how many bytes of names, about, a line has room for.
const maxListed = 8_000

// listed joins names, as many as there is room for.
func listed(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if b.Len()+len(name) > maxListed && i > 0 {
			fmt.Fprintf(&b, " and %d more", len(names)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if len(name) > maxListed {
			name = name[:maxListed] + "..."
		}
		b.WriteString(name)
	}
	return b.String()
}

// A finding is a diagnostic for programs.
type finding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

func encodeList(out io.Writer, list *syntax.List) error {
	for _, d := range list.Items {
		at := list.Source.Position(d.Pos)
		offset, length := list.Source.Span(d.Pos, d.Len)
		err := jsonl.Encode(out, finding{
			list.Source.Name, at.Line, at.Column, int(offset), length, d.Severity.String(), d.Code, d.Message,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
