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

// A suiting holds the flags of "abnf suite".
type suiting struct {
	target
	bytes, as       string
	more            int // states
	json            bool
	output, release string
}

// premises are the values of --bytes.
var premises = map[string]build.Premise{
	"alike": build.AlikeBytes, "mistaken": build.MistakenBytes, "any": build.AnyBytes,
}

// forms are the values of --as.
var forms = map[string]func(*bufio.Writer, *suiteFile){
	"lines": writeLines, "json-schema": writeJSONSchema, "n-triples": writeNTriples,
}

func suiteCommand() *cobra.Command {
	var s suiting
	cmd := &cobra.Command{
		Use:   "suite -g GRAMMAR -r RULE [-o FILE]",
		Short: "Write strings that prove an implementation of a rule right",
		Long: `Suite writes a complete test suite of a rule: strings, and for each whether the rule matches
it. What gives all these verdicts has exactly the language of the rule, provided that it
decides as a finite automaton does which has no more states than the header says, and which
treats bytes as the header says. Under these premises a list of some hundred thousand strings
proves an implementation right, in whatever language it is written.

A line is 1 or 0, a tab, and the string: \xHH stands for a byte, \uHHHH and \U00HHHHHH for a
code point in UTF-8, and \\ for a backslash. The header, lines that begin with "#", comes
first and says what passing proves. It calls the grammar by its name, which is that of the
file without directory and extension, and the rule as the grammar does: where the file is,
which flags said how to read it, and how -r spells the rule do not show. So the output depends,
to the byte, on the rule, these names, and the flags --bytes, --more, --as and --json alone.

The first example compares the verdicts of "abnf match" with those of the suite, and prints
nothing when they are the same. Another implementation can stand in its place.

What is taken for granted of how an implementation treats bytes is the value of --bytes:

  alike     Bytes that the rule nowhere tells apart are treated alike. The smallest suite.
  mistaken  Each byte leads, wherever it stands, to where some letter leads from there;
            letters are bytes that stand for all that are like them. So a byte may be
            taken for another. This is the default.
  any       Nothing.

An implementation may have more states than the minimal automaton of the rule, if it is not
minimal: --more says how many. Each multiplies the number of tests by that of the letters.

With --as json-schema the suite is a file as those of the JSON-Schema-Test-Suite are, of the
format that is called like the rule in lower case. Strings that are not UTF-8 cannot be
written in it; its comment says how many those are. With --as n-triples, for the rule IRI
of rfc3987, it is a ZIP archive with a manifest and files as the W3C has for N-Triples: one
file with all IRIs, and one for each string that is none.

With --json the first line is an object with the keys command, grammar, rule, exactness,
language (the SHA-256 of its minimal automaton), states, classes, letters (an array), method,
tests, members, size (in bytes) and proves; each further one a test with the keys valid and
string, or hex when the string is not UTF-8.

With --release the suites that are published are written to a directory, which is made when
it is not there: of the rules URI and URI-reference of rfc3986, and IRI and IRI-reference of
rfc3987, as lines and as json-schema, with --bytes mistaken; and of IRI as n-triples, with
--bytes alike, because each wrong string is a file there. SHA256SUMS has their sums.

A document with errors has no suite, and the status is 1.`,
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

func (s *suiting) flags(cmd *cobra.Command) {
	s.target.flags(cmd, "the `RULE` to test")
	cmd.Flags().StringVarP(&s.output, "output", "o", files.Stdout, files.OutputUsage)
	cmd.Flags().StringVar(&s.bytes, "bytes", "mistaken", "what is taken for granted of bytes, a `PREMISE`: "+
		names(premises))
	cmd.Flags().IntVar(&s.more, "more", 0, "prove implementations that have `N` states more than the rule")
	cmd.Flags().StringVar(&s.as, "as", "lines", "the `FORM` of the suite: "+names(forms))
	cmd.Flags().BoolVar(&s.json, "json", false, "print an object a line")
	cmd.Flags().StringVar(&s.release, "release", "", "write the suites that are published to this `DIR`")
	cmd.RegisterFlagCompletionFunc("output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
	cmd.RegisterFlagCompletionFunc("bytes",
		cobra.FixedCompletions(sortedKeys(premises), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("more", cobra.NoFileCompletions)
	cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(sortedKeys(forms), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("release", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func names[V any](m map[string]V) string { return strings.Join(sortedKeys(m), ", ") }

func (s *suiting) run(cmd *cobra.Command) error {
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

// checkForm returns a usage error for invalid flags.
func (s *suiting) checkForm(cmd *cobra.Command) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	_, premise := premises[s.bytes]
	_, form := forms[s.as]
	switch {
	case s.more < 0:
		return program.Usagef(cmd, "--more %d: an implementation cannot do with fewer states than the rule", s.more)
	case !premise:
		return program.Usagef(cmd, "there is no premise %q; there are %s", s.bytes, names(premises))
	case !form:
		return program.Usagef(cmd, "there is no form %q; there are %s", s.as, names(forms))
	case s.json && s.as != "lines":
		return program.Usagef(cmd, "--json is a form of its own, and --as %s another", s.as)
	case s.as == "n-triples" && (s.grammar != "rfc3987" || !strings.EqualFold(s.rule, "IRI")):
		return program.Usagef(cmd,
			"what N-Triples has between < and > is the rule IRI of rfc3987, so there is no other suite for it")
	}
	return nil
}

// compile compiles a document. It must have no errors.
func (s *suiting) compile(cmd *cobra.Command) (*build.Grammar, error) {
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

// file plans the suite of a rule.
func (s *suiting) file(ctx context.Context, g *build.Grammar, rule string) (*suiteFile, error) {
	table, err := grammar.Table(g, rule)
	if err != nil {
		return nil, err
	}
	suite, err := g.Suite(ctx, rule, premises[s.bytes], s.more)
	if err != nil {
		return nil, err
	}
	f := &suiteFile{Suite: suite, table: table, form: forms[s.as], command: s.command(table), more: s.more}
	if s.json {
		f.form = writeObjects
	}
	f.count()
	return f, nil
}

// command returns the command for the header, with only the flags that determine the suite. For a
// bundled grammar it can be run. For a file it identifies the grammar.
func (s *suiting) command(table tables.Rule) string {
	words := []string{"abnf", "suite", "-g", table.Grammar(), "-r", table.Name(), "--bytes", s.bytes}
	if s.more > 0 {
		words = append(words, "--more", strconv.Itoa(s.more))
	}
	if s.as != "lines" {
		words = append(words, "--as", s.as)
	}
	if s.json {
		words = append(words, "--json")
	}
	return strings.Join(append(words, s.notation.SemanticsWords()...), " ")
}
