package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// large is the size in bytes above which gen proposes how to write a smaller file.
const large = 1_000_000

// tellSize prints the size of the file written for a GRAMMAR and, if the file is large, the flags
// that make it smaller.
func (c *gen) tellSize(cmd *cobra.Command, f emit.File) {
	text := terminal.Bytes(int64(len(f.Data)))
	if ways := c.smaller(); len(f.Data) > large && len(ways) > 0 {
		text += "; " + strings.Join(ways, ", and ")
	}
	where := f.Path
	if files.IsStdout(where) {
		where = "standard output"
	}
	program.Tell(cmd, "%s: %s", where, text)
}

// smaller describes the flags that are not set and make the file smaller.
func (c *gen) smaller() (ways []string) {
	if c.everything() {
		ways = append(ways, "-r RULE writes only the tables of RULE")
	}
	if c.saves {
		ways = append(ways, "--small writes smaller, slower tables")
	}
	return ways
}

// saves reports whether the tables without places and regions, which --small omits, are at least a
// tenth smaller.
func saves(g *build.Grammar) bool {
	all, small := g.Sizes()
	return 10*small <= 9*all
}

// overLimit returns the rules that have no table because they exceed a limit. The document must
// have no errors.
func overLimit(g *build.Grammar) []*build.Rule {
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *build.Rule) bool { return !r.Own() || r.Err == nil })
}

// maxTried is the maximum number of rules that gen compiles alone in order to propose -r.
const maxTried = 3

// refuseOver prints that rules exceed a limit. It proposes -r with one of them only if that rule,
// compiled without the rules that it does not need, has a table.
func (c *gen) refuseOver(cmd *cobra.Command, doc *grammar.Document, over []*build.Rule) error {
	for _, r := range over[:min(len(over), maxTried)] {
		g, _, err := doc.Compile(cmd.Context(), build.Options{Rules: []string{r.Name}})
		if err != nil {
			return err
		}
		if alone := g.Rule(r.Name); alone != nil && alone.Table != "" {
			return refuse(cmd, "no table for %s, because all rules share the limits; -r %s writes that rule",
				enumerate(over), r.Name)
		}
	}
	return refuse(cmd, "no table for %s; -r RULE writes another rule", enumerate(over))
}
