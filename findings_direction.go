package iri

import (
	"unicode/utf8"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts46"
)

// This file finds IRIs that are not displayed in the order of their characters (RFC 3987, section 4).

// directions finds formatting characters, and components that mix directions. Only letters of some
// scripts are written from right to left; most text has none, as one walk of a table tells.
func (x *search) directions() bool {
	if findings.LeftText.Valid(x.s) {
		return true
	}
	return x.components(func(c Component, at Span) bool {
		if findings.LeftText.Valid(x.text(at)) {
			return true
		}
		return x.formatting(c, at) && x.pieces(at, pieceDelimiters(c), func(at Span) bool {
			return x.direction(c, at)
		})
	})
}

// pieceDelimiters returns the delimiters between the parts of a component that are components for
// RFC 3987, section 4.2: the labels of a host, the segments of a path, and the names and values of a
// query, which the section recommends.
func pieceDelimiters(c Component) string {
	switch c {
	case Host:
		return "."
	case Path:
		return "/"
	case Query:
		return "&;="
	}
	return ""
}

// formatting finds bidirectional formatting characters.
func (x *search) formatting(c Component, at Span) bool {
	return x.characters(at, func(at Span, r rune) bool {
		return r < utf8.RuneSelf || !findings.BidiFormat.Valid(x.text(at)) || x.report("bidi-format", c, at)
	})
}

// direction finds a part that mixes directions, or does not begin and end with the direction that it
// has.
func (x *search) direction(c Component, at Span) bool {
	text := x.text(at)
	if findings.LeftText.Valid(text) {
		return true
	}
	if c == Path {
		c = Segment
	}
	one, bounded := newWalk(findings.OneDirection), newWalk(findings.RightBounded)
	for _, r := range text {
		one.step(classOf(r))
		bounded.step(classOf(r))
	}
	switch {
	case !one.accepts():
		return x.report("bidi-mixed", c, at)
	case !bounded.accepts():
		return x.report("bidi-ends", c, at)
	}
	return true
}

// classOf returns the letter for the class of a character, as the rules of the grammar "findings" have
// it.
func classOf(r rune) byte { return byte('a' + uts46.Character.First(string(r))) }

// A walk is a walk of a rule, byte by byte.
type walk struct {
	rule  tables.Rule
	state tables.State
}

func newWalk(r tables.Rule) walk { return walk{r, r.Start()} }

func (w *walk) step(c byte) {
	one := [1]byte{c}
	w.state = w.rule.Advance(w.state, one[:])
}

func (w *walk) accepts() bool { return w.rule.Accepting(w.state) }
