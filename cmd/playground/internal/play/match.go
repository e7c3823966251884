package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables"
)

// A verdict reports whether a string is a member of a rule, and if not, why. Pieces of the string
// are formatted by [show].
type verdict struct {
	Valid    bool     `json:"valid"`
	Message  string   `json:"message"`
	Remedy   string   `json:"remedy"`
	Repaired shown    `json:"repaired"` // the string after the remedy, or ""
	Accepted string   `json:"accepted"` // a wider rule that accepts the string, or ""
	Column   int      `json:"column"`   // of the part at fault, from 1; 0 if the string is valid
	Before   string   `json:"before"`   // the string up to the part at fault, this part, and the rest
	Fault    string   `json:"fault"`
	After    string   `json:"after"`
	Expected []string `json:"expected"` // what could have followed where the table stops
	Stopped  int      `json:"stopped"`  // the character where the table stops, from 1
	Nearest  *nearest `json:"nearest"`  // null for a member
	Parts    []part   `json:"parts"`
	Exact    string   `json:"exact"`
	Picture  string   `json:"picture"` // the walk, as SVG
	Path     []string `json:"path"`    // the rules around the place where the table stops, outermost first
}

// A nearest value is a member with the smallest edit distance to a string, and the edits of the
// string. If this member is not known, because finding it would take too long or the rule has no
// finite automaton, it is a shortest member that begins like the string, without edits.
type nearest struct {
	String shown  `json:"string"`
	Edits  []edit `json:"edits"`
}

// A part is a component of a valid string, with its delimiters, or missing.
type part struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Missing bool   `json:"missing"`
}

// match describes how the table of a rule reads a string.
func (s *Session) match(r Request) (any, error) {
	rule, err := s.withTable(r.Rule)
	if err != nil {
		return nil, err
	}
	text := r.String
	if r.Escape {
		if text, err = unescape(text); err != nil {
			return nil, err
		}
	}
	v := &verdict{Exact: exactness(rule.Table)}
	why, invalid := explain.New(rule.Table, s.sibling).Explain(text)
	v.Valid = !invalid
	if invalid {
		v.explain(text, why)
	} else {
		v.Parts = parts(rule.Table, text)
	}
	if v.Picture, err = walked(rule, text, max(r.Width, 0)); err != nil {
		return nil, err
	}
	return v, s.walk(v, rule, text)
}

// sibling finds a table of the grammar for an explanation.
func (s *Session) sibling(name string) (tables.Rule, bool) {
	if r := s.grammar.Rule(name); r != nil && r.Table != "" {
		return r.Table, true
	}
	return "", false
}

// explain sets the fields that describe what is wrong with a string.
func (v *verdict) explain(text string, why explain.Explanation) {
	v.Message, _, _ = strings.Cut(why.Message, "; expected ") // Expected lists all
	v.Remedy, v.Column = why.Remedy, why.Column
	v.Repaired, v.Accepted = newShown(why.Repaired), why.Accepting
	end := min(why.Offset+why.Length, len(text))
	v.Before, v.Fault, v.After = show(text[:why.Offset]), show(text[why.Offset:end]), show(text[end:])
}

// maxExpected is the maximum number of items in verdict.Expected.
const maxExpected = 20

// walk sets the fields that describe where the table stops.
func (s *Session) walk(v *verdict, rule *build.Rule, text string) error {
	w, err := build.NewWalk(rule.Table)
	if err != nil {
		return err
	}
	read := 0
	for ; read < len(text); read++ {
		after := w.Clone()
		if after.Step(text[read]); len(after.Readings()) == 0 {
			break
		}
		w = after
	}
	v.Stopped = utf8.RuneCountInString(text[:read]) + 1
	v.Expected = w.Expected()
	if n := len(v.Expected); n > maxExpected {
		v.Expected = append(v.Expected[:maxExpected-1], fmt.Sprintf("%d others", n-maxExpected+1))
	}
	if w.Accepting() && len(v.Expected) > 0 {
		v.Expected = append(v.Expected, "the end")
	}
	member := text
	if !v.Valid {
		rest, ok := w.Completion()
		if !ok {
			return nil
		}
		member = text[:read] + rest
		v.Nearest = &nearest{String: newShown(member)}
		if c, err := s.grammar.Correct(context.Background(), rule, text); err == nil {
			v.Nearest = newNearest(text, c)
			if len(c.Edits) > 0 && c.Edits[0].Offset >= read {
				member = c.Member // a more likely continuation than the shortest one
			}
		}
	}
	for _, r := range s.grammar.Derive(rule, member, read) {
		v.Path = append(v.Path, r.Name)
	}
	return nil
}

// newNearest describes a correction of a string.
func newNearest(text string, c build.Correction) *nearest {
	n := &nearest{String: newShown(c.Member)}
	for _, e := range c.Edits {
		n.Edits = append(n.Edits, newEdit(e, utf8.RuneCountInString(text[:e.Offset])+1))
	}
	return n
}

// parts returns the components of a member, or nil if the table has none.
func parts(table tables.Rule, text string) (list []part) {
	extents, ok := table.Split(text)
	if !ok {
		return nil
	}
	at := 0
	for i, c := range table.Components() {
		piece := text[at : at+extents[i]]
		at += len(piece)
		list = append(list, part{c.Name, show(piece), piece == "" && c.Prefix+c.Suffix > 0})
	}
	return list
}

// A shown value is a string as it is displayed on the page.
type shown struct {
	Text    string `json:"text"`
	Escaped bool   `json:"escaped"` // whether Text contains escapes, as in Request.Escape
}

// newShown returns s as it is displayed on the page.
func newShown(s string) shown {
	text := show(s)
	return shown{text, text != s}
}

// show returns s, or s with the escapes of Go strings if part of it is invisible or not UTF-8.
func show(s string) string {
	visible := utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !strconv.IsPrint(c) })
	if visible {
		return s
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// unescape decodes the escapes of Go strings in s.
func unescape(s string) (string, error) {
	var b strings.Builder
	for rest := s; rest != ""; {
		c, multibyte, tail, err := strconv.UnquoteChar(rest, 0)
		if err != nil {
			word := []rune(rest)
			return "", fmt.Errorf(`%s is not an escape; escapes are \\ \n \r \t \xHH \uHHHH and \UHHHHHHHH`,
				show(string(word[:min(len(word), 4)])))
		}
		if multibyte || c < 0x80 {
			b.WriteRune(c)
		} else {
			b.WriteByte(byte(c))
		}
		rest = tail
	}
	return b.String(), nil
}

// failing adds advice to the error of a limit, and returns other errors unchanged.
func failing(err error) error {
	if limit, ok := errors.AsType[*build.LimitError](err); ok {
		return fmt.Errorf("%w; shorter strings need less", limit)
	}
	return err
}
