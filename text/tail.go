package text

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// tailEnd returns the end of the path, query and fragment in text[at:] (UTS #58, termination). The
// last character is never mark, which is an ASCII character.
//
// Idea: read characters that may belong to the IRI, and remember the end of the last character that
// certainly does. Open brackets are pushed onto a stack. Each delimiter inside a component clears
// the stack, so brackets match only within a segment, a key or a value. A full stack ends the IRI.
//
// Tested against: TestFindIsItsDefinition.
func tailEnd(text string, at int, mark byte) (end int) {
	var open brackets
	plain := chars.Unreserved().Without(".") // the most frequent characters
	component, set := iri.Path, chars.Path()
	for end = at; at < len(text); {
		c := text[at]
		switch {
		case c == mark:
			at++
			continue
		case plain.Has(c):
			at++
			end = at
			continue
		case c == '%' && chars.HasPct(text[at:]):
			at += chars.PctLength
			end = at
			continue
		case c == '?' && component == iri.Path:
			component, set = iri.Query, chars.Query()
			open.depth = 0
		case c == '#' && component != iri.Fragment:
			component, set = iri.Fragment, chars.Fragment()
			open.depth = 0
		case c < utf8.RuneSelf && !set.Has(c):
			return end
		case clears(component, text[at:]):
			open.depth = 0
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if c >= utf8.RuneSelf && !rfc3987.Ucschar.Valid(text[at:at+size]) {
			return end
		}
		at += size
		switch t := termInText(r); {
		case t == termHard, t == termOpen && !open.push(r), t == termClose && !open.pop(r):
			return end
		case t == termClose, t == termInclude:
			end = at
		}
	}
	return end
}

// brackets is a stack of open brackets, deeper than any real nesting.
type brackets struct {
	open  [125]rune
	depth int
}

// push opens a bracket. It returns false if the stack is full.
func (b *brackets) push(r rune) bool {
	if b.depth == len(b.open) {
		return false
	}
	b.open[b.depth] = r
	b.depth++
	return true
}

// pop closes the last open bracket. It returns false if r does not match it.
func (b *brackets) pop(r rune) bool {
	if b.depth == 0 || b.open[b.depth-1] != openerOf(r) {
		return false
	}
	b.depth--
	return true
}

// clears reports whether s begins with a delimiter between parts of the component.
func clears(component iri.Component, s string) bool {
	switch component {
	case iri.Path:
		return s[0] == '/'
	case iri.Query:
		return s[0] == '=' || s[0] == '&'
	}
	return strings.HasPrefix(s, ":~:")
}
