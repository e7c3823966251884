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

// A Change is a change that [Fix] or [FixReference] made. Adjacent changes with the same code are
// merged into one Change.
type Change struct {
	Offset    int           // byte offset in the argument of Fix
	From, To  string        // the text at Offset, and its replacement: "" if it was removed
	Component iri.Component // [iri.Path], [iri.Query] or [iri.Fragment]; 0 if it is around the IRI

	// Code is the code for the mistake: "blank-around", "delimiters-around", "percent" for a "%"
	// not followed by two hex digits, "space", "control", "not-utf8", "noncharacter",
	// "private-use", "second-fragment", "misplaced-character" for brackets, or "illegal-character".
	Code string
}

// String returns a description such as `offset 21: " " in the path becomes "%20" (space)`.
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

// Fix is like [iri.Parse], but corrects common mistakes. It returns the IRI and the list of
// changes, in order. If s is an IRI, Fix returns no changes and does not allocate. If Fix cannot
// correct s, the error is a [*iri.SyntaxError] that locates the first remaining mistake in s.
//
//   - Fix removes blanks around the IRI and a pair of quotes or angle brackets (RFC 3986, appendix
//     C). Blanks are white space, control characters (including NUL), U+200B and U+FEFF. Blanks at
//     or above U+00A0 are legal at the end of an IRI and remain there.
//   - In the path, query and fragment it removes tabs and line breaks (CR, LF), as browsers do, and
//     as RFC 3986, appendix C, recommends for an IRI that is broken across lines.
//   - In the path, query and fragment it percent-encodes all other illegal characters, and replaces
//     a "%" that is not followed by two hex digits with "%25".
//   - It replaces the "|" of a drive letter, as in "file:///C|/a", with ":" (RFC 8089, appendix
//     E.2.2).
//
// All other characters remain unchanged. Fix never changes the scheme or the authority, because a
// changed host may name another host. Nor does it change text that browsers, but not RFC 3986,
// treat as an authority: browsers drop tabs and line breaks, treat "\" as "/", and look for a host
// after any number of slashes. So Fix cannot correct "http:\\h", "http:h\x", "///h\x" and "/\t/h".
// It also does not correct two IRIs separated by white space. Fix takes time linear in the length
// of s.
func Fix(s string) (i iri.IRI, changes []Change, err error) { return Fixer{}.Fix(s) }

// FixReference is like [Fix] for references. It also keeps leading blanks at or above U+00A0, which
// may begin a path. It cannot correct "1a:b", where the illegal character may belong to a scheme.
func FixReference(s string) (r iri.Reference, changes []Change, err error) {
	return Fixer{}.FixReference(s)
}

// A PlaceholderError reports a placeholder. A [Fixer] with KeepPlaceholders returns it.
type PlaceholderError struct {
	Text   string // the placeholder, such as "{id}"
	Offset int    // byte offset of Text
}

func (e *PlaceholderError) Error() string {
	return "offset " + strconv.Itoa(e.Offset) + ": the placeholder " + strconv.Quote(e.Text) +
		" needs a value; replace it"
}

// A Fixer corrects strings that contain common mistakes. The zero Fixer is equivalent to [Fix].
type Fixer struct {
	// KeepPlaceholders makes Fix return a [*PlaceholderError] instead of percent-encoding a
	// placeholder. Placeholders are {id}, {{ page.url }}, ${x}, <id>, <%= x %> and similar text, and
	// %s if it is an entire segment or value.
	KeepPlaceholders bool
}

// Fix is like the function [Fix], but uses the options of f.
func (f Fixer) Fix(s string) (i iri.IRI, changes []Change, err error) {
	r, changes, err := f.fix(rfc3987.IRI, s)
	i, _ = r.IRI()
	return i, changes, err
}

// FixReference is like the function [FixReference], but uses the options of f.
func (f Fixer) FixReference(s string) (r iri.Reference, changes []Change, err error) {
	return f.fix(rfc3987.IRIReference, s)
}

// parse parses s as an IRI or a reference.
func parse(rule tables.Rule, s string) (iri.Reference, error) {
	if rule == rfc3987.IRI {
		i, err := iri.Parse(s)
		return i.Reference(), err
	}
	return iri.ParseReference(s)
}

// fix corrects s until it matches rule; see [Fix].
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
		switch at := c.out.Start; { // a change at the end of a component precedes the next delimiter
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

// A mending copies a string and corrects it wherever the automaton of its rule would stop. Cost:
// linear in the length of the string. Tested against: checkFix in TestFixOfShortTexts.
type mending struct {
	rule    tables.Rule
	out     []byte
	changes []fixed
}

// A fixed holds the spans of a change, both in the argument and in the new string.
type fixed struct {
	in, out iri.Span
	code    string
}

// mend copies and corrects s[from:], and returns the parsed copy. If it fails, at is the end of the
// copied text. It replaces characters only in paths, queries and fragments, where every state
// accepts and can continue with a percent-encoding.
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
	plain := chars.Path() // path characters are also legal in queries and fragments
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
		switch {
		case mend.IsBreak(rune(s[i])):
		case s[i] == '|' && begin <= len(head)+len("/C") && mend.Drive(string(f.out), strings.TrimLeft(s[i+n:], mend.Breaks)):
			f.out = append(f.out, ':')
		default:
			f.out = chars.AppendPcts(f.out, s[i:i+n])
		}
		state = f.rule.Advance(state, f.out[begin:])
		f.add(fixed{iri.Span{Start: i, End: i + n}, iri.Span{Start: begin, End: len(f.out)}, mistake(s[i : i+n])})
	}
	r, err := parse(f.rule, unsafe.String(unsafe.SliceData(f.out), len(f.out))) // f.out is final now
	return r, len(s), err == nil
}

// failure returns the error for the corrected text followed by s[at:], with its offset and column
// in s.
func (f *mending) failure(s string, at int) error {
	err := f.rule.Check(string(f.out) + s[at:])
	if e, ok := err.(*tables.SyntaxError); ok {
		e.Offset += at - len(f.out)
		e.Column = utf8.RuneCountInString(s[:e.Offset]) + 1
	}
	return err
}

// add appends a change, or merges it with an adjacent change with the same code.
func (f *mending) add(c fixed) {
	if n := len(f.changes) - 1; n >= 0 {
		if last := &f.changes[n]; last.code == c.code && last.in.End == c.in.Start {
			last.in.End, last.out.End = c.in.End, c.out.End
			return
		}
	}
	f.changes = append(f.changes, c)
}

// beginsWithAuthority reports whether s begins with a scheme and "://".
func beginsWithAuthority(s string) bool {
	end := rfc3987.Scheme.Prefix(s)
	return end > 0 && strings.HasPrefix(s[end:], "://")
}

// unitLength returns the length of the first character of s. whole is false if the character is not
// UTF-8, or if it is a "%" that is not followed by two hex digits, ignoring breaks.
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

// mistake returns the code for an illegal character.
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

// around returns the bounds of the text inside the surrounding blanks and delimiters, and the code
// for their removal. It removes only blanks and delimiters that are illegal at their position.
func around(rule tables.Rule, s string) (start, end int, code string) {
	end, code = len(s), "blank-around"
	illegal := func(s string) bool { return rule.AdvanceString(rule.Start(), s).Dead() }
	for start < end {
		text := s[start:end]
		first, n := utf8.DecodeRuneInString(text)
		last, m := utf8.DecodeLastRuneInString(text)
		closers := closersOf(first)
		switch {
		case isBlank(first) && illegal(text[:n]):
			start += n
		case isBlank(last) && !rfc3987.Ucschar.Valid(text[len(text)-m:]):
			end -= m
		case closers.has(last) && n+m <= len(text) && illegal(text[:n]):
			start, end, code = start+n, end-m, "delimiters-around"
		default:
			return start, end, code
		}
	}
	return start, end, code
}

// isBlank reports whether a character is a blank to remove around text.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == '\uFEFF'
}
