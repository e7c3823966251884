package tables

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// A SyntaxError reports where and why a string does not match a rule. It contains no text: its
// methods read names and expected characters from the table.
//
// A SyntaxError keeps alive the table of the rule, and the table of the rule that names the
// component (see [Rule.Ends]). In generated packages both are constants. It does not refer to the
// string, but contains a copy of the code point at the offset.
type SyntaxError struct {
	Offset int // byte offset of the first code point that is not allowed
	Column int // Offset in code points, from 1; an invalid byte counts as one

	// AtEnd reports whether the string could have ended at Offset.
	AtEnd bool

	// Incomplete reports whether the string is the beginning of a matching string.
	Incomplete bool

	marks uint8              // a combination of torn and undecided
	size  uint8              // length of char, 0 at the end of the string
	char  [utf8.UTFMax]uint8 // the code point at Offset, or an invalid byte
	state State              // after the bytes before Offset
	bytes uint32             // length of the rule in bytes
	table *byte              // first byte of the rule; a string here would be printed in full

	// beside is the error at the same offset for the rule that names the component, or nil if this
	// error's own rule names it. For a recursive rule, beside holds the next possible state, or is nil
	// after the last.
	beside *SyntaxError
}

// Bits of SyntaxError.marks.
const (
	torn      = 1 << iota // the string ends inside a UTF-8 sequence
	undecided             // the string can be parsed in too many ways
)

// Rule returns the rule that the string does not match. For a set it returns the set.
func (e *SyntaxError) Rule() Rule { return Rule(unsafe.String(e.table, e.bytes)) }

// Undecided reports whether the string was rejected only because it has too many simultaneous
// parses; see [Rule.Recursive]. The string may still match.
func (e *SyntaxError) Undecided() bool { return e.marks&undecided != 0 }

// State returns the state of the rule after the bytes before Offset.
func (e *SyntaxError) State() State { return e.state }

// Component returns the name of the component that contains the error. It is "" if the rule has no
// components or Offset is 0, and "scheme or path" if the bytes before the error may belong to
// either.
func (e *SyntaxError) Component() string {
	name, _ := e.component()
	return name
}

// After reports whether the error is directly after the component rather than in it.
func (e *SyntaxError) After() bool {
	_, after := e.component()
	return after
}

// Found describes the code point or byte at Offset, for example as `"/"`, "a space" or "the end".
func (e *SyntaxError) Found() string {
	char := string(e.char[:e.size])
	switch {
	case e.marks&torn != 0:
		return "the end inside a UTF-8 sequence"
	case e.Offset == 0 && char == "\uFEFF":
		return "a byte order mark (U+FEFF)"
	}
	return found(char)
}

// Expected describes the code points that would have been allowed at Offset: `a hex digit`, `"/"`,
// or the name of a rule, such as "unreserved". The result is empty if only the end would have been
// allowed.
func (e *SyntaxError) Expected() (words []string) {
	t := e.Rule().table()
	if !t.Whole() {
		return nil
	}
	if !t.HasCalls() {
		return t.WordsAt(int(e.state))
	}
	for at := e; at != nil; at = at.next() {
		for _, word := range t.WordsAt(int(at.state)) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// next returns the error for the next possible state of a recursive rule, or nil.
func (e *SyntaxError) next() *SyntaxError {
	if e.beside == nil || !e.Rule().Recursive() {
		return nil
	}
	return e.beside
}

// Error returns a message such as `IRI: column 8: a space is not allowed in the authority`.
func (e *SyntaxError) Error() string {
	if !e.Rule().table().Whole() {
		return "the rule is not a table, so it matches nothing"
	}
	return e.Rule().Name() + ": column " + strconv.Itoa(e.Column) + ": " + e.Message()
}

// Message returns the text of Error without the rule and the column. It lists the expected items
// only if there are at most five and none is the name of a rule; Expected returns all of them.
func (e *SyntaxError) Message() string {
	if e.Undecided() {
		return "undecided: the string can be parsed in too many ways"
	}
	text := e.Found() + " is not allowed"
	if e.Incomplete {
		text = "unexpected " + strings.TrimPrefix(e.Found(), "the ")
	}
	switch name, after := e.component(); {
	case name == "":
	case after:
		text += " after the " + name
	default:
		text += " in the " + name
	}
	expected := e.Expected()
	if e.AtEnd && !e.Incomplete { // otherwise the string cannot end at Offset
		expected = append(expected[:len(expected):len(expected)], "the end")
	}
	if n := len(expected); n > 0 && n <= 5 && !slices.ContainsFunc(expected, isName) {
		text += ", expected " + orList(expected)
	}
	return text
}

// isName reports whether an item is the name of a rule. Other items contain a space, a quotation
// mark, or a plus sign (as in U+00E9).
func isName(word string) bool { return !strings.ContainsAny(word, ` "+`) }

// Is reports whether target is a SyntaxError for the same rule, at the same offset and in the same
// state, regardless of the code point found.
func (e *SyntaxError) Is(target error) bool {
	t, ok := target.(*SyntaxError)
	for ok && e != nil && t != nil {
		ok = e.Offset == t.Offset && e.state == t.state && e.Rule() == t.Rule()
		e, t = e.next(), t.next()
	}
	return ok && e == t // both nil
}

// MarshalJSON encodes the error as an object with the keys grammar, rule, offset, column,
// component, after, found, expected, at_end, incomplete and message.
func (e *SyntaxError) MarshalJSON() ([]byte, error) {
	b := appendJSON([]byte(`{"grammar":`), e.Rule().Grammar())
	b = appendJSON(append(b, `,"rule":`...), e.Rule().Name())
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(e.Offset), 10)
	b = strconv.AppendInt(append(b, `,"column":`...), int64(e.Column), 10)
	name, after := e.component()
	b = appendJSON(append(b, `,"component":`...), name)
	b = strconv.AppendBool(append(b, `,"after":`...), after)
	b = appendJSON(append(b, `,"found":`...), e.Found())
	b = append(b, `,"expected":[`...)
	for i, word := range e.Expected() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, word)
	}
	b = strconv.AppendBool(append(b, `],"at_end":`...), e.AtEnd)
	b = strconv.AppendBool(append(b, `,"incomplete":`...), e.Incomplete)
	b = appendJSON(append(b, `,"message":`...), e.Message())
	return append(b, '}'), nil
}

// appendJSON appends s as a JSON string.
func appendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < ' ':
			b = append(append(b, `\u00`...), hex(uint64(c), 2)...)
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}

// orList joins items: "a", "a or b", "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// found describes the first code point of s. If the code point is not printable or changes the text
// direction, found shows only its number.
func found(s string) string {
	if s == "" {
		return "the end"
	}
	c, size := utf8.DecodeRuneInString(s)
	if c == utf8.RuneError && size == 1 {
		return "the byte 0x" + hex(uint64(s[0]), 2) + " (not UTF-8)"
	}
	number := "U+" + hex(uint64(c), 4)
	switch {
	case !strconv.IsPrint(c):
		return number
	case c == '"':
		return `'"'`
	case c == ' ':
		return "a space"
	case c == '\t':
		return "a tab"
	case c >= utf8.RuneSelf:
		return `"` + s[:size] + `" (` + number + ")"
	}
	return `"` + s[:size] + `"`
}

func hex(n uint64, width int) string {
	text := strings.ToUpper(strconv.FormatUint(n, 16))
	return strings.Repeat("0", max(0, width-len(text))) + text
}

// label makes e use the component names of another rule, which must match every string that the
// rule of e matches. s is the string in which e reports an error.
func (e *SyntaxError) label(of Rule, s string) *SyntaxError {
	if e.table != unsafe.StringData(string(of)) && !e.Rule().Recursive() {
		e.beside = of.errorAt(place{state: of.AdvanceString(of.Start(), s[:e.Offset])}, "")
	}
	return e
}

// component returns the name of the component before the error. after reports whether the component
// ends there: none of the bytes that the rule allows next belong to it.
func (e *SyntaxError) component() (name string, after bool) {
	labels := e
	if e.beside != nil && e.next() == nil {
		labels = e.beside
	}
	r, q := labels.Rule(), int(labels.state)
	components := r.Components()
	if len(components) == 0 || e.Offset == 0 || q == 0 {
		return "", false
	}
	v := r.table().Labels()
	first, second := v.Of(q)
	after = true
	for b := 0; b < 256 && after; b++ {
		to := format.Step(r.table(), q, uint8(b))
		if to != 0 && format.Step(e.Rule().table(), int(e.state), uint8(b)) != 0 {
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
