package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A Change is a place where [Fix] or [FixReference] has changed a string. Adjacent changes with one
// code are one.
type Change struct {
	Offset    int           // in bytes, in the argument of Fix
	From, To  string        // the text there, and its replacement: "" if it was removed
	Component iri.Component // [iri.Path], [iri.Query] or [iri.Fragment], and 0 around the IRI

	// Code is the code of the mistake: "blank-around", "delimiters-around", "percent" for a "%"
	// without two hex digits after it, "space", "control", "not-utf8", "noncharacter",
	// "private-use", "second-fragment", "misplaced-character" for brackets, and
	// "illegal-character".
	Code string
}

// String formats the change: `offset 21: " " in the path becomes "%20" (space)`.
func (c Change) String() string {
	text := "offset " + strconv.Itoa(c.Offset) + ": " + strconv.Quote(c.From)
	if c.Component != 0 {
		text += " in the " + c.Component.String()
	}
	if c.To == "" {
		return text + " is removed (" + c.Code + ")"
	}
	return text + " becomes " + strconv.Quote(c.To) + " (" + c.Code + ")"
}

// Fix is [iri.Parse] for strings with common mistakes: it mends these, and returns the IRI and the
// changes in order. If s is an IRI, there is no change and no allocation. If s cannot be mended,
// the error is a [*iri.SyntaxError] for the first mistake that remains, with its place in s.
//
//   - Blanks around the IRI are removed, and so is a pair of quotes or angle brackets (RFC 3986,
//     appendix C). Blanks are white space, controls (NUL, too), U+200B and U+FEFF. Those from
//     U+00A0 on are legal at the end of an IRI, and stay there.
//   - Tabs and line ends (CR, LF) in path, query and fragment are removed, as browsers do and as
//     RFC 3986, appendix C, recommends for an IRI broken across lines.
//   - In path, query and fragment each byte of any other illegal character is percent-encoded, and
//     a "%" without two hex digits after it becomes "%25".
//
// All other characters remain. Scheme and authority never change, because another spelling of a
// host may be another host. Text that browsers, unlike RFC 3986, read as an authority does not
// change either: browsers drop tabs and line ends, read "\" as "/", and look for a host after any
// number of slashes. So "http:\\h", "http:h\x", "///h\x" and "/\t/h" cannot be mended. Nor can two
// IRIs with white space between them. Fix takes time linear in the length of s.
func Fix(s string) (i iri.IRI, changes []Change, err error) { return Fixer{}.Fix(s) }

// FixReference is [Fix] for references. Blanks from U+00A0 on stay at the beginning, too: a path
// may begin with them. A ":" in the first segment of a path does not change, because an illegal
// character before it may stand in a scheme: "1a:b" cannot be mended.
func FixReference(s string) (r iri.Reference, changes []Change, err error) {
	return Fixer{}.FixReference(s)
}

// A PlaceholderError is the error of a [Fixer] that keeps placeholders.
type PlaceholderError struct {
	Text   string // the placeholder, such as "{id}"
	Offset int    // of it, in bytes
}

func (e *PlaceholderError) Error() string {
	return "offset " + strconv.Itoa(e.Offset) + ": the placeholder " + strconv.Quote(e.Text) +
		" needs a value; replace it with one"
}

// A Fixer mends strings with common mistakes. The zero Fixer mends as [Fix] does.
type Fixer struct {
	// KeepPlaceholders makes a placeholder an error, a [*PlaceholderError], instead of
	// percent-encoding it. A placeholder is text that a program or a person replaces
	// with a value: {id}, {{ page.url }}, ${x}, <id> and <%= x %>, or %s as a whole segment or value.
	KeepPlaceholders bool
}

// Fix is like the function [Fix], with the options in f.
func (f Fixer) Fix(s string) (i iri.IRI, changes []Change, err error) {
	r, changes, err := f.fix(rfc3987.IRI, s)
	i, _ = r.IRI()
	return i, changes, err
}

// FixReference is like the function [FixReference], with the options in f.
func (f Fixer) FixReference(s string) (r iri.Reference, changes []Change, err error) {
	return f.fix(rfc3987.IRIReference, s)
}

// parse parses a member of one of the two rules.
func parse(rule tables.Rule, s string) (iri.Reference, error) {
	if rule == rfc3987.IRI {
		i, err := iri.Parse(s)
		return i.Reference(), err
	}
	return iri.ParseReference(s)
}

// fix mends a string to a member of rule. See [Fix].
func (f Fixer) fix(rule tables.Rule, s string) (iri.Reference, []Change, error) {
	r, err := parse(rule, s)
	if err == nil {
		return r, nil, nil
	}
	start, end, code := around(rule, s)
	if f.KeepPlaceholders {
		if from, to, is := mend.Placeholder(s[start:end]); is {
			return iri.Reference{}, nil, &PlaceholderError{s[start+from : start+to], start + from}
		}
	}
	m := mending{rule: rule, out: make([]byte, 0, len(s)+len(s)/4)}
	r, at, ok := m.mend(s[:end], start)
	if !ok {
		return iri.Reference{}, nil, m.failure(s[:end], at)
	}
	changes := make([]Change, 0, len(m.changes)+2)
	if start > 0 {
		changes = append(changes, Change{From: s[:start], Code: code})
	}
	mended, o := r.String(), r.Offsets()
	for _, c := range m.changes {
		component := iri.Path
		switch at := c.out.Start; { // a change at the end of a part removed text before the delimiter
		case o.Fragment.Start >= 0 && at >= o.Fragment.Start:
			component = iri.Fragment
		case o.Query.Start >= 0 && at >= o.Query.Start:
			component = iri.Query
		}
		changes = append(changes, Change{c.in.Start, s[c.in.Start:c.in.End], mended[c.out.Start:c.out.End],
			component, c.code})
	}
	if end < len(s) {
		changes = append(changes, Change{Offset: end, From: s[end:], Code: code})
	}
	return r, changes, nil
}

// A mending copies a string and changes it where the automaton of its rule would stop. Cost: linear
// in the length of the string. Tested against checkFix in TestFixOfShortTexts.
type mending struct {
	rule    tables.Rule
	out     []byte
	changes []fixed
}

// A fixed is a change by places: in the argument, and in the new string.
type fixed struct {
	in, out iri.Span
	code    string
}

// mend copies s from an offset on, and returns the parsed copy. If it cannot, at is the end of the
// text that it has copied. A character is replaced only in paths, queries and fragments: each state
// there accepts, and continues with a percent-encoding.
func (f *mending) mend(s string, from int) (r iri.Reference, at int, ok bool) {
	head := mend.Head(s[from:])
	if mend.Head(mend.Unbroken(s[from:])) != head {
		return iri.Reference{}, from, false
	}
	f.out = append(f.out, head...)
	state := f.rule.Advance(f.rule.Start(), f.out)
	if !f.rule.Accepting(state) {
		return iri.Reference{}, from + len(head), false
	}
	plain := chars.Path() // characters of a path are legal in a query and in a fragment, too
	for i, n := from+len(head), 0; i < len(s); i += n {
		for n = 0; i+n < len(s) && plain.Has(s[i+n]); {
			n++
		}
		if next := f.rule.AdvanceString(state, s[i:i+n]); n > 0 && !next.Dead() {
			f.out, state = append(f.out, s[i:i+n]...), next
			continue
		}
		var whole bool
		n, whole = unitLength(s[i:])
		if next := f.rule.AdvanceString(state, s[i:i+n]); whole && !next.Dead() {
			f.out, state = append(f.out, s[i:i+n]...), next
			continue
		}
		if s[i] == ':' {
			return iri.Reference{}, i, false
		}
		if strings.IndexByte(" "+mend.Breaks, s[i]) >= 0 && beginsWithAuthority(s[i+n:]) {
			return iri.Reference{}, i, false
		}
		begin := len(f.out)
		if !mend.IsBreak(rune(s[i])) {
			f.out = chars.AppendPcts(f.out, s[i:i+n])
		}
		state = f.rule.Advance(state, f.out[begin:])
		f.add(fixed{iri.Span{Start: i, End: i + n}, iri.Span{Start: begin, End: len(f.out)}, mistake(s[i : i+n])})
	}
	r, err := parse(f.rule, unsafe.String(unsafe.SliceData(f.out), len(f.out))) // nothing writes to f.out again
	return r, len(s), err == nil
}

// failure returns the error of s that mending cannot remove: that of the text mended up to at, with
// the rest of s after it. Its place is that in s.
func (f *mending) failure(s string, at int) error {
	err := f.rule.Check(string(f.out) + s[at:])
	if e, ok := err.(*tables.SyntaxError); ok {
		e.Offset += at - len(f.out)
		e.Column = utf8.RuneCountInString(s[:e.Offset]) + 1
	}
	return err
}

// add adds a change to the last one, if it comes right after it and has the same code.
func (f *mending) add(c fixed) {
	if n := len(f.changes) - 1; n >= 0 {
		if last := &f.changes[n]; last.code == c.code && last.in.End == c.in.Start {
			last.in.End, last.out.End = c.in.End, c.out.End
			return
		}
	}
	f.changes = append(f.changes, c)
}

// beginsWithAuthority reports whether s begins as an IRI with an authority does.
func beginsWithAuthority(s string) bool {
	end := rfc3987.Scheme.Prefix(s)
	return end > 0 && strings.HasPrefix(s[end:], "://")
}

// unitLength returns the length of the first character of s. The character is not whole if its
// bytes are not UTF-8, or if it is a "%" without two hex digits after it, breaks ignored.
func unitLength(s string) (n int, whole bool) {
	if s[0] == '%' {
		first := strings.TrimLeft(s[1:], mend.Breaks)
		if first == "" {
			return 1, false
		}
		second := strings.TrimLeft(first[1:], mend.Breaks)
		return 1, second != "" && chars.HexValue(first[0])|chars.HexValue(second[0]) < 16
	}
	r, size := utf8.DecodeRuneInString(s)
	return size, r != utf8.RuneError || size > 1
}

// mistake returns the code of an illegal character.
func mistake(char string) string {
	r, size := utf8.DecodeRuneInString(char)
	switch {
	case r == utf8.RuneError && size == 1:
		return "not-utf8"
	case r == '%':
		return "percent"
	case r == ' ':
		return "space"
	case r == '#':
		return "second-fragment"
	case r == '[' || r == ']':
		return "misplaced-character"
	case unicode.IsControl(r):
		return "control"
	case r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF:
		return "noncharacter"
	case rfc3987.Iprivate.Valid(char):
		return "private-use"
	}
	return "illegal-character"
}

// around returns the offsets of the text in s inside the blanks and pairs of delimiters around it,
// and the code of these. The blanks and opening delimiters before start, and the blanks after end,
// are all illegal there.
func around(rule tables.Rule, s string) (start, end int, code string) {
	end, code = len(s), "blank-around"
	illegal := func(s string) bool { return rule.AdvanceString(rule.Start(), s).Dead() }
	for start < end {
		text := s[start:end]
		first, n := utf8.DecodeRuneInString(text)
		last, m := utf8.DecodeLastRuneInString(text)
		closing := closingOf(first)
		switch {
		case isBlank(first) && illegal(text[:n]):
			start += n
		case isBlank(last) && !rfc3987.Ucschar.Valid(text[len(text)-m:]):
			end -= m
		case closing != 0 && last == closing && n+m <= len(text) && illegal(text[:n]):
			start, end, code = start+n, end-m, "delimiters-around"
		default:
			return start, end, code
		}
	}
	return start, end, code
}

// isBlank reports whether a character is invisible around a text.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == '\uFEFF'
}

// closingOf returns the closing delimiter for an opening one, or 0.
func closingOf(opening rune) rune {
	switch opening {
	case '"', '\'', '`':
		return opening
	case '<':
		return '>'
	case '“':
		return '”'
	case '„':
		return '“'
	case '‘':
		return '’'
	case '«':
		return '»'
	}
	return 0
}
