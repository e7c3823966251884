package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// An expression holds the flags of "abnf regexp".
type expression struct {
	target
	engine string
}

func regexpCommand() *cobra.Command {
	var e expression
	cmd := &cobra.Command{
		Use:        "regexp -g GRAMMAR -r RULE [--as ENGINE]",
		Short:      "Write a rule as a regular expression",
		SuggestFor: []string{"regex", "pattern", "expression"},
		Long: `Regexp prints a regular expression that matches exactly the strings of a rule, anchored at both
ends, on one line. It first parses the expression again and proves that it is equivalent to the
rule's automaton. If that fails, or the rule has no expression, regexp prints nothing and exits
with 1.

The engines:

  re2          RE2, Go's regexp and Rust's regex crate
  pcre         PCRE2, PHP and grep -P
  python       Python's re, for str patterns
  ecmascript   JavaScript, with the u or v flag
  java         java.util.regex; repetitions are possessive where the result is the same, so that
               long strings do not overflow the stack
  ere          grep -E and other POSIX tools, for rules that match printable ASCII only
  json-schema  the "pattern" keyword, in JavaScript and Python validators (for Java use java, for
               Go re2)`,
		Example: `  abnf regexp -g rfc3986 -r IPv4address
  abnf regexp -g rfc3987 -r IRI --as ecmascript`,
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	e.flags(cmd, "write this `RULE`")
	cmd.Flags().StringVar(&e.engine, "as", string(build.RE2), "write for this `ENGINE`: "+strings.Join(engines(), ", "))
	oneOf(cmd, "as", engines())
	return cmd
}

func engines() (names []string) {
	for _, engine := range build.Engines() {
		names = append(names, string(engine))
	}
	return names
}

func (e *expression) run(cmd *cobra.Command) error {
	if err := e.check(cmd); err != nil {
		return err
	}
	if !slices.Contains(engines(), e.engine) {
		return program.Usagef(cmd, "unknown engine %q; the engines are %s", e.engine, strings.Join(engines(), ", "))
	}
	doc, err := open(cmd, e.grammar, e.notation)
	if err != nil {
		return err
	}
	g, err := compileSound(cmd, doc, build.Options{Rules: []string{e.rule}})
	if err != nil {
		return err
	}
	r, err := g.Find(e.rule)
	if err != nil {
		return err
	}
	text, err := g.Regexp(cmd.Context(), e.rule, build.Engine(e.engine))
	if err != nil {
		if cmd.Context().Err() != nil {
			return err
		}
		return refuse(cmd, "%v", err)
	}
	if exactness, _ := r.Table.Exactness(); exactness != tables.Exact { // ordered choice, treated as unordered
		program.Tell(cmd, "the expression matches a %s of the language that the document defines", grammar.Exactness(r.Table))
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}
