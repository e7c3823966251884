package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A sampler holds the flags of "abnf sample".
type sampler struct {
	memberCommand
	count    uint
	seed     int
	invalid  bool
	readable bool
}

func sampleCommand() *cobra.Command {
	var s sampler
	cmd := &cobra.Command{
		Use:        "sample -g GRAMMAR -r RULE [--length N..M] [--invalid | --readable]",
		Short:      "Draw random members of a rule, or near misses",
		SuggestFor: []string{"draw", "example", "fuzz", "random"},
		Long: `Sample prints random members of a rule. All members of the lengths that --length selects are equally
likely. The same seed produces the same members on every machine.

With --invalid, each line contains a string that the rule does not match, a tab, and the edit that
produced the string from a member, such as "replace x with y at 3"; positions count from 1. The
rule's table is used to check that no such string matches.

With --readable, the members consist of words and short numbers, each in one script, and every
alternative and option is used once before one is used again: --count 10 shows the main forms, and
as many members as there are alternatives and options show all. The rule may be recursive and needs
no table. Output is escaped as little as possible; "abnf match --escaped" reads it.

If no member has a selected length, or if every edit produces a member, the status is 1.`,
		Example: `  abnf sample -g rfc3986 -r URI --length 20..30
  abnf sample -g rfc3987 -r IRI --readable
  abnf sample -g rfc3986 -r IPv6address --invalid --seed 7 --count 5`,
	}
	s.command(cmd, s.sample)
	cmd.Flags().UintVar(&s.count, "count", 10, "print `N` strings")
	cmd.Flags().IntVar(&s.seed, "seed", 1, "seed the random generator with this `NUMBER`")
	cmd.Flags().BoolVar(&s.invalid, "invalid", false, "print strings that are not members, with the edits that made them")
	cmd.Flags().BoolVar(&s.readable, "readable", false, "print members that a person can read")
	noCompletion(cmd, "count", "seed")
	program.Exclusive(cmd, "readable", "invalid")
	program.Exclusive(cmd, "readable", "length")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if s.readable {
			return s.readably(cmd)
		}
		return run(cmd, args)
	}
	return cmd
}

// sample writes random members or near misses.
func (s *sampler) sample(cmd *cobra.Command, l *language, out *bufio.Writer) error {
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

func (s *sampler) member(b []byte, l *language, member string) []byte {
	if !s.json {
		return escape(b, member)
	}
	b = terminal.AppendField(append(b, '{'), "string", member)
	return fmt.Appendf(b, `,"length":%d}`, l.Length(member))
}

func (s *sampler) miss(b []byte, l *language, miss build.NearMiss) []byte {
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
