package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
)

// semantics are the semantics by their names on the command line.
var semantics = []build.Semantics{build.Unordered, build.PEG}

// SemanticsNames are the names that --semantics knows.
func SemanticsNames() []string {
	var names []string
	for _, s := range semantics {
		names = append(names, s.String())
	}
	return names
}

// SemanticsFlags adds the flags that say which language a rule has, in a bundled grammar too: --semantics,
// --superset and --depth.
func (n *Notation) SemanticsFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&n.Semantics, "semantics", build.Unordered.String(),
		"how choices and repetitions are read: `SEMANTICS` is unordered, or peg, by order without a way back")
	cmd.RegisterFlagCompletionFunc("semantics", cobra.FixedCompletions(SemanticsNames(), cobra.ShellCompDirectiveNoFileComp))
	n.Recursion.Flags(cmd)
}

// RefuseSemantics refuses the flags of SemanticsFlags for a command where they would mean nothing. The reason
// goes on after "--semantics says which language a rule has, and".
func RefuseSemantics(cmd *cobra.Command, reason string) {
	if cmd.Flags().Lookup("semantics") == nil {
		new(Notation).SemanticsFlags(cmd)
	}
	for _, name := range []string{"semantics", "superset", "depth"} {
		program.Refuse(cmd, name, fmt.Sprintf("--%s says which language a rule has, and %s", name, reason))
	}
}

// semantics returns the semantics of a notation. No recursive rule is read by order, so a flag about such
// rules would change nothing there and is an error.
func (n Notation) semantics() (build.Semantics, error) {
	if n.Semantics == "" {
		return build.Unordered, nil
	}
	i := slices.Index(SemanticsNames(), n.Semantics)
	if i < 0 {
		return 0, fmt.Errorf("there is no semantics %q; there are %s", n.Semantics, strings.Join(SemanticsNames(), ", "))
	}
	if words := n.Recursion.Words(); len(words) > 0 && semantics[i] == build.PEG {
		return 0, fmt.Errorf("%s compiles recursive rules, and --semantics %s compiles none", words[0], n.Semantics)
	}
	return semantics[i], nil
}

// Ordered returns the semantics as the command line spells it, "" if it is the default.
func (n Notation) Ordered() string {
	if n.Semantics == build.Unordered.String() {
		return ""
	}
	return n.Semantics
}

// SemanticsWords are the flags of SemanticsFlags as a command line has them; none when rules have the
// languages that tables ship for.
func (n Notation) SemanticsWords() (words []string) {
	if order := n.Ordered(); order != "" {
		words = append(words, "--semantics", order)
	}
	return append(words, n.Recursion.Words()...)
}

// OfBundled returns the part of n that a bundled grammar can have.
func (n Notation) OfBundled() Notation {
	return Notation{Dialect: auto, Semantics: n.Semantics, Recursion: n.Recursion}
}
