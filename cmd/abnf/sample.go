package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A sampling holds the flags of "abnf sample".
type sampling struct {
	membership
	length      string
	count, seed int
	invalid     bool
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
		Args:              program.Args(0, 0, "takes no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&s.length, "length", "", lengthUsage)
	cmd.Flags().IntVar(&s.count, "count", 10, "write `N` strings")
	cmd.Flags().IntVar(&s.seed, "seed", 1, "the `NUMBER` that the random numbers begin with")
	cmd.Flags().BoolVar(&s.invalid, "invalid", false, "write strings that are no members, with the edit that made them")
	for _, name := range []string{"length", "count", "seed"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

func (s *sampling) run(cmd *cobra.Command) error {
	if s.count < 0 {
		return program.Usagef(cmd, "--count %d: there are no fewer strings than 0", s.count)
	}
	var lengths span
	var err error
	if s.length != "" {
		if lengths, err = parseSpan(cmd, s.length); err != nil {
			return err
		}
	}
	l, err := s.open(cmd)
	if err != nil {
		return err
	}
	if s.length == "" {
		lengths = l.extent()
	}
	whole := l.table
	if s.invalid {
		if whole, err = s.whole(cmd, l); err != nil {
			return err
		}
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return s.draw(cmd, l, whole, lengths, out) })
}

// draw writes the strings. whole is a table that refuses no member.
func (s *sampling) draw(cmd *cobra.Command, l *language, whole tables.Rule, lengths span, out *bufio.Writer) error {
	random := rand.New(rand.NewPCG(uint64(s.seed), 0))
	for range s.count {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		var b []byte
		if s.invalid {
			miss, err := l.Members.Members.NearMiss(random, lengths.from, lengths.to, whole.Valid)
			if err != nil {
				return failed(cmd, err)
			}
			b = s.miss(out.AvailableBuffer(), l, miss)
		} else {
			member, err := l.Sample(random, lengths.from, lengths.to)
			if err != nil {
				return failed(cmd, err)
			}
			b = s.member(out.AvailableBuffer(), l, member)
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
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
