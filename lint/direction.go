package lint

import (
	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/profiles"
	"github.com/irilex/iri/tables/uts46"
)

// This file finds IRIs that may be displayed out of order (RFC 3987, section 4).

// directions finds formatting characters and components that mix directions. Most text contains no
// right-to-left letters, which a single table walk confirms (see isLeft).
func (x *search) directions(yield yielder) bool {
	if x.isLeft {
		return true
	}
	for _, p := range x.parts() {
		if findings.LeftText.Valid(x.text(p.Span)) {
			continue
		}
		if x.mapsHost(p) && !x.isPlainHost() { // browsers reports the host
			continue
		}
		if !x.formatting(yield, p) || !x.pieces(yield, p) {
			return false
		}
	}
	return true
}

// isPlainHost reports whether browsers accept the labels of the host and keep its characters
// unchanged.
func (x *search) isPlainHost() bool {
	_, code := x.badCharacter()
	return code == "" && x.labels()
}

// pieceDelimiters returns the delimiters between the pieces that RFC 3987, section 4.2, treats as
// components: the labels of a host, the segments of a path, and the names and values in a query.
func pieceDelimiters(c iri.Component) string {
	switch c {
	case iri.Host:
		return "."
	case iri.Path:
		return "/"
	case iri.Query:
		return "&;="
	}
	return ""
}

// formatting finds bidirectional formatting characters.
func (x *search) formatting(yield yielder, p part) bool {
	if !profiles.HasBidi.Valid(x.text(p.Span)) {
		return true
	}
	for i, r := range x.text(p.Span) {
		at := character(p.Span, i, r)
		if profiles.BidiControl.Valid(x.text(at)) && !x.report(yield, "bidi-format", p.Component, at) {
			return false
		}
	}
	return true
}

// pieces finds pieces of a component that mix directions, and right-to-left pieces that do not
// begin and end with right-to-left letters.
func (x *search) pieces(yield yielder, p part) bool {
	delimiters, c := pieceDelimiters(p.Component), p.Component
	if c == iri.Path {
		c = iri.Segment
	}
	var piece iri.Span
	for rest, more := p.Span, true; more; {
		piece, rest, more = x.piece(rest, delimiters)
		text, code := x.text(piece), ""
		switch {
		case findings.LeftText.Valid(text) || profiles.HasBidi.Valid(text) || // formatting reports these
			hasDirections(findings.WellDirected, text):
			continue
		case hasDirections(findings.OneDirection, text):
			code = "bidi-ends"
		default:
			code = "bidi-mixed"
		}
		if !x.report(yield, code, c, piece) {
			return false
		}
	}
	return true
}

// hasDirections reports whether the character classes of a text match a rule.
func hasDirections(rule tables.Rule, text string) bool {
	var classes [64]byte
	w, n := newWalk(rule), 0
	for l := uts46.Character.Lexer(text); l.Next(); {
		if n == len(classes) {
			w.advance(classes[:])
			n = 0
		}
		classes[n] = classLetter(l.Rule())
		n++
	}
	w.advance(classes[:n])
	return w.accepts()
}

// classLetter returns the letter for a class in the findings grammar.
func classLetter(class int) byte { return byte('a' + class) }

// classOf returns the letter for the class of a character.
func classOf(r rune) byte { return classLetter(uts46.Character.First(string(r))) }

// A walk matches a rule byte by byte.
type walk struct {
	rule  tables.Rule
	state tables.State
}

func newWalk(r tables.Rule) walk { return walk{r, r.Start()} }

func (w *walk) advance(b []byte) { w.state = w.rule.Advance(w.state, b) }

func (w *walk) step(c byte) {
	one := [1]byte{c}
	w.advance(one[:])
}

func (w *walk) accepts() bool { return w.rule.Accepting(w.state) }
