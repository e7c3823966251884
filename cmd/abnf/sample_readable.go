package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// readably writes readable members. The rule needs no table.
func (s *sampler) readably(cmd *cobra.Command) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	doc, err := open(cmd, s.grammar, s.notation)
	if err != nil {
		return err
	}
	g, err := compileSound(cmd, doc, build.Options{Rules: []string{s.rule}})
	if err != nil {
		return err
	}
	if _, err := grammar.Find(g, s.rule); err != nil { // its error suggests similar names
		return err
	}
	members, err := g.Readable(cmd.Context(), s.rule, rand.New(rand.NewPCG(uint64(s.seed), 0)))
	if err != nil {
		return err
	}
	err = program.Buffered(cmd, func(out *bufio.Writer) error {
		for range s.count {
			member, err := members.Sample()
			if err = cmp.Or(err, cmd.Context().Err()); err != nil {
				return err
			}
			if _, err := out.Write(append(s.readableLine(out.AvailableBuffer(), member), '\n')); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, build.ErrNoReadable) {
		program.Tell(cmd, "%v", err)
		return program.Status(program.Invalid)
	}
	return err
}

func (s *sampler) readableLine(b []byte, member string) []byte {
	if !s.json {
		return escapeUnreadable(b, member)
	}
	length := utf8.RuneCountInString(member)
	if s.bytes {
		length = len(member)
	}
	b = terminal.AppendField(append(b, '{'), "string", member)
	return fmt.Appendf(b, `,"length":%d}`, length)
}

// escapeUnreadable is like escape but keeps visible characters, and blanks inside of s.
func escapeUnreadable(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		text := s[i : i+size]
		blank := c == ' ' && i > 0 && i+size < len(s)
		if blank || c != '\\' && c != utf8.RuneError && unicode.IsGraphic(c) && !unicode.IsSpace(c) {
			dst = append(dst, text...)
		} else {
			dst = escape(dst, text)
		}
		i += size
	}
	return dst
}
