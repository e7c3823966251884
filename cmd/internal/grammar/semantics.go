package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
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

// SemanticsFlag adds the flag --semantics to a command that compiles a grammar, bundled or not.
func (n *Notation) SemanticsFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&n.Semantics, "semantics", build.Unordered.String(),
		"how choices and repetitions are read: `SEMANTICS` is unordered, or peg, by order without a way back")
	cmd.RegisterFlagCompletionFunc("semantics", cobra.FixedCompletions(SemanticsNames(), cobra.ShellCompDirectiveNoFileComp))
}

// semantics returns the semantics of a notation.
func (n Notation) semantics() (build.Semantics, error) {
	if n.Semantics == "" {
		return build.Unordered, nil
	}
	i := slices.Index(SemanticsNames(), n.Semantics)
	if i < 0 {
		return 0, fmt.Errorf("there is no semantics %q; there are %s", n.Semantics, strings.Join(SemanticsNames(), ", "))
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
