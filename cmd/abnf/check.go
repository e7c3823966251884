package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

func checkCommand() *cobra.Command {
	var c checker
	cmd := &cobra.Command{
		Use:        "check [flags] [GRAMMAR...]",
		Short:      "Report defects in a grammar",
		SuggestFor: []string{"lint", "validate", "verify", "vet"},
		Long: `Check compiles grammars and prints each defect with its position, a code, the line and a caret.
"abnf explain CODE" explains a code. A note is not a defect; notes about style and strict notation
are printed only with --severity note. Check prints at most three errors per definition and 1,000
diagnostics per grammar, errors first, and counts the others by code. If there are no errors, check
prints "no errors". Totals are printed on stderr.

The formats are text, github (GitHub Actions annotations) and sarif (SARIF 2.1.0).`,
		Example: `  abnf check grammar.abnf
  abnf check --deny covered-alternative --format sarif grammar.abnf > grammar.sarif`,
		ValidArgsFunction: completeGrammars,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.prepare(cmd); err != nil {
				return err
			}
			names, err := c.grammars(cmd, args)
			if err != nil {
				return err
			}
			return program.Buffered(cmd, func(out *bufio.Writer) error { return c.run(cmd, out, names) })
		},
	}
	compileFlags(cmd, &c.notation)
	c.flags(cmd)
	rulesFlag(cmd, &c.rules, &c.notation, "check only this `RULE` and the rules it refers to")
	return cmd
}

// A checker holds the flags of "abnf check" and the tally of a run.
type checker struct {
	notation grammar.Notation
	rules    []string
	policy   policy
	format   string
	json     bool
	tally    tally
}

// grammars returns the GRAMMAR arguments, or the standard input if there are none.
func (c *checker) grammars(cmd *cobra.Command, args []string) ([]string, error) {
	if first := slices.Index(args, grammar.Stdin); first >= 0 && slices.Contains(args[first+1:], grammar.Stdin) {
		return nil, program.Usagef(cmd, "%s is standard input, which can be read only once", grammar.Stdin)
	}
	if len(args) > 0 {
		return args, usage(cmd, c.notation.Check(args...))
	}
	name, err := grammarArgument(cmd, nil)
	return []string{name}, err
}

// usage wraps err as a usage error. It returns nil if err is nil.
func usage(cmd *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return program.Usagef(cmd, "%v", err)
}

// run checks the grammars in order. A grammar that cannot be checked does not stop the run.
func (c *checker) run(cmd *cobra.Command, out *bufio.Writer, names []string) error {
	to := c.reporter(cmd, out)
	var only error // set only if there is a single grammar
	for _, name := range names {
		list, err := c.check(cmd, name, len(names) > 1)
		if cmd.Context().Err() != nil {
			c.tally.interrupted = true
			break
		}
		switch {
		case err == nil:
			if err := c.report(list, to); err != nil {
				return err
			}
			continue
		case len(names) == 1:
			only = err
		default:
			program.Tell(cmd, "%v", err)
		}
		c.tally.unread++
	}
	if err := to.end(&c.tally); err != nil {
		return err
	}
	if text := c.tally.String(); text != "" && !c.tally.interrupted {
		if err := out.Flush(); err != nil { // to print the tally last on a terminal
			return err
		}
		program.Tell(cmd, "%s", text)
	}
	switch {
	case c.tally.interrupted:
		return cmd.Context().Err()
	case only != nil:
		return only
	case c.tally.unread > 0:
		return program.Status(program.Trouble)
	case c.tally.errors > 0:
		return program.Status(program.Invalid)
	}
	return nil
}

// check compiles a grammar. It prints the notation unless the file is one of several and is written
// in ABNF.
func (c *checker) check(cmd *cobra.Command, name string, several bool) (*syntax.List, error) {
	how := c.notation
	if _, bundled := build.FindBundled(name); bundled {
		how = how.OfBundled()
	}
	doc, err := open(cmd, name, how)
	if err != nil {
		return nil, err
	}
	g, list, err := doc.Compile(cmd.Context(), build.Options{
		Rules: c.rules, Lint: true,
	})
	if err != nil {
		return nil, err
	}
	if _, err := find(g, c.rules); err != nil {
		return nil, err
	}
	noteRecursion(g, list)
	noteOrder(g, list)
	list.Sort()
	if !several || doc.Dialect != syntax.ABNF || doc.Extract != nil || g.Elsewhere > 0 {
		doc.Tell(cmd, g)
	}
	return list, nil
}

// report passes the visible diagnostics to a reporter and counts all diagnostics.
func (c *checker) report(list *syntax.List, to reporter) error {
	c.tally.files++
	for _, d := range list.Items {
		d, fate := c.policy.apply(d)
		switch fate {
		case hide:
			c.tally.hide(d.Severity, 1)
		case show:
			c.tally.count(d.Severity, 1+list.More(d))
			if err := to.diagnostic(list.Source, d); err != nil {
				return err
			}
		}
	}
	for _, rest := range list.Rest() {
		d, fate := c.policy.apply(syntax.Diagnostic{Severity: rest.Severity, Code: rest.Code})
		switch fate {
		case hide:
			c.tally.hide(d.Severity, rest.N)
		case show:
			c.tally.count(d.Severity, rest.N)
			c.tally.leave(syntax.Count{Severity: d.Severity, Code: d.Code, N: rest.N})
		}
	}
	return nil
}

// noteRecursion adds a note for each group of mutually recursive rules, which names their kind, and
// one note that lists the rules that get no table because they depend on a recursive rule. The
// compiler does not report recursion as a defect.
func noteRecursion(g *build.Grammar, list *syntax.List) {
	for _, rules := range g.Recursions() {
		first := rules[0]
		which := first.Name + " is recursive"
		if len(rules) > 1 {
			which = fmt.Sprintf("%d rules are mutually recursive", len(rules))
		}
		text := fmt.Sprintf("%s (%s)%s: %s", which, first.Kind, remedy(g, first), first.CycleText())
		if len(rules) > 1 {
			text = fmt.Sprintf("%s (%s)%s: %s; a shortest path back to %s: %s",
				which, first.Kind, remedy(g, first), enumerate(rules), first.Name, first.CycleText())
		}
		if why := first.Refusal(); why != nil {
			text += "; " + why.Error()
		}
		addNote(list, "recursion", first, "%s", text)
	}
	var depending []*build.Rule
	for _, r := range g.Rules {
		if r.Kind == build.Depends && r.Own() && r.Refusal() != nil {
			depending = append(depending, r)
		}
	}
	if len(depending) > 0 {
		addNote(list, "recursion", depending[0], "no table, because of a recursive rule without a table: %s",
			enumerate(depending))
	}
}

// remedy describes how a recursive rule is compiled. The text follows the rule's kind in a note.
func remedy(g *build.Grammar, r *build.Rule) string {
	switch {
	case r.Refusal() != nil:
		return ", without a table"
	case g.Approximated(r):
		return fmt.Sprintf(", with an approximate table: %s", grammar.Exactness(r.Table))
	case r.Table.Recursive():
		return ", with a table that counts the calls to " + g.Called(r)[0]
	case r.Kind == build.Linear && r.Table != "":
		return ", with an exact table"
	}
	return ""
}

// noteOrder adds a note if the order of alternatives may matter, because tables ignore the order.
func noteOrder(g *build.Grammar, list *syntax.List) {
	var first *build.Rule
	n := 0
	for _, r := range g.Rules {
		exactness, _ := r.Table.Exactness()
		if r.Table == "" || len(r.Defs) == 0 || exactness != tables.Superset || g.Approximated(r) {
			continue
		}
		if n++; first == nil {
			first = r
		}
	}
	const why = "the first alternative that matches wins in this notation, but any may match in a table; " +
		"--semantics peg keeps the order"
	switch n {
	case 0:
	case 1:
		addNote(list, "ordered-choice", first, "the table of %s is a superset: %s", first.Name, why)
	default:
		addNote(list, "ordered-choice", first, "the tables of %d rules (first one here) are supersets: %s", n, why)
	}
}

func addNote(list *syntax.List, code syntax.Code, r *build.Rule, format string, args ...any) {
	list.Add(syntax.NewDiagnostic(code, r.Defs[0].NamePos, len(r.Name), format, args...))
}

// maxNames is the maximum number of rule names in a note.
const maxNames = 30

func enumerate(rules []*build.Rule) string {
	var names []string
	for i, r := range rules {
		if i == maxNames {
			names = append(names, fmt.Sprintf("… %d more", len(rules)-i))
			break
		}
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}
