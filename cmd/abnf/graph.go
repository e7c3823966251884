package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build/emit/graph"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// A graphing holds the flags of "abnf graph".
type graphing struct {
	target
	fold, whole bool
	as, output  string
}

func graphCommand() *cobra.Command {
	var c graphing
	cmd := &cobra.Command{
		Use:        "graph -g GRAMMAR -r RULE [--fold|--whole] [--as svg|dot] [-o FILE]",
		Short:      "Draw the automaton of a rule",
		SuggestFor: []string{"dot", "automaton", "dfa"},
		Long: `Graph draws the minimal automaton of a rule. The automaton reads a string from left to right; the
string is a member if the automaton ends in a state with a double ring. The states have the same
numbers as in "abnf walk" and "abnf compile --dump pack". The dead state is not drawn. If the rule
has components, such as the scheme and the path of an IRI, they are side by side.

With --fold, which is the default for more than 40 states, a character that is several bytes long,
a percent-encoding, and the text between brackets each are one edge or box. Graph proves that a
folded picture describes the same automaton; if that fails, it prints the reason and draws the
whole automaton, in which bytes of such characters are separate edges.

A picture contains at most 1,000 states and 4,000 edges. Graphviz draws larger graphs (--as dot).`,
		Example: `  abnf graph -g rfc3987 -r IRI -o iri.svg
  abnf graph -g rfc3986 -r IPv6address --as dot -o ipv6.dot`,
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.flags(cmd, "draw this `RULE`")
	cmd.Flags().BoolVar(&c.fold, "fold", false, "join characters, percent-encodings and brackets")
	cmd.Flags().BoolVar(&c.whole, "whole", false, "draw every state")
	cmd.Flags().StringVar(&c.as, "as", "svg", "write in this `FORM`: svg, dot")
	cmd.Flags().StringVarP(&c.output, "output", "o", files.Stdout, "write the graph to this `FILE`")
	oneOf(cmd, "as", []string{"svg", "dot"})
	cmd.RegisterFlagCompletionFunc("output",
		cobra.FixedCompletions([]string{"svg", "dot", "gv"}, cobra.ShellCompDirectiveFilterFileExt))
	program.Exclusive(cmd, "fold", "whole")
	return cmd
}

func (c *graphing) run(cmd *cobra.Command) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	if c.as != "svg" && c.as != "dot" {
		return program.Usagef(cmd, "unknown form %q; the forms are svg, dot", c.as)
	}
	if err := checkOutput(cmd, c.output, c.grammar, c.notation); err != nil {
		return err
	}
	compiled, table, err := c.table(cmd)
	if err != nil {
		return err
	}
	fold := graph.Auto
	switch {
	case c.fold:
		fold = graph.Always
	case c.whole:
		fold = graph.Whole
	}
	g, err := graph.New(cmd.Context(), compiled, c.rule, fold)
	if err != nil {
		if cmd.Context().Err() != nil {
			return err
		}
		if table.Recursive() {
			return refuse(cmd, "%v; --superset and --depth make it one", err)
		}
		return refuse(cmd, "%v", err)
	}
	if g.Unproven != nil {
		program.Tell(cmd, "the picture is not folded: %v", g.Unproven)
	}
	text := g.DOT()
	if c.as == "svg" {
		text, err = g.SVG()
		var large *graph.SizeError
		switch {
		case errors.As(err, &large) && !g.Folded:
			return refuse(cmd, "%v; try --fold, or --as dot", err)
		case err != nil:
			return refuse(cmd, "%v; try --as dot", err)
		}
	}
	return files.Write(cmd.Context(), cmd.OutOrStdout(), files.Output{Name: c.output, Text: func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}})
}
