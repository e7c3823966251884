package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A ranking holds the flags of "abnf rank".
type ranking struct {
	membership
	escaped, inLength bool
}

func rankCommand() *cobra.Command {
	var r ranking
	cmd := &cobra.Command{
		Use:   "rank -g GRAMMAR -r RULE [STRING...]",
		Short: "Say which place a string has among the members of a rule",
		Long: `Rank writes for each STRING, or without a STRING for each line of standard input, how many members
of the rule come before it in their order. "abnf unrank" goes the other way. With --in-length only
members of the same length count. For a string that is no member the line is "-", and stderr says
why.

` + membersHelp + `

With --escaped, \xHH in a string stands for a byte, \uHHHH and \U00HHHHHH for a code point, and \\ for a
backslash; any other backslash ends the program with status 2. So it reads the output of "abnf
list" and "abnf sample".

With --json a line is an object with the keys string, length, rank and rank_in_length. Ranks are strings
of digits, because they may have any number of them. They are null for a member that is deeper than
--depth, and for a string of which no table tells whether it is such a member. A string that is no
member has the key error in place of these two, an object with the keys of "iri check --json" from
code to stop. A string that is not UTF-8 has its bytes in hexadecimal in the key string_hex.

` + depthHelp + `

The status is 1 if a string is no member.

` + limitHelp,
		Example: `  abnf rank -g rfc3986 -r dec-octet 7 42 255
  abnf list -g rfc3987 -r ihost --from 100000 --limit 3 | abnf rank -g rfc3987 -r ihost --escaped`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, args []string) error { return r.run(cmd, args) },
	}
	r.flags(cmd)
	cmd.Flags().BoolVar(&r.escaped, "escaped", false, `read \xHH, \uHHHH, \U00HHHHHH and \\ in the strings`)
	cmd.Flags().BoolVar(&r.inLength, "in-length", false, "the place among the members of the same length")
	return cmd
}

func (r *ranking) run(cmd *cobra.Command, args []string) error {
	if err := r.checkStdin(cmd, args); err != nil {
		return err
	}
	l, err := r.open(cmd)
	if err != nil {
		return err
	}
	whole, err := r.whole(cmd, l)
	if err != nil {
		return err
	}
	return program.Buffered(cmd, func(out *bufio.Writer) error { return r.rank(cmd, l, whole, args, out) })
}

// rank writes the ranks of the strings. whole is a table that refuses no member.
func (r *ranking) rank(cmd *cobra.Command, l *language, whole tables.Rule, args []string, out *bufio.Writer) error {
	invalid := false
	for line, err := range eachLine(cmd, args, r.escaped, out) {
		if err != nil {
			return err
		}
		s := string(line.Text)
		rank, err := l.Rank(s)
		if _, limit := errors.AsType[*build.LimitError](err); limit {
			return failed(cmd, err)
		}
		shorter := new(big.Int)
		if err == nil {
			if shorter, err = l.Shorter(l.Length(s)); err != nil {
				return failed(cmd, err)
			}
		}
		b := out.AvailableBuffer()
		switch {
		case err == nil:
			b = r.found(b, l, s, rank, shorter.Sub(rank, shorter))
		case !whole.Valid(s):
			invalid = true
			b = r.refused(cmd, b, l, line, place(args, line))
		case whole != l.table:
			invalid = true
			const why = "%s: no member up to this depth; no table tells whether it is a deeper one"
			b = r.missing(cmd, b, l, s, fmt.Sprintf(why, place(args, line)))
		default: // a member with deeper calls than counted
			invalid = true
			b = r.missing(cmd, b, l, s, fmt.Sprintf("%s: %v", place(args, line), err))
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	if invalid {
		return program.Status(program.Invalid)
	}
	return nil
}

// found appends the line for a member.
func (r *ranking) found(b []byte, l *language, s string, rank, inLength *big.Int) []byte {
	if r.json {
		b = r.object(b, l, s)
		return fmt.Appendf(b, `,"rank":"%d","rank_in_length":"%d"}`, rank, inLength)
	}
	if r.inLength {
		rank = inLength
	}
	return rank.Append(b, 10)
}

// refused appends the line for a string outside of the rule.
func (r *ranking) refused(cmd *cobra.Command, b []byte, l *language, line *files.Line, place string) []byte {
	f := l.examiner.Examine(line)
	if r.json {
		b = append(r.object(b, l, string(line.Text)), `,"error":{`...)
		return append(f.AppendJSON(b), "}}"...)
	}
	program.Tell(cmd, "%s, column %d: %s", place, f.Column, f.Message)
	return append(b, '-')
}

// missing appends the line for a member of the rule not counted.
func (r *ranking) missing(cmd *cobra.Command, b []byte, l *language, s, why string) []byte {
	if r.json {
		return append(r.object(b, l, s), `,"rank":null,"rank_in_length":null}`...)
	}
	program.Tell(cmd, "%s", why)
	return append(b, '-')
}

// object begins the object of a string.
func (r *ranking) object(b []byte, l *language, s string) []byte {
	b = terminal.AppendField(append(b, '{'), "string", s)
	return fmt.Appendf(b, `,"length":%d`, l.Length(s))
}
