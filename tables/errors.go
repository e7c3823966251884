package tables

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A SyntaxError says where and why a string is not a member of a rule.
type SyntaxError struct {
	Grammar string // the name of the grammar
	Rule    string // the rule that the string was checked against

	// Component is the component of the rule in which the error is, "" when the rule
	// has none or the error is at its very beginning; "scheme or path" when what there
	// is fits either. When After is set the error is not in it but right after it.
	Component string
	After     bool

	Offset int // in bytes: where the first code point begins with which no member goes on
	Column int // the same place in code points, from 1; a byte that is not UTF-8 counts as one

	// Found is the code point or the byte at Offset in words, or "the end".
	Found string

	// Expected is what could have stood there, in words: `a hex digit`, `"/"`. The names
	// are those of the grammar. It is empty when only the end could.
	Expected []string

	// AtEnd is whether the string might also have ended at Offset.
	AtEnd bool

	// Incomplete is whether the string is no member only because it ends too early: it
	// could have gone on to be one.
	Incomplete bool
}

// Error formats the error: `IRI: column 8: " " is not allowed in the authority, expected …`.
func (e *SyntaxError) Error() string {
	if e.Rule == "" {
		return "the rule is not a table: it has no members"
	}
	return e.Rule + ": column " + strconv.Itoa(e.Column) + ": " + e.Message()
}

// Message is what Error says, without the rule and the place.
func (e *SyntaxError) Message() string {
	text := e.Found + " is not allowed"
	if e.Incomplete {
		text = e.Found + " comes too early"
	}
	switch {
	case e.Component == "":
	case e.After:
		text += " after the " + e.Component
	default:
		text += " in the " + e.Component
	}
	expected := e.Expected
	if e.AtEnd && !e.Incomplete { // else the end is what came too early
		expected = append(expected[:len(expected):len(expected)], "the end")
	}
	if len(expected) > 0 {
		text += ", expected " + orList(expected)
	}
	return text
}

// orList joins words: "a", "a or b", "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Check returns nil when s is a member and otherwise a [*SyntaxError]. It takes a second
// pass, and allocates, only for strings that are none.
//
// What is expected comes from a list for each state, 1 KB of the 28 in the table of IRI.
// The lists are in the rule, so they are linked with it: the other way, a constant of
// their own, would make Check a function of two arguments that must fit each other.
func (r Rule) Check(s string) error {
	if r.Valid(s) {
		return nil
	}
	return r.diagnose(s)
}

// diagnose returns the error of s, which is no member. It walks s once.
func (r Rule) diagnose(s string) *SyntaxError {
	c := checkerOf(r)
	c.walk(s, true)
	return c.end()
}

// octets is for rules that say octets, where the bytes that s begins with may lead on from q
// one by one though the code point that they begin does not. It returns how many there are
// up to the next state that is not inside a sequence: 0 in a rule of code points. It is open
// when more bytes might change that.
func (r Rule) octets(q int, s string) (n, to int, open bool) {
	for n < min(len(s), utf8.UTFMax-1) && q != 0 {
		q = engine.Step(r.table(), q, s[n])
		n++
		if q != 0 && !r.table().InSequence(q) {
			return n, q, false
		}
	}
	return 0, 0, q != 0 && n < utf8.UTFMax-1
}

// skip walks the ASCII that s begins with, as far as the plain table goes without dying:
// most of a long string, for which steps by code points would be slow.
func (r Rule) skip(q int, s string) (n, to int) {
	if q == 0 || q >= format.Far {
		return 0, q
	}
	p, near := engine.NewRows(r.table()), uint8(q)
	for n < len(s) && s[n] < utf8.RuneSelf {
		next := p.Row(s[n])[near]
		if next == 0 || next == format.Far {
			break
		}
		near = next
		n++
	}
	return n, int(near)
}

// walk returns the state after q on s.
func (r Rule) walk(q int, s string) int {
	for i := 0; i < len(s) && q != 0; i++ {
		q = engine.Step(r.table(), q, s[i])
	}
	return q
}

// describe fills in what is known about state q, in which rest could not go on.
func (r Rule) describe(e *SyntaxError, q int, rest string) {
	e.Grammar, e.Rule = r.table().Names()
	e.AtEnd = r.table().Accepts(q)
	e.Incomplete = rest == "" && q != 0 // a language may be empty
	e.Expected = r.table().WordsAt(q)
	if e.Offset > 0 {
		e.Component, e.After = r.component(q)
	}
}

// found names the first code point of s. What does not print, and what turns the
// direction of writing, appears by its number only.
func found(s string) string {
	if s == "" {
		return "the end"
	}
	c, size := utf8.DecodeRuneInString(s)
	if c == utf8.RuneError && size == 1 {
		return "the byte 0x" + hex(uint64(s[0]), 2) + ", not UTF-8,"
	}
	number := "U+" + hex(uint64(c), 4)
	switch {
	case !strconv.IsPrint(c):
		return number
	case c == '"':
		return `'"'`
	case c == ' ' || c >= utf8.RuneSelf:
		return `"` + s[:size] + `" (` + number + ")"
	}
	return `"` + s[:size] + `"`
}

func hex(n uint64, width int) string {
	text := strings.ToUpper(strconv.FormatUint(n, 16))
	return strings.Repeat("0", max(0, width-len(text))) + text
}

// component returns the component whose bytes lead to q, and whether it ends there.
func (r Rule) component(q int) (name string, after bool) {
	v, components := r.table().Labels(), r.Components()
	if len(components) == 0 {
		return "", false
	}
	first, second := v.Of(q)
	after = true
	for b := 0; b < 256 && after; b++ {
		if to := engine.Step(r.table(), q, uint8(b)); to != 0 {
			a, b := v.Of(to)
			after = a != first && b != first && a != second && b != second
		}
	}
	name = components[first].Name
	if first != second {
		name += " or " + components[second].Name
	}
	return name, after
}

// Check returns nil when a rule matches s as a whole, otherwise a [*SyntaxError] whose rule is the
// set.
func (t Set) Check(s string) error { return Rule(t).Check(s) }
