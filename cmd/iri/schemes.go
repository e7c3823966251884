package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A schemes holds the flag --schemes.
//
// Idea: an IRI is valid if the selected rule matches it and its scheme is listed. The compiler
// builds one table for both conditions, so commands and formats, which validate with a table, need
// no other code.
//
// Cost: compiling takes 50 ms. The table has no fast rows: see selection.tables.
type schemes struct {
	list   []string // in lowercase; nil without the flag
	narrow map[string]tables.Rule
}

func (s *schemes) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&s.list, "schemes", nil,
		"reject IRIs whose scheme is not in this `LIST`, such as https,http")
	cmd.RegisterFlagCompletionFunc("schemes", cobra.NoFileCompletions)
}

// compile checks the flag and compiles the tables that replace a rule, and the rule for links.
func (s *schemes) compile(cmd *cobra.Command, rule tables.Rule) error {
	if s.list == nil {
		return nil
	}
	for i, scheme := range s.list {
		if !rfc3987.Scheme.Valid(scheme) {
			return program.Usagef(cmd, "--schemes: %w", badScheme(scheme))
		}
		s.list[i] = strings.ToLower(scheme)
	}
	if wide(rule) == "" {
		const format = "--schemes requires a rule for IRIs, URIs or references, not %s of %s"
		return program.Usagef(cmd, format, rule.Name(), rule.Grammar())
	}
	rules := slices.Compact([]tables.Rule{rule, linkRule(records.HTML, rule)})
	g, err := build.Compile(cmd.Context(), syntax.NewSource("--schemes", s.grammar(rules)), build.Options{Name: "schemes"})
	if err != nil {
		return err
	}
	s.narrow = map[string]tables.Rule{}
	for _, r := range rules {
		if s.narrow[r.Name()], err = g.Table(r.Name()); err != nil {
			return err
		}
	}
	return nil
}

// grammar returns a grammar in which each rule matches what a rule with the same name matches,
// except IRIs whose scheme is not listed.
func (s *schemes) grammar(rules []tables.Rule) string {
	var b strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&b, "; @profile %s: %s#%[1]s and not unlisted\n", r.Name(), r.Grammar())
	}
	fmt.Fprintf(&b, `; @profile unlisted: absolute and not listed
absolute = *( ALPHA / DIGIT / "+" / "-" / "." ) ":" *%%x0-10FFFF
listed = ( "%s" ) ":" *%%x0-10FFFF
`, strings.Join(s.list, `" / "`))
	return b.String()
}

// of returns the table that replaces a rule, or the rule itself if the flag is not set.
func (s *schemes) of(rule tables.Rule) tables.Rule {
	if r, ok := s.narrow[rule.Name()]; ok {
		return r
	}
	return rule
}

// badScheme returns the error for a text that is not a scheme. It proposes the scheme of an IRI.
func badScheme(text string) error {
	if scheme, _, _ := strings.Cut(strings.TrimSpace(text), ":"); scheme != text && rfc3987.Scheme.Valid(scheme) {
		return fmt.Errorf("%q is not a scheme; write %s", text, scheme)
	}
	return fmt.Errorf("%q is not a scheme; a scheme is a letter followed by letters, digits, dots, + or -", text)
}
