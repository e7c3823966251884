package main

import (
	"bufio"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

// An unranking holds the flags of "abnf unrank".
type unranking struct {
	membership
	length int
}

func unrankCommand() *cobra.Command {
	var u unranking
	cmd := &cobra.Command{
		Use:   "unrank -g GRAMMAR -r RULE [RANK...]",
		Short: "Write the members of a rule that have given places",
		Long: `Unrank writes for each RANK, or without a RANK for each line of standard input, the member that has
as many members before it. "abnf rank" goes the other way. With --length N only members of the
length N count.

` + membersHelp + `

` + writtenHelp + `

With --json a line is an object with the keys rank (a string of digits, because it may have any number
of them), string and length. A string that is not UTF-8 has its bytes in hexadecimal in the
key string_hex.

` + depthHelp + `

The output ends, with status 1, at a rank that no member has.

` + limitHelp,
		Example: `  abnf unrank -g rfc3986 -r dec-octet 0 7 255
  abnf unrank -g rfc3986 -r URI --length 12 1000000000
  seq 100 103 | abnf unrank -g rfc3986 -r IPv4address --json`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, args []string) error { return u.run(cmd, args) },
	}
	u.flags(cmd)
	cmd.Flags().IntVar(&u.length, "length", 0, "only members of the length `N` count")
	cmd.RegisterFlagCompletionFunc("length", cobra.NoFileCompletions)
	return cmd
}

func (u *unranking) run(cmd *cobra.Command, args []string) error {
	if err := u.checkStdin(cmd, args); err != nil {
		return err
	}
	if u.length < 0 || u.length >= 1<<30 {
		return program.Usagef(cmd, "--length %d: a length is from 0 on and less than 2^30", u.length)
	}
	l, err := u.open(cmd)
	if err != nil {
		return err
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return u.unrank(cmd, l, args, out) })
}

// unrank writes the members of the ranks.
func (u *unranking) unrank(cmd *cobra.Command, l *language, args []string, out *bufio.Writer) error {
	within := cmd.Flags().Changed("length")
	for line, err := range eachLine(cmd, args, false, out) {
		if err != nil {
			return err
		}
		rank, ok := number(string(line.Text))
		if !ok {
			return program.Usagef(cmd, "%s: a rank is a number from 0 on, not %q", place(args, line), line.Text)
		}
		s, err := u.member(l, rank, within)
		if err != nil {
			return failed(cmd, err)
		}
		if _, err := out.Write(l.appendMember(out.AvailableBuffer(), rank, s, u.json)); err != nil {
			return err
		}
	}
	return nil
}

// member returns the member of a rank, within the length if within is set.
func (u *unranking) member(l *language, rank *big.Int, within bool) (string, error) {
	if within {
		return l.UnrankWithin(u.length, rank)
	}
	return l.Unrank(rank)
}
