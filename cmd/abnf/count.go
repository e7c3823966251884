package main

import (
	"bufio"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A counting holds the flags of "abnf count".
type counting struct {
	membership
	length string
}

func countCommand() *cobra.Command {
	var c counting
	cmd := &cobra.Command{
		Use:   "count -g GRAMMAR -r RULE [--length N..M]",
		Short: "Count the members of a rule by length",
		Long: `Count writes the number of members of each length, a length a line: the length, a tab, the
number. The line "sum" has the number of members of these lengths, and the line "total" that of
all members: a number, or the word infinite. Without --length the lengths are all that
members have, or if there are members of any length the shortest and 16 more. All numbers are
exact, whatever their size.

` + membersHelp + `

With --json a line is an object with the keys length and members; the last has the keys grammar, rule,
exactness, unit ("characters" or "bytes"), from, to, sum, total (null if it is infinite), finite,
shortest and longest (the lengths of members, null if there are none), and with --semantics peg
semantics, "peg". The numbers of members are
strings of digits, because they may have any number of them.

` + depthHelp + `

` + limitHelp,
		Example: `  abnf count -g rfc3986 -r dec-octet
  abnf count -g rfc3986 -r URI --length 5..10
  abnf count -g rfc3987 -r ihost --bytes --json`,
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.flags(cmd)
	cmd.Flags().StringVar(&c.length, "length", "", lengthUsage)
	cmd.RegisterFlagCompletionFunc("length", cobra.NoFileCompletions)
	return cmd
}

func (c *counting) run(cmd *cobra.Command) error {
	var lengths span
	var err error
	if c.length != "" {
		if lengths, err = parseSpan(cmd, c.length); err != nil {
			return err
		}
	}
	l, err := c.open(cmd)
	if err != nil {
		return err
	}
	if c.length == "" {
		lengths = l.extent()
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return c.count(cmd, l, lengths, out) })
}

// count writes the numbers.
func (c *counting) count(cmd *cobra.Command, l *language, lengths span, out *bufio.Writer) error {
	sum := new(big.Int)
	for n := lengths.from; n <= lengths.to; n++ {
		count, err := l.Count(n)
		if err == nil {
			err = cmd.Context().Err() // a length without members costs no steps, which would look
		}
		if err != nil {
			return failed(cmd, err)
		}
		sum.Add(sum, count)
		if c.json {
			_, err = fmt.Fprintf(out, "{\"length\":%d,\"members\":\"%d\"}\n", n, count)
		} else {
			_, err = fmt.Fprintf(out, "%d\t%d\n", n, count)
		}
		if err != nil {
			return err
		}
	}
	total, err := l.Total()
	if err != nil {
		return failed(cmd, err)
	}
	if c.json {
		s := summarize(l, lengths, sum, total)
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

// A countSummary is the last object of --json.
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

func summarize(l *language, lengths span, sum, total *big.Int) countSummary {
	s := countSummary{
		Grammar: l.table.Grammar(), Rule: l.table.Name(), Exactness: l.exactness(), Unit: l.Unit().String(),
		From: lengths.from, To: lengths.to, Sum: sum.String(), Finite: l.Finite(),
	}
	if total != nil {
		text := total.String()
		s.Total = &text
	}
	if n := l.Shortest(); n >= 0 {
		s.Shortest = &n
	}
	if n := l.Longest(); n >= 0 {
		s.Longest = &n
	}
	return s
}
