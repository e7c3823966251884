package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// Dialects returns the values of --dialect.
func Dialects() []string {
	names := []string{auto}
	for _, d := range syntax.Dialects() {
		names = append(names, d.String())
	}
	return names
}

// auto infers the dialect from the text.
const auto = "auto"

// A Notation specifies how to read a file. It holds the flags --dialect, --repair, --octets,
// --block and --import.
type Notation struct {
	Dialect string   // one of Dialects
	Repair  bool     // see notation.ReadOptions
	Octets  []string // see build.Options
	Blocks  []string // names or numbers of blocks of a document, or "*"; see extract.Block
	Imports []string // each is GRAMMAR, NAME=GRAMMAR or NAME=GRAMMAR#RULE

	// These also apply to bundled grammars: see SemanticsFlags.
	Semantics string // one of SemanticsNames
	Recursion Recursion
}

// Automatic returns the notation used if no flags are set.
func Automatic() Notation { return Notation{Dialect: auto} }

// TextFlags adds the flags --dialect and --repair to a command that reads the text of a grammar
// file.
func (n *Notation) TextFlags(cmd *cobra.Command) {
	names := Dialects()
	cmd.Flags().StringVar(&n.Dialect, "dialect", auto, "read files in this `DIALECT`: "+strings.Join(names, ", "))
	cmd.Flags().BoolVar(&n.Repair, "repair", false, "repair files whose lines were joined, and report each repair")
	cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// BlockFlag adds the flag --block to a command that reads a document.
func (n *Notation) BlockFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&n.Blocks, "block", nil,
		"read only the `BLOCK,...` of a document, by name or number; '*' merges all")
	block := cmd.Flags().Lookup("block")
	block.Value, block.DefValue = ruleList{block.Value, block.Value.(pflag.SliceValue)}, ""
	cmd.RegisterFlagCompletionFunc("block", cobra.NoFileCompletions)
}

// Flags adds the flags --dialect, --repair, --octets and --block to a command that reads a grammar
// file.
func (n *Notation) Flags(cmd *cobra.Command) {
	n.TextFlags(cmd)
	n.BlockFlag(cmd)
	cmd.Flags().StringSliceVar(&n.Octets, "octets", nil,
		"read numbers in the rules `RULE,...` as octets, not code points; '*' means all rules")
	octets := cmd.Flags().Lookup("octets")
	octets.Value, octets.DefValue = ruleList{octets.Value, octets.Value.(pflag.SliceValue)}, ""
	cmd.RegisterFlagCompletionFunc("octets", n.completeOctets)
}

// A ruleList is a flag value that lists the names of rules or blocks. It rejects text that looks
// like a flag.
type ruleList struct {
	pflag.Value
	pflag.SliceValue
}

// Set fails if the text begins with "-". No name does, so the flag value is missing.
func (l ruleList) Set(text string) error {
	if strings.HasPrefix(text, "-") {
		return errors.New("a flag is not a rule")
	}
	return l.Value.Set(text)
}

// ImportFlag adds --import to a command that compiles a grammar file.
func (n *Notation) ImportFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&n.Imports, "import", nil,
		"import undefined rules from `GRAMMAR`; NAME=GRAMMAR and NAME=GRAMMAR#RULE import one; may be repeated")
	cmd.RegisterFlagCompletionFunc("import", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return Bundled(), cobra.ShellCompDirectiveDefault
	})
}

// Check returns an error if the dialect or the semantics is unknown. It also returns an error if a
// flag for reading files is set but none of the grammars is a file, because the flag would have no
// effect. Empty names are ignored.
func (n Notation) Check(grammars ...string) error {
	if !slices.Contains(Dialects(), n.Dialect) {
		return fmt.Errorf("unknown dialect %q; the dialects are %s", n.Dialect, strings.Join(Dialects(), ", "))
	}
	if _, err := n.semantics(); err != nil {
		return err
	}
	words := n.fileWords()
	if len(words) == 0 {
		return nil
	}
	var names []string
	for _, name := range grammars {
		if _, bundled := build.FindBundled(name); !bundled && name != "" {
			return nil
		}
		if name != "" {
			names = append(names, name)
		}
	}
	flag, _, _ := strings.Cut(words[0], "=")
	if len(names) == 0 {
		return fmt.Errorf("%s applies only to a grammar file, but no GRAMMAR was given", flag)
	}
	return fmt.Errorf("%s applies only to a grammar file, but %s is bundled; for a file with that name write ./%[2]s",
		flag, names[0])
}

// Words returns the flags as command-line words, omitting defaults.
func (n Notation) Words() []string {
	return append(n.fileWords(), n.SemanticsWords()...)
}

// fileWords returns the flags for reading a file.
func (n Notation) fileWords() (words []string) {
	if n.Dialect != auto {
		words = append(words, "--dialect", n.Dialect)
	}
	if n.Repair {
		words = append(words, "--repair")
	}
	if len(n.Octets) > 0 { // one word with "=": go generate has no quotes for "*", and shells do not expand it
		words = append(words, "--octets="+strings.Join(n.Octets, ","))
	}
	if len(n.Blocks) > 0 {
		words = append(words, "--block="+strings.Join(n.Blocks, ","))
	}
	for _, name := range n.Imports {
		words = append(words, "--import", name)
	}
	return words
}

// MapFiles returns n with each imported GRAMMAR renamed by rename.
func (n Notation) MapFiles(rename func(string) string) Notation {
	n.Imports = slices.Clone(n.Imports)
	for i, word := range n.Imports {
		m := importWord.FindStringSubmatch(word)
		if m == nil {
			n.Imports[i] = rename(word)
			continue
		}
		file, rule := Split(m[2])
		if n.Imports[i] = m[1] + "=" + rename(file); rule != "" {
			n.Imports[i] += "#" + rule
		}
	}
	return n
}

// Files returns the files that [Open] reads for a GRAMMAR. It returns none if the grammar is
// bundled.
func (n Notation) Files(name string) (files []string) {
	add := func(name string) string {
		if _, bundled := build.FindBundled(name); !bundled {
			files = append(files, name)
		}
		return name
	}
	if add(name); len(files) > 0 {
		n.MapFiles(add)
	}
	return files
}
