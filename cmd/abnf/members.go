package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A memberCommand holds the flags shared by the commands that print members of a rule.
type memberCommand struct {
	target
	length      string
	bytes, json bool
}

// command sets the flags and the run function of cmd. The function write writes the output.
func (m *memberCommand) command(cmd *cobra.Command, write func(*cobra.Command, *language, *bufio.Writer) error) {
	cmd.Args, cmd.ValidArgsFunction = program.Args(0, 0, "takes no arguments"), cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		l, err := m.open(cmd)
		if err != nil {
			return err
		}
		return failed(cmd, program.Buffered(cmd, func(out *bufio.Writer) error { return write(cmd, l, out) }))
	}
	m.flags(cmd, "use the members of this `RULE`")
	cmd.Flags().StringVar(&m.length, "length", "", "limit lengths to `N`, or N..M")
	cmd.Flags().BoolVar(&m.bytes, "bytes", false, "measure lengths in bytes, not characters")
	cmd.Flags().BoolVar(&m.json, "json", false, "print one object per line")
	noCompletion(cmd, "length")
}

// A language is a compiled rule and its members.
type language struct {
	*build.Members
	lengths span
	table   tables.Rule
	depth   int // -1 for all members
	doc     *grammar.Document
}

// open compiles the document, which must have no errors, and returns the members of the rule.
func (m *memberCommand) open(cmd *cobra.Command) (*language, error) {
	if err := m.check(cmd); err != nil {
		return nil, err
	}
	lengths, err := parseSpan(cmd, m.length)
	if err != nil {
		return nil, err
	}
	doc, err := open(cmd, m.grammar, m.notation)
	if err != nil {
		return nil, err
	}
	g, err := m.compile(cmd, doc)
	if err != nil {
		return nil, err
	}
	l := &language{lengths: lengths, depth: -1, doc: doc}
	if l.table, err = grammar.Table(g, m.rule); err != nil {
		return nil, m.hint(g, err)
	}
	unit := build.Characters
	if m.bytes {
		unit = build.Bytes
	}
	depth, deep := m.notation.Recursion.Depth()
	if r := g.Rule(m.rule); deep && len(g.Called(r)) > 0 {
		l.depth = depth
		l.Members, err = g.MembersWithin(cmd.Context(), m.rule, depth, unit)
	} else {
		if e, _ := l.table.Exactness(); e == tables.Exact {
			m.notation.Recursion.Tell(cmd, l.table) // prints that the flag has no effect
		}
		l.Members, err = g.Members(cmd.Context(), m.rule, unit)
	}
	if _, ok := errors.AsType[*build.DepthError](err); ok {
		return nil, program.Usagef(cmd, "%w; set the depth with --depth K", err)
	}
	if err != nil {
		return nil, err
	}
	if m.length == "" {
		l.lengths = l.extent()
	}
	l.tell(cmd, unit)
	return l, nil
}

// compile compiles the rule. If the rule has an exact table, that table is used even with --depth,
// so it also accepts deeper members.
func (m *memberCommand) compile(cmd *cobra.Command, doc *grammar.Document) (*build.Grammar, error) {
	opt := build.Options{Rules: []string{m.rule}}
	exactly := *doc
	if exactly.Recursion.Exactness == tables.Subset {
		exactly.Recursion = build.Recursion{}
		g, _, err := exactly.Compile(cmd.Context(), opt)
		if err != nil {
			return nil, err
		}
		if noEngine(g.Rule(m.rule)) {
			exactly = *doc
		}
	}
	return compileSound(cmd, &exactly, opt)
}

// noEngine reports whether no table can represent the recursion of a rule.
func noEngine(r *build.Rule) bool { return r != nil && r.Refusal() != nil }

// hint suggests flags in the error for a rule that has no table because it refers to a recursive
// rule. The error for the recursive rule itself already names them.
func (m *memberCommand) hint(g *build.Grammar, err error) error {
	plain := m.notation.Recursion.Option() == (build.Recursion{})
	if r := g.Rule(m.rule); plain && g.Semantics == build.Unordered && noEngine(r) && r.Kind == build.Depends {
		return fmt.Errorf("%w; try --depth K (only members nested at most K deep) or --superset", err)
	}
	return err
}

// whole returns a table that accepts every member: the language's table or, if that table is a
// subset, a superset table.
func (l *language) whole(cmd *cobra.Command) (tables.Rule, error) {
	if e, _ := l.table.Exactness(); e != tables.Subset {
		return l.table, nil
	}
	doc := *l.doc
	doc.Recursion = build.Recursion{Exactness: tables.Superset}
	g, _, err := doc.Compile(cmd.Context(), build.Options{Rules: []string{l.table.Name()}})
	if err != nil {
		return "", err
	}
	return grammar.Table(g, l.table.Name())
}

// tell warns on stderr if lengths are in bytes or the language is inexact.
func (l *language) tell(cmd *cobra.Command, unit build.Unit) {
	if l.Unit() != unit {
		program.Tell(cmd, "the rule %s has members that are not UTF-8, so lengths are in bytes", l.table.Name())
	}
	if e, _ := l.table.Exactness(); e != tables.Exact {
		program.Tell(cmd, "the members belong to a %s of the language that the document defines",
			grammar.Exactness(l.table))
	}
}

// exactness describes how exactly the members represent the rule.
func (l *language) exactness() string {
	if l.depth >= 0 {
		return fmt.Sprintf("subset(%d)", l.depth)
	}
	return grammar.Exactness(l.table)
}

// extent returns the default range of lengths: all member lengths, or the shortest length and the
// next 16 if the language is infinite.
func (l *language) extent() span {
	const more = 16
	if l.Finite() {
		return span{max(l.Shortest(), 0), max(l.Longest(), 0)}
	}
	return span{l.Shortest(), l.Shortest() + more}
}

// failed converts an error from a Members method to a command error. A missing member is a negative
// answer, not a failure.
func failed(cmd *cobra.Command, err error) error {
	var limit *build.LimitError
	var none *build.NoMemberError
	var rank *build.RankError
	var miss *build.NoMissError
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("%w; shorter members need less", err)
	case errors.As(err, &none), errors.As(err, &rank), errors.As(err, &miss):
		program.Tell(cmd, "%v", err)
		return program.Status(program.Invalid)
	}
	return err
}

// A span is the value of --length: an inclusive range of lengths.
type span struct{ from, to int }

// parseSpan parses N or N..M. It returns the zero span for "".
func parseSpan(cmd *cobra.Command, text string) (s span, err error) {
	if text == "" {
		return s, nil
	}
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		to = from
	}
	if s.from, err = strconv.Atoi(from); err == nil {
		s.to, err = strconv.Atoi(to)
	}
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return s, program.Usagef(cmd, "--length takes a number N or a range N..M, not %q", text)
	case err != nil || s.from < 0 || s.to < s.from || s.to >= 1<<30:
		return s, program.Usagef(cmd, "--length %s: lengths must be at least 0, less than 2^30 and in ascending order",
			text)
	}
	return s, nil
}
