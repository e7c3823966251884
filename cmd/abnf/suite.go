package main

import (
	"bufio"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// suiteFlags holds the flags of "abnf suite".
type suiteFlags struct {
	target
	bytes, as       string
	more            uint // additional states
	json            bool
	output, release string
}

// premises maps the values of --bytes to premises.
var premises = map[string]build.Premise{
	"alike": build.AlikeBytes, "mistaken": build.MistakenBytes, "any": build.AnyBytes,
}

// forms maps the values of --as to functions that write a suite.
var forms = map[string]func(*bufio.Writer, *suiteFile){
	"lines": writeLines, "json-schema": writeJSONSchema, "n-triples": writeNTriples,
}

func suiteCommand() *cobra.Command {
	var s suiteFlags
	cmd := &cobra.Command{
		Use:        "suite -g GRAMMAR -r RULE [-o FILE]",
		Short:      "Generate a complete test suite for a rule",
		SuggestFor: []string{"tests"},
		Long: `Suite writes strings and, for each string, whether the rule matches it. An implementation, in any
language, that returns all these verdicts matches exactly the rule's strings, under the assumptions
that "abnf help suites" explains. The first example compares the verdicts of "abnf match" with a
suite and prints nothing if they are equal; to test another implementation, replace "abnf match".

The output depends only on the rule, its name, the name of the grammar, and the flags --bytes,
--more, --as and --json.`,
		Example: `  abnf suite -g rfc3986 -r port | grep -v '^#' > tests && cut -f 1 tests > verdicts &&
    cut -f 2- tests | abnf match -g rfc3986 -r port --escaped | diff verdicts -
  abnf suite -g grammar.abnf -r greeting --bytes any -o greeting.suite`,
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.flags(cmd)
	return cmd
}

func (s *suiteFlags) flags(cmd *cobra.Command) {
	s.target.flags(cmd, "test this `RULE`")
	cmd.Flags().StringVarP(&s.output, "output", "o", files.Stdout, files.OutputUsage)
	cmd.Flags().StringVar(&s.bytes, "bytes", "mistaken", "assume this `PREMISE` about bytes: "+
		names(premises))
	cmd.Flags().UintVar(&s.more, "more", 0, "allow for `N` more states than the minimal automaton")
	cmd.Flags().StringVar(&s.as, "as", "lines", "write the suite in this `FORM`: "+names(forms))
	cmd.Flags().BoolVar(&s.json, "json", false, "print an object per test")
	cmd.Flags().StringVar(&s.release, "release", "", "write the published suites to this `DIR`")
	cmd.RegisterFlagCompletionFunc("output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
	noCompletion(cmd, "more")
	oneOf(cmd, "bytes", sortedKeys(premises))
	oneOf(cmd, "as", sortedKeys(forms))
	cmd.RegisterFlagCompletionFunc("release", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func names[V any](m map[string]V) string { return strings.Join(sortedKeys(m), ", ") }

func (s *suiteFlags) run(cmd *cobra.Command) error {
	if s.release != "" {
		return s.releaseAll(cmd)
	}
	if err := s.checkForm(cmd); err != nil {
		return err
	}
	if err := checkOutput(cmd, s.output, s.grammar, s.notation); err != nil {
		return err
	}
	g, err := s.compile(cmd)
	if err != nil {
		return err
	}
	f, err := s.file(cmd.Context(), g, s.rule)
	if err != nil {
		return err
	}
	return files.Write(cmd.Context(), cmd.OutOrStdout(), files.Output{Name: s.output, Text: f.write})
}

// checkForm returns a usage error if the flags are invalid.
func (s *suiteFlags) checkForm(cmd *cobra.Command) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	_, premise := premises[s.bytes]
	_, form := forms[s.as]
	switch {
	case !premise:
		return program.Usagef(cmd, "unknown premise %q; the premises are %s", s.bytes, names(premises))
	case !form:
		return program.Usagef(cmd, "unknown form %q; the forms are %s", s.as, names(forms))
	case s.json && s.as != "lines":
		return program.Usagef(cmd, "--json and --as %s cannot be combined", s.as)
	case s.as == "n-triples" && (s.grammar != "rfc3987" || !strings.EqualFold(s.rule, "IRI")):
		return program.Usagef(cmd,
			"--as n-triples is only for -g rfc3987 -r IRI")
	}
	return nil
}

// compile compiles the document, which must have no errors.
func (s *suiteFlags) compile(cmd *cobra.Command) (*build.Grammar, error) {
	doc, err := open(cmd, s.grammar, s.notation)
	if err != nil {
		return nil, err
	}
	g, err := compileSound(cmd, doc, build.Options{Rules: []string{s.rule}})
	if err == nil {
		s.notation.Recursion.TellAll(cmd, g)
	}
	return g, err
}

// file prepares the suite for a rule.
func (s *suiteFlags) file(ctx context.Context, g *build.Grammar, rule string) (*suiteFile, error) {
	table, err := grammar.Table(g, rule)
	if err != nil {
		return nil, err
	}
	suite, err := g.Suite(ctx, rule, premises[s.bytes], int(s.more))
	if err != nil {
		return nil, err
	}
	f := &suiteFile{Suite: suite, table: table, form: forms[s.as], command: s.command(table), more: int(s.more)}
	if s.json {
		f.form = writeObjects
	}
	f.count()
	return f, nil
}

// command returns the command for the header, with only the flags that determine the suite. The
// command can be run if the grammar is bundled. For a file it only identifies the grammar.
func (s *suiteFlags) command(table tables.Rule) string {
	words := []string{"abnf", "suite", "-g", table.Grammar(), "-r", table.Name(), "--bytes", s.bytes}
	if s.more > 0 {
		words = append(words, "--more", strconv.FormatUint(uint64(s.more), 10))
	}
	if s.as != "lines" {
		words = append(words, "--as", s.as)
	}
	if s.json {
		words = append(words, "--json")
	}
	return strings.Join(append(words, s.notation.SemanticsWords()...), " ")
}
