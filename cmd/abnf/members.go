package main

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// membersHelp is the help common to the commands for members.
const membersHelp = `The length of a string is the number of its characters, which are code points, or of its bytes
with --bytes. A rule with members that are not UTF-8 has lengths in bytes, and stderr says so.
Members are in length-lexicographic order: the shorter before the longer, and those of one
length in the order of their code points, which is that of their bytes. The first has the
rank 0.`

// writtenHelp is the help about the notation of strings.
const writtenHelp = `In the output \xHH stands for a byte, \uHHHH and \U00HHHHHH for a code point in UTF-8, and \\ for a
backslash. So a string is visible ASCII without blanks, as "abnf match --escaped" reads it.`

// limitHelp is the help about limits.
const limitHelp = `The counts of members take memory, for each length a number for each state, of as many digits
as the counts have. Where 256 MiB do not suffice, as for URI from 1,864 characters on, the
status is 2.`

// depthHelp is the help about recursive rules.
const depthHelp = `The members of a rule that refers to itself between other text, or to such a rule, are counted up
to a depth. With --depth K at most K references to that rule are inside of one another, with
--depth 0 a member has no such reference. With --superset the members are those of an automaton
that matches all of them and other strings, too. With --semantics peg, which reads no such rule,
they are those of the reading by order ("abnf help compile").`

// A membership holds the common flags of the commands for the members of a rule.
type membership struct {
	grammar, rule string
	notation      grammar.Notation
	bytes, json   bool
}

// flags adds the flags to a command.
func (m *membership) flags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&m.grammar, "grammar", "g", "", "a bundled `GRAMMAR` or a file")
	cmd.Flags().StringVarP(&m.rule, "rule", "r", "", "the `RULE` whose members are meant")
	cmd.Flags().BoolVar(&m.bytes, "bytes", false, "count lengths in bytes, not in characters")
	cmd.Flags().BoolVar(&m.json, "json", false, "print an object a line")
	m.notation.Flags(cmd)
	m.notation.ImportFlag(cmd)
	m.notation.SemanticsFlags(cmd)
	cmd.RegisterFlagCompletionFunc("grammar", completeGrammar)
	cmd.RegisterFlagCompletionFunc("rule", completeRule(&m.notation, func([]string) string { return m.grammar }))
}

// A language is a rule and its members.
type language struct {
	*build.Members
	table    tables.Rule
	examiner *fault.Examiner
	depth    int // -1 for all members
	doc      *grammar.Document
}

// open compiles a document without errors, and returns the members of the rule.
func (m *membership) open(cmd *cobra.Command) (*language, error) {
	if m.grammar == "" || m.rule == "" {
		return nil, program.Usagef(cmd, "needs a grammar and a rule: -g GRAMMAR -r RULE")
	}
	doc, err := open(cmd, m.grammar, m.notation)
	if err != nil {
		return nil, err
	}
	g, err := m.compile(cmd, doc)
	if err != nil {
		return nil, err
	}
	l := &language{depth: -1, doc: doc}
	if l.table, err = grammar.Table(g, m.rule); err != nil {
		return nil, m.hint(g, err)
	}
	l.examiner = fault.NewExaminer(l.table, grammar.Siblings(g))
	unit := build.Characters
	if m.bytes {
		unit = build.Bytes
	}
	most, deep := m.notation.Recursion.Depth()
	if r := g.Rule(m.rule); deep && len(g.Called(r)) > 0 {
		l.depth = most
		l.Members, err = g.MembersWithin(cmd.Context(), m.rule, most, unit)
	} else {
		if e, _ := l.table.Exactness(); e == tables.Exact {
			m.notation.Recursion.Tell(cmd, l.table) // reports that the flag has no effect
		}
		l.Members, err = g.Members(cmd.Context(), m.rule, unit)
	}
	switch {
	case isDepth(err):
		return nil, program.Usagef(cmd, "%w; --depth K sets one", err)
	case err != nil:
		return nil, err
	}
	l.tell(cmd, unit)
	return l, nil
}

// compile compiles the rule. Even with --depth the table is exact, if the rule has an exact one, so
// that it also accepts deeper members.
func (m *membership) compile(cmd *cobra.Command, doc *grammar.Document) (*build.Grammar, error) {
	opt := build.Options{Rules: []string{m.rule}}
	exactly := *doc
	if exactly.Recursion.Exactness == tables.Subset {
		exactly.Recursion = build.Recursion{}
	}
	g, list, err := exactly.Compile(cmd.Context(), opt)
	if err == nil && doc.Recursion != exactly.Recursion && noEngine(g.Rule(m.rule)) {
		g, list, err = doc.Compile(cmd.Context(), opt)
	}
	if err != nil {
		return nil, err
	}
	doc.Tell(cmd, g)
	if err := m.refuse(cmd, doc, list); err != nil {
		return nil, err
	}
	return g, doc.CheckOctets(g)
}

// noEngine reports whether no table can hold the recursion of a rule.
func noEngine(r *build.Rule) bool { return r != nil && r.Refusal() != nil }

// hint adds flags to try to the error of a rule without a table that refers to a recursive rule.
// The error of a recursive rule names them itself.
func (m *membership) hint(g *build.Grammar, err error) error {
	plain := m.notation.Recursion.Option() == (build.Recursion{})
	if r := g.Rule(m.rule); plain && g.Semantics == build.Unordered && noEngine(r) && r.Kind == build.Depends {
		return fmt.Errorf("%w; try --depth K (the members down to a depth) or --superset", err)
	}
	return err
}

// whole returns a table that refuses no member: the table of the language, or for a subset that of
// a superset. In the second case it also gives the language the examiner of that table.
func (m *membership) whole(cmd *cobra.Command, l *language) (tables.Rule, error) {
	if e, _ := l.table.Exactness(); e != tables.Subset {
		return l.table, nil
	}
	doc := *l.doc
	doc.Recursion = build.Recursion{Exactness: tables.Superset}
	g, _, err := doc.Compile(cmd.Context(), build.Options{Rules: []string{m.rule}})
	if err != nil {
		return "", err
	}
	table, err := grammar.Table(g, m.rule)
	if err == nil {
		l.examiner = fault.NewExaminer(table, grammar.Siblings(g))
	}
	return table, err
}

func isDepth(err error) bool {
	_, ok := errors.AsType[*build.DepthError](err)
	return ok
}

// refuse prints the diagnostics of a document. If it has errors, refuse returns an error.
func (m *membership) refuse(cmd *cobra.Command, doc *grammar.Document, list *syntax.List) error {
	if err := report(cmd, list); err != nil {
		return err
	}
	if list.Errors() > 0 {
		program.Tell(cmd, "%s has errors, so the members of %s are not known", doc.Source.Name, m.rule)
		return program.Status(program.Invalid)
	}
	return nil
}

// tell warns on stderr of lengths in bytes and of an inexact language.
func (l *language) tell(cmd *cobra.Command, unit build.Unit) {
	if l.Unit() != unit {
		program.Tell(cmd, "the rule %s has members that are not UTF-8, so lengths are in bytes", l.table.Name())
	}
	if e, _ := l.table.Exactness(); e != tables.Exact {
		program.Tell(cmd, "the language is a %s of what the document means, and so are these members",
			grammar.Exactness(l.table))
	}
}

// exactness returns the exactness of the members.
func (l *language) exactness() string {
	if l.depth >= 0 {
		return fmt.Sprintf("subset(%d)", l.depth)
	}
	return grammar.Exactness(l.table)
}

// extent returns the default range of lengths: all lengths of members, or of an infinite language
// the shortest and 16 more.
func (l *language) extent() span {
	const more = 16
	if l.Finite() {
		return span{max(l.Shortest(), 0), max(l.Longest(), 0)}
	}
	return span{l.Shortest(), l.Shortest() + more}
}

// failed converts an error of a method of Members to the error of a command. A missing member is a
// negative answer.
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

// A span is a range of lengths, both ends included: the value of --length.
type span struct{ from, to int }

const lengthUsage = "`N`, or N..M: the lengths of the members"

// parseSpan parses N or N..M.
func parseSpan(cmd *cobra.Command, text string) (s span, err error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		to = from
	}
	if s.from, err = strconv.Atoi(from); err == nil {
		s.to, err = strconv.Atoi(to)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return s, program.Usagef(cmd, "--length %s: a length is less than 2^30", text)
	case err != nil:
		return s, program.Usagef(cmd, "--length takes a number N or a range N..M, not %q", text)
	case s.from < 0 || s.to < s.from || s.to >= 1<<30:
		return s, program.Usagef(cmd, "--length %s: the range goes up, from 0 on, to less than 2^30", text)
	}
	return s, nil
}

// number parses a rank.
func number(text string) (*big.Int, bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return nil, false
		}
	}
	return new(big.Int).SetString(text, 10)
}

// eachLine yields the arguments, or without arguments the lines of the standard input. It reads
// arguments as lines with NUL at their ends, because an argument cannot contain NUL. A wrong escape
// in an argument is refused before the first line.
func eachLine(cmd *cobra.Command, args []string, escaped bool, out *bufio.Writer) iter.Seq2[*files.Line, error] {
	in := files.Inputs{
		Context: cmd.Context(), Names: []string{files.Stdin}, Stdin: cmd.InOrStdin(), AsIs: true,
		Separator: '\n', Escaped: escaped, Out: out,
	}
	if len(args) > 0 {
		in.Stdin, in.Separator = strings.NewReader(strings.Join(args, "\x00")+"\x00"), 0
	}
	return func(yield func(*files.Line, error) bool) {
		for i, arg := range args {
			if _, at, err := files.Unescape(nil, []byte(arg), false); escaped && err != nil {
				column := utf8.RuneCountInString(arg[:at]) + 1
				yield(nil, program.Usagef(cmd, "argument %d, column %d: %w", i+1, column, err))
				return
			}
		}
		for file, err := range in.Files() {
			if err != nil {
				yield(nil, err)
				return
			}
			defer file.Close()
			for l, err := range file.Lines() {
				if err != nil {
					err = unread(cmd, out, err)
				}
				if !yield(l, err) || err != nil {
					return
				}
			}
		}
	}
}

// place returns the words for a line in messages.
func place(args []string, l *files.Line) string {
	if len(args) > 0 {
		return fmt.Sprintf("argument %d", l.Number)
	}
	return fmt.Sprintf("line %d", l.Number)
}

// checkStdin refuses a command line with both the grammar and the lines on the standard input.
func (m *membership) checkStdin(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && m.grammar == grammar.Stdin {
		return program.Usagef(cmd, "the standard input has the lines, so it cannot have the grammar")
	}
	return nil
}

// appendMember appends a member with a line end: as an object with its rank and its length if json.
func (l *language) appendMember(b []byte, rank *big.Int, s string, json bool) []byte {
	if !json {
		return append(escape(b, s), '\n')
	}
	b = terminal.AppendField(fmt.Appendf(b, `{"rank":"%d",`, rank), "string", s)
	return fmt.Appendf(b, `,"length":%d}`+"\n", l.Length(s))
}
