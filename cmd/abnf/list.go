package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A lister holds the flags of "abnf list".
type lister struct {
	memberCommand
	from  string
	limit uint
}

func listCommand() *cobra.Command {
	var l lister
	cmd := &cobra.Command{
		Use:        "list -g GRAMMAR -r RULE [--from RANK] [--limit N]",
		Short:      "List the members of a rule in order",
		SuggestFor: []string{"enumerate", "members"},
		Long: `List prints one member per line. Without --length, --from and --limit, it prints all members,
possibly forever. If no member has the given length or rank, the status is 1.`,
		Example: `  abnf list -g rfc3986 -r dec-octet
  abnf list -g rfc3986 -r URI --from 1000000000000 --limit 5 --json`,
	}
	l.command(cmd, l.list)
	cmd.Flags().StringVar(&l.from, "from", "0", "start at the member with this `RANK`")
	cmd.Flags().UintVar(&l.limit, "limit", 0, "print at most `N` members; 0 means no limit")
	program.Exclusive(cmd, "length", "from")
	noCompletion(cmd, "from", "limit")
	return cmd
}

// list writes the members selected by the flags.
func (l *lister) list(cmd *cobra.Command, of *language, out *bufio.Writer) (err error) {
	from, ok := new(big.Int).SetString(l.from, 10)
	if !ok || from.Sign() < 0 {
		return program.Usagef(cmd, "--from takes a rank (a non-negative number), not %q", l.from)
	}
	var end *big.Int // the rank after the last member; nil means no end
	if l.length != "" {
		if from, end, err = of.Ranks(of.lengths.from, of.lengths.to); err != nil {
			return err
		}
	}
	if l.limit > 0 {
		last := new(big.Int).SetUint64(uint64(l.limit))
		if last.Add(last, from); end == nil || last.Cmp(end) < 0 {
			end = last
		}
	}
	one, rank := big.NewInt(1), new(big.Int).Set(from)
	for s, err := range of.From(from) {
		if err = cmp.Or(err, cmd.Context().Err()); err != nil {
			return err
		}
		if _, err := out.Write(l.member(out.AvailableBuffer(), of, rank, s)); err != nil {
			return err
		}
		if rank.Add(rank, one); end != nil && rank.Cmp(end) >= 0 {
			return nil
		}
	}
	if rank.Cmp(from) == 0 {
		_, err = of.Unrank(from)
	}
	return err
}

// member appends the output line for a member.
func (l *lister) member(b []byte, of *language, rank *big.Int, s string) []byte {
	if !l.json {
		return append(escape(b, s), '\n')
	}
	b = terminal.AppendField(fmt.Appendf(b, `{"rank":"%d",`, rank), "string", s)
	return fmt.Appendf(b, `,"length":%d}`+"\n", of.Length(s))
}
