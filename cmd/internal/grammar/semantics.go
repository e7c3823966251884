package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
)

// semantics lists the semantics in the order in which help shows them.
var semantics = []build.Semantics{build.Unordered, build.PEG}

// SemanticsNames returns the values of --semantics.
func SemanticsNames() []string {
	var names []string
	for _, s := range semantics {
		names = append(names, s.String())
	}
	return names
}

// SemanticsFlags adds --semantics, --superset and --depth, the flags that affect the language of a
// rule. They also apply to bundled grammars.
func (n *Notation) SemanticsFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&n.Semantics, "semantics", build.Unordered.String(),
		"match with these `SEMANTICS`: unordered, or peg (ordered choice, no backtracking)")
	cmd.RegisterFlagCompletionFunc("semantics",
		cobra.FixedCompletions(SemanticsNames(), cobra.ShellCompDirectiveNoFileComp))
	n.Recursion.Flags(cmd)
}

// RefuseSemantics makes a command reject the flags of SemanticsFlags, which would have no effect.
// The message contains the reason.
func RefuseSemantics(cmd *cobra.Command, reason string) {
	if cmd.Flags().Lookup("semantics") == nil {
		new(Notation).SemanticsFlags(cmd)
	}
	for _, name := range []string{"semantics", "superset", "depth"} {
		program.Refuse(cmd, name, fmt.Sprintf("--%s does not apply to this command: %s", name, reason))
	}
}

// semantics returns the semantics of a notation. It returns an error if PEG is combined with a flag
// for recursive rules. The flag would have no effect, because the compiler does not support
// recursive rules with PEG semantics.
func (n Notation) semantics() (build.Semantics, error) {
	if n.Semantics == "" {
		return build.Unordered, nil
	}
	i := slices.Index(SemanticsNames(), n.Semantics)
	if i < 0 {
		return 0, fmt.Errorf("unknown semantics %q; the semantics are %s", n.Semantics, strings.Join(SemanticsNames(), ", "))
	}
	if words := n.Recursion.Words(); len(words) > 0 && semantics[i] == build.PEG {
		return 0, fmt.Errorf("%s applies to recursive rules, which --semantics %s does not compile", words[0], n.Semantics)
	}
	return semantics[i], nil
}

// Ordered returns the value of --semantics, or "" if it is the default.
func (n Notation) Ordered() string {
	if n.Semantics == build.Unordered.String() {
		return ""
	}
	return n.Semantics
}

// SemanticsWords returns the flags of SemanticsFlags as command-line words, omitting defaults.
func (n Notation) SemanticsWords() (words []string) {
	if order := n.Ordered(); order != "" {
		words = append(words, "--semantics", order)
	}
	return append(words, n.Recursion.Words()...)
}

// OfBundled returns the part of n that applies to bundled grammars.
func (n Notation) OfBundled() Notation {
	return Notation{Dialect: auto, Semantics: n.Semantics, Recursion: n.Recursion}
}
