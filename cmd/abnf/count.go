package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// A counter holds the flags of "abnf count".
type counter struct{ memberCommand }

func countCommand() *cobra.Command {
	var c counter
	cmd := &cobra.Command{
		Use:        "count -g GRAMMAR -r RULE [--length N..M]",
		Short:      "Count the members of a rule by length",
		SuggestFor: []string{"number", "size"},
		Long: `For each length, count prints the length, a tab and the exact number of members. It then prints
their sum and the total number of members, which may be infinite.`,
		Example: `  abnf count -g rfc3986 -r dec-octet
  abnf count -g rfc3986 -r URI --length 5..10`,
	}
	c.command(cmd, c.count)
	return cmd
}

// count writes the number of members of each length, then the totals.
func (c *counter) count(cmd *cobra.Command, l *language, out *bufio.Writer) error {
	line := "%d\t%d\n"
	if c.json {
		line = "{\"length\":%d,\"members\":\"%d\"}\n"
	}
	sum := new(big.Int)
	for n := l.lengths.from; n <= l.lengths.to; n++ {
		count, err := l.Count(n)
		if err = cmp.Or(err, cmd.Context().Err()); err != nil { // Count may not check it
			return err
		}
		sum.Add(sum, count)
		if _, err := fmt.Fprintf(out, line, n, count); err != nil {
			return err
		}
	}
	total, err := l.Total()
	if err != nil {
		return err
	}
	if c.json {
		s := summarize(l, sum, total)
		s.Semantics = c.notation.Ordered()
		return terminal.EncodeJSON(out, s)
	}
	text := "infinite"
	if total != nil {
		text = total.String()
	}
	_, err = fmt.Fprintf(out, "sum\t%d\ntotal\t%s\n", sum, text)
	return err
}

// A countSummary is the last object that --json prints.
type countSummary struct {
	Grammar   string  `json:"grammar"`
	Rule      string  `json:"rule"`
	Exactness string  `json:"exactness"`
	Unit      string  `json:"unit"`
	From      int     `json:"from"`
	To        int     `json:"to"`
	Sum       string  `json:"sum"`
	Total     *string `json:"total"`
	Finite    bool    `json:"finite"`
	Shortest  *int    `json:"shortest"`
	Longest   *int    `json:"longest"`
	Semantics string  `json:"semantics,omitempty"`
}

func summarize(l *language, sum, total *big.Int) countSummary {
	s := countSummary{
		Grammar: l.table.Grammar(), Rule: l.table.Name(), Exactness: l.exactness(), Unit: l.Unit().String(),
		From: l.lengths.from, To: l.lengths.to, Sum: sum.String(), Finite: l.Finite(),
	}
	if total != nil {
		s.Total = new(total.String())
	}
	if n := l.Shortest(); n >= 0 {
		s.Shortest = &n
	}
	if n := l.Longest(); n >= 0 {
		s.Longest = &n
	}
	return s
}
