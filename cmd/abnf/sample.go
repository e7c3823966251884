package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A sampling holds the flags of "abnf sample".
type sampling struct {
	membership
	count   uint
	seed    int
	invalid bool
}

func sampleCommand() *cobra.Command {
	var s sampling
	cmd := &cobra.Command{
		Use:   "sample -g GRAMMAR -r RULE [--length N..M] [--invalid]",
		Short: "Draw members of a rule at random, or strings that miss it by one edit",
		Long: `Sample draws members of a rule at random, a member a line. Of all members with the lengths of
--length each is as likely as another: their number is counted, a random number below it is
drawn, and the member of that rank is written. Without --length the lengths are all that
members have, or if there are members of any length the shortest and 16 more. The same seed
gives the same members on every machine.

` + membersHelp + `

With --invalid a line is a string that the rule does not match, a tab, and the edit that made it of
a member: "insert x at 3", "delete x at 3", "replace x with y at 3" or "transpose xy at 3". The
number is the place in the member, from 1. The kind of the edit is drawn first, then the place,
then the class of the character; characters are of one class if they begin with bytes that the
rule nowhere tells apart. The table of the rule refuses each of these strings, or with --depth and
without such a table one that has all members and more. So they are no members at any depth.

` + writtenHelp + `

With --json a line is an object with the keys string and length, and with --invalid also member,
its string before the edit, and edit, an object with the keys kind, column (the place, from 1), offset
(in bytes), old and new. A string that is not UTF-8 has its bytes in hexadecimal in the key
string_hex, or member_hex, old_hex and new_hex.

` + depthHelp + `

The status is 1 if no member has such a length, or a thousand edits of each of a hundred members
led to members; stderr has the nearest lengths.

` + limitHelp,
		Example: `  abnf sample -g rfc3986 -r URI --length 20..30
  abnf sample -g rfc3986 -r IPv6address --invalid --seed 7 --count 5
  abnf sample -g rfc3987 -r IRI --count 1000 | abnf match -g rfc3987 -r IRI --escaped | sort -u`,
	}
	s.command(cmd, s.sample)
	cmd.Flags().UintVar(&s.count, "count", 10, "write `N` strings")
	cmd.Flags().IntVar(&s.seed, "seed", 1, "start the random numbers at this `NUMBER`")
	cmd.Flags().BoolVar(&s.invalid, "invalid", false, "write strings that are not members, with the edit that made them")
	for _, name := range []string{"count", "seed"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

// sample writes the strings.
func (s *sampling) sample(cmd *cobra.Command, l *language, out *bufio.Writer) error {
	random := rand.New(rand.NewPCG(uint64(s.seed), 0))
	draw := func(b []byte) ([]byte, error) {
		member, err := l.Sample(random, l.lengths.from, l.lengths.to)
		return s.member(b, l, member), err
	}
	if s.invalid {
		whole, err := l.whole(cmd)
		if err != nil {
			return err
		}
		draw = func(b []byte) ([]byte, error) {
			miss, err := l.Members.Members.NearMiss(random, l.lengths.from, l.lengths.to, whole.Valid)
			return s.miss(b, l, miss), err
		}
	}
	for range s.count {
		line, err := draw(out.AvailableBuffer())
		if err = cmp.Or(err, cmd.Context().Err()); err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func (s *sampling) member(b []byte, l *language, member string) []byte {
	if !s.json {
		return escape(b, member)
	}
	b = terminal.AppendField(append(b, '{'), "string", member)
	return fmt.Appendf(b, `,"length":%d}`, l.Length(member))
}

func (s *sampling) miss(b []byte, l *language, miss build.NearMiss) []byte {
	e, text := miss.Edit, miss.String()
	column := l.Length(miss.Member[:e.Offset]) + 1
	if s.json {
		b = terminal.AppendField(append(b, '{'), "string", text)
		b = fmt.Appendf(b, `,"length":%d,`, l.Length(text))
		b = terminal.AppendField(b, "member", miss.Member)
		b = fmt.Appendf(b, `,"edit":{"kind":%q,"column":%d,"offset":%d,`, e.Kind, column, e.Offset)
		b = append(terminal.AppendField(b, "old", e.Old), ',')
		return append(terminal.AppendField(b, "new", e.New), "}}"...)
	}
	b = append(escape(b, text), '\t')
	b = fmt.Appendf(b, "%s %s", e.Kind, escape(nil, e.Old))
	switch e.Kind {
	case build.Insert:
		b = escape(b, e.New)
	case build.Replace:
		b = escape(append(b, " with "...), e.New)
	}
	return fmt.Appendf(b, " at %d", column)
}
