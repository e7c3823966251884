package main

import (
	"bufio"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

// A listing holds the flags of "abnf list".
type listing struct {
	membership
	length, from string
	limit        int
}

func listCommand() *cobra.Command {
	var l listing
	cmd := &cobra.Command{
		Use:   "list -g GRAMMAR -r RULE [--from RANK] [--limit N]",
		Short: "List the members of a rule in their order",
		Long: `List writes the members of a rule in their order, a member a line: all of them, which may be
infinitely many, or those that --length, --from and --limit choose.

` + membersHelp + `

` + writtenHelp + `

With --json a line is an object with the keys rank (a string of digits, because it may have any number
of them), string and length. A string that is not UTF-8 has its bytes in hexadecimal in the
key string_hex.

` + depthHelp + `

The status is 1 if no member has such a rank or length.

` + limitHelp,
		Example: `  abnf list -g rfc3986 -r dec-octet
  abnf list -g rfc3986 -r URI --limit 100
  abnf list -g rfc3986 -r URI --from 1000000000000 --limit 5 --json`,
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return l.run(cmd) },
	}
	l.flags(cmd)
	cmd.Flags().StringVar(&l.length, "length", "", lengthUsage)
	cmd.Flags().StringVar(&l.from, "from", "0", "begin with the member of this `RANK`")
	cmd.Flags().IntVar(&l.limit, "limit", 0, "write `N` members at most; 0 for no limit")
	program.Exclusive(cmd, "length", "from")
	for _, name := range []string{"length", "from", "limit"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

func (l *listing) run(cmd *cobra.Command) error {
	if l.limit < 0 {
		return program.Usagef(cmd, "--limit %d: there are no fewer members than 0", l.limit)
	}
	from, ok := number(l.from)
	if !ok {
		return program.Usagef(cmd, "--from takes a rank, which is a number from 0 on, not %q", l.from)
	}
	var lengths span
	var err error
	if l.length != "" {
		if lengths, err = parseSpan(cmd, l.length); err != nil {
			return err
		}
	}
	of, err := l.open(cmd)
	if err != nil {
		return err
	}
	var end *big.Int // the rank after the last one; nil for no end
	if l.length != "" {
		if from, end, err = of.Ranks(lengths.from, lengths.to); err != nil {
			return failed(cmd, err)
		}
	}
	if l.limit > 0 {
		if last := new(big.Int).Add(from, big.NewInt(int64(l.limit))); end == nil || last.Cmp(end) < 0 {
			end = last
		}
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return l.list(cmd, of, from, end, out) })
}

// list writes the members from one rank up to another.
func (l *listing) list(cmd *cobra.Command, of *language, from, end *big.Int, out *bufio.Writer) error {
	one, rank := big.NewInt(1), new(big.Int).Set(from)
	for s, err := range of.From(from) {
		if err == nil {
			err = cmd.Context().Err()
		}
		if err != nil {
			return failed(cmd, err)
		}
		if _, err := out.Write(of.appendMember(out.AvailableBuffer(), rank, s, l.json)); err != nil {
			return err
		}
		if rank.Add(rank, one); end != nil && rank.Cmp(end) >= 0 {
			return nil
		}
	}
	if rank.Cmp(from) == 0 {
		_, err := of.Unrank(from)
		return failed(cmd, err)
	}
	return nil
}
