package grammar

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A Recursion specifies how to compile rules that refer to themselves in the middle. It holds the
// flags --superset and --depth.
type Recursion struct {
	superset bool
	depth    depth
}

// Flags adds the flags --superset and --depth to a command. Most commands call it through
// SemanticsFlags.
func (r *Recursion) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.superset, "superset", false,
		"compile recursive rules to supersets")
	cmd.Flags().Var(&r.depth, "depth",
		"compile recursive rules to subsets that allow at most `K` nested references to a called rule")
	program.Exclusive(cmd, "superset", "depth")
	cmd.RegisterFlagCompletionFunc("depth", cobra.NoFileCompletions)
}

// Option returns the compiler option.
func (r Recursion) Option() build.Recursion {
	switch {
	case r.superset:
		return build.Recursion{Exactness: tables.Superset}
	case r.depth.set:
		return build.Recursion{Exactness: tables.Subset, Depth: r.depth.max}
	}
	return build.Recursion{}
}

// Depth returns the value of --depth, or false if the flag is not set.
func (r Recursion) Depth() (depth int, ok bool) { return r.depth.max, r.depth.set }

// Words returns the flags as command-line words.
func (r Recursion) Words() []string {
	switch {
	case r.superset:
		return []string{"--superset"}
	case r.depth.set:
		return []string{"--depth", strconv.Itoa(r.depth.max)}
	}
	return nil
}

// Tell prints the exactness of a table on stderr if one of the flags of r is set.
func (r Recursion) Tell(cmd *cobra.Command, table tables.Rule) {
	e, depth := table.Exactness()
	switch {
	case r.Option() == (build.Recursion{}):
	case e == tables.Exact:
		program.Tell(cmd, "%s has no effect: the table of %s is exact", r.Words()[0], table.Name())
	case e == tables.Superset:
		program.Tell(cmd, "the table of %s is a superset: it also matches strings that are not members", table.Name())
	default:
		program.Tell(cmd, "the table of %s is %s(%d): it does not match more deeply nested members",
			table.Name(), e, depth)
	}
}

// TellAll is like Tell, but for all tables of a grammar.
func (r Recursion) TellAll(cmd *cobra.Command, g *build.Grammar) {
	n := 0
	for _, rule := range g.Rules {
		if rule.Own() && g.Approximated(rule) {
			n++
		}
	}
	what := fmt.Sprintf("%d tables of %s are", n, g.Name)
	if n == 1 {
		what = "a table of " + g.Name + " is"
	}
	switch how := r.Option(); {
	case how == (build.Recursion{}):
	case n == 0:
		program.Tell(cmd, "%s has no effect: %s has no table for a recursive rule", r.Words()[0], g.Name)
	case how.Exactness == tables.Superset:
		program.Tell(cmd, "%s %s: other strings also match", what, how)
	default:
		program.Tell(cmd, "%s %s: more deeply nested members do not match", what, how)
	}
}

// maxDepth is the maximum depth. Larger depths would not change the verdict on any string of up to
// a megabyte.
const maxDepth = 1_000_000

// A depth is the value of --depth.
type depth struct {
	set bool
	max int
}

// String returns the number, or "" if it is not set.
func (d *depth) String() string {
	if !d.set {
		return ""
	}
	return strconv.Itoa(d.max)
}

// Set parses a number.
func (d *depth) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err != nil:
		return errors.New("no number")
	case n > maxDepth:
		return fmt.Errorf("over %d: %w", maxDepth, strconv.ErrRange)
	}
	d.set, d.max = true, int(n)
	return nil
}

// Type returns "uint".
func (d *depth) Type() string { return "uint" }
