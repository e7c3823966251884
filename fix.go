package iri

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// A Change is a place where [Fix] or [FixReference] has changed a string. Adjacent changes with one
// code are one.
type Change struct {
	Offset    int       // in bytes, in the argument of Fix
	From, To  string    // the text there, and the text in its place: "" if it was taken away
	Component Component // [Path], [Query] or [Fragment], and 0 around the IRI

	// Code is the code of the mistake: "blank-around", "delimiters-around", "percent" for a "%"
	// without two hex digits after it, "space", "control", "not-utf8", "noncharacter",
	// "private-use", "second-fragment", "misplaced-character" for brackets, and
	// "illegal-character".
	Code string
}

// String formats the change: `offset 21: " " in the path becomes "%20" (space)`.
func (c Change) String() string {
	text := "offset " + strconv.Itoa(c.Offset) + ": " + strconv.Quote(c.From)
	if c.Component == 0 {
		return text + " is taken away (" + c.Code + ")"
	}
	return text + " in the " + c.Component.String() + " becomes " + strconv.Quote(c.To) + " (" + c.Code + ")"
}

// Fix is [Parse] for strings with common mistakes: it mends these, and returns the IRI and the
// changes in their order. If s is an IRI, there is no change and no allocation. If s cannot be
// mended, ok is false, and the error of Parse has the reason.
//
//   - Blanks around the IRI are taken away, and so is a pair of quotes or angle brackets (RFC 3986,
//     appendix C). Blanks are white space, controls (NUL, too), U+200B and U+FEFF. Those from
//     U+00A0 on are legal at the end of an IRI, and stay there.
//   - In path, query and fragment each byte of an illegal character is percent-encoded, and a "%"
//     without two hex digits after it becomes "%25".
//
// All other characters stay. Scheme and authority never change, because another spelling of a host
// may be another host. A "\" does not change where some programs read "/" and the beginning of an
// authority: "http:\\h" and "http:///\h" cannot be mended. The time is linear in the length of s.
func Fix(s string) (i IRI, changes []Change, ok bool) {
	p, changes, ok := fix(ruleIRI, s)
	return IRI{p}, changes, ok
}

// FixReference is [Fix] for references. Blanks from U+00A0 on stay at the beginning, too: a path
// may begin with them. A ":" in the first segment of a path does not change, because an illegal
// character before it may stand in a scheme: "1a:b" cannot be mended.
func FixReference(s string) (r Reference, changes []Change, ok bool) {
	p, changes, ok := fix(ruleReference, s)
	return Reference{p}, changes, ok
}

func fix(rule tables.Rule, s string) (p parsed, changes []Change, ok bool) {
	if p, err := parse(rule, s); err == nil {
		return p, nil, true
	}
	start, end, code := around(rule, s)
	f := fixer{rule: rule, out: make([]byte, 0, len(s)+len(s)/4)}
	if p, ok = f.mend(s[:end], start); !ok {
		return parsed{}, nil, false
	}
	changes = make([]Change, 0, len(f.changes)+2)
	if start > 0 {
		changes = append(changes, Change{From: s[:start], Code: code})
	}
	for _, c := range f.changes {
		changes = append(changes, Change{c.in.Start, s[c.in.Start:c.in.End], p.s[c.out.Start:c.out.End],
			p.componentAt(c.out.Start), c.code})
	}
	if end < len(s) {
		changes = append(changes, Change{Offset: end, From: s[end:], Code: code})
	}
	return p, changes, true
}

// A fixer copies a string and changes it where the walk of its rule would die. Cost: linear in the
// length of the string. Twin: checkFix in TestFixOfShortTexts.
type fixer struct {
	rule    tables.Rule
	out     []byte
	changes []fixed
}

// A fixed is a change by places: in the argument, and in the new string.
type fixed struct {
	in, out Span
	code    string
}

// mend copies s from an offset on, and returns the parsed copy. A character is replaced in paths,
// queries and fragments alone: each state there accepts, and goes on with a percent-encoding.
func (f *fixer) mend(s string, from int) (p parsed, ok bool) {
	head, named := untouchable(s[from:])
	at := from + head
	lead := -1 // the offset where browsers read an authority: they drop blanks and skip slashes
	if !named {
		lead = len(s) - len(strings.TrimLeft(s[at:], "/\t\n\r"))
	}
	f.out = append(f.out, s[from:at]...)
	state := f.rule.Advance(f.rule.Start(), f.out)
	if !f.rule.Accepting(state) {
		return parsed{}, false
	}
	for i, n := at, 0; i < len(s); i += n {
		var whole bool
		n, whole = unitLength(s[i:])
		if next := f.rule.AdvanceString(state, s[i:i+n]); whole && !next.Dead() {
			f.out, state = append(f.out, s[i:i+n]...), next
			continue
		}
		if s[i] == '%' {
			n = 1
		}
		if s[i] == ':' || s[i] == '\\' && i == lead {
			return parsed{}, false
		}
		begin := len(f.out)
		f.out = appendPcts(f.out, s[i:i+n])
		state = f.rule.Advance(state, f.out[begin:])
		f.add(fixed{Span{Start: i, End: i + n}, Span{Start: begin, End: len(f.out)}, mistake(s[i : i+n])})
	}
	p, err := parse(f.rule, string(f.out))
	return p, err == nil
}

// add adds a change to the last one, if it comes right after it and has the same code.
func (f *fixer) add(c fixed) {
	if n := len(f.changes) - 1; n >= 0 {
		if last := &f.changes[n]; last.code == c.code && last.in.End == c.in.Start {
			last.in.End, last.out.End = c.in.End, c.out.End
			return
		}
	}
	f.changes = append(f.changes, c)
}

// untouchable returns the length of the scheme and the authority of s, with their delimiters, as
// RFC 3986, section 3.2, finds the end of an authority in any string, and whether the authority has
// a character.
func untouchable(s string) (n int, named bool) {
	if end := ruleScheme.Prefix(s); end > 0 && strings.HasPrefix(s[end:], ":") {
		n = end + schemeSuffix
	}
	if !strings.HasPrefix(s[n:], "//") {
		return n, false
	}
	n += authorityPrefix
	if end := strings.IndexAny(s[n:], "/?#"); end >= 0 {
		return n + end, end > 0
	}
	return len(s), n < len(s)
}

// unitLength returns the length of the first character of s, and for a "%" that of a
// percent-encoding. It is not whole if there are too few bytes, or if they are not UTF-8.
func unitLength(s string) (n int, whole bool) {
	if s[0] == '%' {
		return min(len(s), pctLength), len(s) >= pctLength
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
	case rulePrivate.Valid(char):
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
		case isBlank(last) && !ruleUcschar.Valid(text[len(text)-m:]):
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
