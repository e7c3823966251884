package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
)

// semantics has the semantics in the order of the help.
var semantics = []build.Semantics{build.Unordered, build.PEG}

// SemanticsNames returns the values of --semantics.
func SemanticsNames() []string {
	var names []string
	for _, s := range semantics {
		names = append(names, s.String())
	}
	return names
}

// SemanticsFlags adds the flags about the language of a rule, also of a bundled grammar:
// --semantics, --superset and --depth.
func (n *Notation) SemanticsFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&n.Semantics, "semantics", build.Unordered.String(),
		"match with these `SEMANTICS`: unordered, or peg (ordered choice, no backtracking)")
	cmd.RegisterFlagCompletionFunc("semantics",
		cobra.FixedCompletions(SemanticsNames(), cobra.ShellCompDirectiveNoFileComp))
	n.Recursion.Flags(cmd)
}

// RefuseSemantics refuses the flags of SemanticsFlags for a command, where they would have no
// effect. The message gives the reason.
func RefuseSemantics(cmd *cobra.Command, reason string) {
	if cmd.Flags().Lookup("semantics") == nil {
		new(Notation).SemanticsFlags(cmd)
	}
	for _, name := range []string{"semantics", "superset", "depth"} {
		program.Refuse(cmd, name, fmt.Sprintf("--%s is not for this command: %s", name, reason))
	}
}

// semantics returns the semantics of a notation. PEG with a flag about recursive rules is an error,
// because the flag would have no effect: the compiler reads no recursive rule by order.
func (n Notation) semantics() (build.Semantics, error) {
	if n.Semantics == "" {
		return build.Unordered, nil
	}
	i := slices.Index(SemanticsNames(), n.Semantics)
	if i < 0 {
		return 0, fmt.Errorf("unknown semantics %q; the semantics are %s", n.Semantics, strings.Join(SemanticsNames(), ", "))
	}
	if words := n.Recursion.Words(); len(words) > 0 && semantics[i] == build.PEG {
		return 0, fmt.Errorf("%s is for recursive rules, which --semantics %s does not compile", words[0], n.Semantics)
	}
	return semantics[i], nil
}

// Ordered returns the value of --semantics, or "" for the default.
func (n Notation) Ordered() string {
	if n.Semantics == build.Unordered.String() {
		return ""
	}
	return n.Semantics
}

// SemanticsWords returns the flags of SemanticsFlags in the form of a command line, without flags
// at their defaults.
func (n Notation) SemanticsWords() (words []string) {
	if order := n.Ordered(); order != "" {
		words = append(words, "--semantics", order)
	}
	return append(words, n.Recursion.Words()...)
}

// OfBundled returns the part of n for bundled grammars.
func (n Notation) OfBundled() Notation {
	return Notation{Dialect: auto, Semantics: n.Semantics, Recursion: n.Recursion}
}
