package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	picture "github.com/irilex/iri/build/emit/walk"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A walk holds the flags of "abnf walk".
type walk struct {
	target
	escaped, json bool
	as            string
}

func walkCommand() *cobra.Command {
	var c walk
	cmd := &cobra.Command{
		Use:        "walk -g GRAMMAR -r RULE [--as text|svg|html] STRING",
		Short:      "Trace how a rule's table reads a string",
		SuggestFor: []string{"debug", "trace"},
		Long: `Walk prints a line for each byte of the string, until no member starts with the bytes read:

  read        number of bytes read
  byte        the byte
  class       the class of the byte; the rule does not distinguish bytes in the same class
  state       the state after the byte, as in "abnf compile --dump pack"; * means that the string so
              far is a member. A recursive rule may be in several states, each with the possible
              number of open calls and the state to which the outermost call returns
  may follow  the first characters that may follow
  rules       the rules that read the byte in a shortest member, outermost first; an ellipsis means
              the same rules as on the previous line

The last line reports whether the string is a member (if not, the status is 1), what may follow, and
a shortest member with the same prefix. The rules are printed for up to 1,000 bytes.

With --as svg or --as html, walk draws the string instead: its characters in the colors of their
components, the states below them, and where reading ended. If it read over 1,000 characters, the
picture omits those in the middle.`,
		Example: `  abnf walk -g rfc3986 -r IPv4address 127.0.0.256
  abnf walk -g rfc3987 -r IRI --escaped 'a:\xC3('
  abnf walk -g rfc3987 -r IRI --as svg http://example.org/é > walk.svg`,
		Args:              program.Args(1, 1, "takes one STRING"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              c.run,
	}
	c.flags(cmd, "read the string with the table of this `RULE`")
	cmd.Flags().BoolVar(&c.escaped, "escaped", false, "decode escapes in the string")
	cmd.Flags().BoolVar(&c.json, "json", false, "print an object per step")
	cmd.Flags().StringVar(&c.as, "as", "text", "write in this `FORM`: "+strings.Join(walkForms(), ", "))
	oneOf(cmd, "as", walkForms())
	program.Exclusive(cmd, "as", "json")
	return cmd
}

func walkForms() []string { return []string{"text", "svg", "html"} }

func (c *walk) run(cmd *cobra.Command, args []string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	if !slices.Contains(walkForms(), c.as) {
		return program.Usagef(cmd, "unknown form %q; the forms are %s", c.as, strings.Join(walkForms(), ", "))
	}
	text := args[0]
	if c.escaped {
		b, _, err := files.Unescape(nil, []byte(text), false)
		if err != nil {
			return program.Usagef(cmd, "%w", err)
		}
		text = string(b)
	}
	g, table, err := c.table(cmd)
	if err != nil {
		return err
	}
	if c.as != "text" {
		return c.draw(cmd, table, text)
	}
	t, err := newTrace(g, g.Rule(c.rule), text)
	if err != nil {
		return err
	}
	t.semantics = c.notation.Ordered()
	err = program.Buffered(cmd, func(out *bufio.Writer) error {
		if c.json {
			return t.encode(out)
		}
		return t.print(out)
	})
	if err == nil && !t.member() {
		err = program.Status(program.Invalid)
	}
	return err
}

// draw draws the string.
func (c *walk) draw(cmd *cobra.Command, table tables.Rule, text string) error {
	t, err := picture.New(table, "", text)
	if err != nil {
		return err
	}
	drawn := t.SVG()
	if c.as == "html" {
		if drawn, err = picture.Page(t); err != nil {
			return err
		}
	}
	_, err = io.WriteString(cmd.OutOrStdout(), drawn)
	if err == nil && !t.Member() {
		err = program.Status(program.Invalid)
	}
	return err
}

// A trace records a walk over a string.
type trace struct {
	rule       *build.Rule
	text       string
	steps      []step
	end        *build.Walk // the walk after the last byte read
	undecided  bool
	completion *string // nil if the rule has no members
	semantics  string  // see grammar.Notation.Ordered
}

// A step is the state of a walk after a number of bytes.
type step struct {
	Read      int       `json:"read"`
	Byte      *string   `json:"byte"`
	Class     *int      `json:"class"`
	Readings  []reading `json:"readings"`
	Accepting bool      `json:"accepting"`
	Expected  []string  `json:"expected"`
	Rules     []string  `json:"rules"`
}

type reading struct {
	State   int `json:"state"`
	Depth   int `json:"depth"`
	Deepest int `json:"deepest"`
	Site    int `json:"site"`
}

// newTrace walks over a string until a byte after which no member is possible.
func newTrace(g *build.Grammar, r *build.Rule, text string) (*trace, error) {
	t := &trace{rule: r, text: text}
	w, err := build.NewWalk(r.Table)
	if err != nil {
		return nil, err
	}
	t.add(w)
	for i := range len(text) {
		after := w.Clone()
		if after.Step(text[i]); len(after.Readings()) == 0 {
			t.undecided = after.Undecided()
			break
		}
		w = after
		t.add(w)
	}
	t.end = w
	completion, ok := w.Completion()
	if !ok {
		return t, nil
	}
	t.completion = &completion
	read := len(t.steps) - 1
	for i, path := range g.DeriveAll(r, text[:read]+completion) {
		if i == read {
			break
		}
		for _, rule := range path {
			t.steps[i+1].Rules = append(t.steps[i+1].Rules, rule.Name)
		}
	}
	return t, nil
}

// add records a step of the walk.
func (t *trace) add(w *build.Walk) {
	s := step{Read: len(t.steps), Readings: []reading{}, Accepting: w.Accepting(), Expected: w.Expected()}
	if s.Read > 0 {
		b := t.text[s.Read-1]
		s.Byte, s.Class = new(fmt.Sprintf("0x%02X", b)), new(w.Class(b))
	}
	for _, r := range w.Readings() {
		s.Readings = append(s.Readings, reading(r))
	}
	if s.Expected == nil {
		s.Expected = []string{}
	}
	t.steps = append(t.steps, s)
}

// encode prints the trace as JSON objects.
func (t *trace) encode(out *bufio.Writer) error {
	for _, s := range t.steps {
		if err := terminal.EncodeJSON(out, s); err != nil {
			return err
		}
	}
	type summary struct {
		Grammar    string  `json:"grammar"`
		Rule       string  `json:"rule"`
		Exactness  string  `json:"exactness"`
		Bytes      int     `json:"bytes"`
		Read       int     `json:"read"`
		Member     bool    `json:"member"`
		Undecided  bool    `json:"undecided"`
		Completion *string `json:"completion"`
		Hex        string  `json:"completion_hex,omitempty"`
		Semantics  string  `json:"semantics,omitempty"`
	}
	hex := ""
	if t.completion != nil {
		hex = terminal.Hex(*t.completion)
	}
	return terminal.EncodeJSON(out, struct {
		Summary summary `json:"summary"`
	}{summary{
		t.rule.Table.Grammar(), t.rule.Name, grammar.Exactness(t.rule.Table), len(t.text), len(t.steps) - 1, t.member(),
		t.undecided, t.completion, hex, t.semantics,
	}})
}

// member reports whether the entire string was read and is a member.
func (t *trace) member() bool { return len(t.steps)-1 == len(t.text) && t.end.Accepting() }

// print prints the trace as text.
func (t *trace) print(out io.Writer) error {
	rows := [][]string{{"READ", "BYTE", "CLASS", "STATE", "MAY FOLLOW", "RULES"}}
	var before []string
	for _, s := range t.steps {
		char, class := "-", "-"
		if s.Read > 0 {
			char, class = shownByte(t.text[s.Read-1]), strconv.Itoa(*s.Class)
		}
		rows = append(rows, []string{
			strconv.Itoa(s.Read), char, class, s.states(), few(s.Expected, 3), pathAfter(before, s.Rules),
		})
		before = s.Rules
	}
	if err := printColumns(out, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, t.verdict())
	return err
}

// verdict returns the last line of the output.
func (t *trace) verdict() string {
	last := t.steps[len(t.steps)-1]
	follow := few(last.Expected, 20)
	switch {
	case last.Accepting && follow != "":
		follow += ", or the end"
	case last.Accepting:
		follow = "the end"
	case follow == "":
		follow = "the rest of a character"
	}
	switch {
	case t.completion == nil:
		return fmt.Sprintf("%s is not a member of %s, which has no members", quoted(t.text), t.rule.Name)
	case t.member():
		return fmt.Sprintf("%s is a member of %s", quoted(t.text), t.rule.Name)
	case t.undecided:
		return fmt.Sprintf("%s can be read in more than %d ways at byte %d, so its membership in %s is unknown",
			quoted(t.text), build.MaxReadings, last.Read+1, t.rule.Name)
	case last.Read < len(t.text):
		return fmt.Sprintf("%s is not a member of %s: unexpected byte %d, %s; expected: %s; a member with this prefix: %s",
			quoted(t.text), t.rule.Name, last.Read+1, shownByte(t.text[last.Read]), follow,
			quoted(t.text[:last.Read]+*t.completion))
	}
	return fmt.Sprintf("%s is not yet a member of %s; expected: %s; a member with this prefix: %s",
		quoted(t.text), t.rule.Name, follow, quoted(t.text+*t.completion))
}

// states describes the first few readings.
func (s *step) states() string {
	const limit = 4
	var list []string
	for i, r := range s.Readings {
		if i == limit {
			list = append(list, fmt.Sprintf("%d more", len(s.Readings)-i))
			break
		}
		text := fmt.Sprint(r.State)
		if r.Depth > 0 {
			text += " in " + fmt.Sprint(r.Depth)
			if r.Deepest > r.Depth {
				text += " to " + fmt.Sprint(r.Deepest)
			}
			text += ", then " + fmt.Sprint(r.Site)
		}
		list = append(list, text)
	}
	text := strings.Join(list, "; ")
	if s.Accepting {
		text += " *"
	}
	return text
}

// shownByte returns a visible ASCII byte unchanged and any other byte in hexadecimal.
func shownByte(b byte) string {
	if ' ' < b && b < 0x7F {
		return string(rune(b))
	}
	return fmt.Sprintf("%02X", b)
}

// pathAfter abbreviates the part of a path that it shares with the path on the previous line.
func pathAfter(before, path []string) string {
	n := 0
	for n < len(path) && n < len(before) && path[n] == before[n] {
		n++
	}
	switch {
	case len(path) == 0:
		return "-"
	case n == len(path) && n == len(before):
		return "…"
	case n < 2:
		return strings.Join(shortened(path), " > ")
	}
	return strings.Join(append([]string{"…"}, shortened(path[n-1:])...), " > ")
}
