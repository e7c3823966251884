package text

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// tailEnd returns the end of the path, query and fragment in text[at:] (UTS #58, termination). The
// last character is never mark, which is ASCII, and no character is one of the closers.
//
// Idea: read characters that may belong to the IRI, and record the end of the last one that
// certainly does. Open brackets are pushed onto a stack. Each delimiter inside a component clears
// the stack, so brackets match only within a segment, a key or a value. A full stack ends the IRI.
// If a wide bracket has no partner, the IRI ends before the outermost one. The search for the
// partner stops at a colon, where the next IRI may begin, so few characters are read twice.
//
// Tested against: TestFindIsItsDefinition.
func tailEnd(text string, at int, mark byte, closers closers) int {
	var open brackets
	plain := chars.Unreserved().Without(".") // the most common characters
	component, set := iri.Path, chars.Path()
	end := at
loop:
	for at < len(text) {
		c, delimits := text[at], false
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
			component, set, delimits = iri.Query, chars.Query(), true
		case c == '#' && component != iri.Fragment:
			component, set, delimits = iri.Fragment, chars.Fragment(), true
		case c < utf8.RuneSelf && !set.Has(c), c == ':' && open.wide > 0:
			break loop
		default:
			delimits = clears(component, text[at:])
		}
		if delimits && !open.clear() {
			break
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if c >= utf8.RuneSelf && !rfc3987.Ucschar.Valid(text[at:at+size]) {
			break
		}
		t := termInText(text[:at], r)
		at += size
		switch {
		case t == termHard, closers.has(r), t == termClose && !open.pop(r),
			t == termOpen && (isWide(r) && text[end-1] < utf8.RuneSelf || !open.push(r, end)):
			break loop
		case t == termClose, t == termInclude:
			end = at
		}
	}
	if open.wide > 0 {
		return open.outer
	}
	return end
}

// brackets is a stack of open brackets, with room for more than occur in practice.
type brackets struct {
	open  [125]rune
	depth int
	wide  int // the depth of the outermost wide bracket, or 0
	outer int // where the IRI ends if that bracket has no partner
}

// push opens a bracket. The text before end certainly belongs to the IRI. It returns false if the
// stack is full.
func (b *brackets) push(r rune, end int) bool {
	if b.depth == len(b.open) {
		return false
	}
	b.open[b.depth] = r
	b.depth++
	if b.wide == 0 && isWide(r) {
		b.wide, b.outer = b.depth, end
	}
	return true
}

// pop closes the last open bracket. It returns false if r does not match it.
func (b *brackets) pop(r rune) bool {
	if b.depth == 0 || b.open[b.depth-1] != openerOf(r) {
		return false
	}
	b.depth--
	if b.depth < b.wide {
		b.wide = 0
	}
	return true
}

// clear forgets the open brackets. It returns false if one of them is wide.
func (b *brackets) clear() bool {
	b.depth = 0
	return b.wide == 0
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
