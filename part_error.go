package iri

import (
	"strconv"
	"strings"
)

// A PartError reports a wrong part of an IRI: wrong by itself, or next to the other parts. It is
// the error of [Parts.IRI], of the methods for changing one part, and of [Target.URI].
type PartError struct {
	Component Component

	// Syntax has the place and the reason if the text of the part is not a member of its rule. It is
	// nil if the text is a member, and does not fit the other parts.
	Syntax *SyntaxError

	text string // why it does not fit, and a fitting text
}

// Error formats the error: `port: column 3: "/" is not allowed, expected a digit or the end`. It
// quotes only this character of the part, because a userinfo may hold a password.
func (e *PartError) Error() string {
	text := e.text
	if e.Syntax != nil {
		text = "column " + strconv.Itoa(e.Syntax.Column) + ": " + e.Syntax.Message()
	}
	return e.Component.String() + ": " + text
}

// Unwrap returns the SyntaxError, if there is one.
func (e *PartError) Unwrap() error {
	if e.Syntax == nil {
		return nil
	}
	return e.Syntax
}

// check returns the error of parts that make no reference, or would make other parts.
func (p Parts) check() *PartError {
	for _, part := range p.list() {
		if part.text == "" && part.component != Scheme&p.Present {
			continue // all other rules have the empty text
		}
		if e, ok := part.rule.Check(part.text).(*SyntaxError); ok {
			return &PartError{Component: part.component, Syntax: e}
		}
	}
	first, _, _ := strings.Cut(p.Path, "/")
	e := &PartError{Component: Path}
	switch {
	case p.hasAuthority() && p.Host == "" && p.Present&Host == 0:
		e.Component, e.text = Host, "it is missing in the authority; set Host in Parts.Present or call With(Host, \"\")"
	case p.hasAuthority() && first != "":
		e.text = `after an authority it must be empty or begin with "/"`
	case !p.hasAuthority() && strings.HasPrefix(p.Path, "//"):
		e.text = `"//" at its beginning would begin an authority; write "/.//"`
	default:
		e.text = `":" in its first segment would end a scheme; write "./" before the segment`
	}
	return e
}

// errNoScheme is the error for changes of the zero IRI, and for parts without a scheme.
func errNoScheme() error {
	return &PartError{Component: Scheme, text: "an IRI must have one; a Reference may have none"}
}
