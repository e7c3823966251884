package iri

import (
	"strconv"
	"strings"
)

// A PartError reports a part that is invalid by itself or in combination with other parts.
// [Parts.IRI], [Target.URI] and the methods that change one part return it.
type PartError struct {
	Component Component

	// Syntax locates the error if the part does not match its rule. It is nil if the part is valid
	// by itself but does not fit the other parts.
	Syntax *SyntaxError

	text string // why it does not fit, and what to write
}

// Error returns a message such as `port: column 3: "/" is not allowed, expected a digit or the
// end`. It quotes only the offending character, because a userinfo may contain a password.
func (e *PartError) Error() string {
	text := e.text
	if e.Syntax != nil {
		text = "column " + strconv.Itoa(e.Syntax.Column) + ": " + e.Syntax.Message()
	}
	return e.Component.String() + ": " + text
}

// Unwrap returns e.Syntax, or nil if there is none.
func (e *PartError) Unwrap() error {
	if e.Syntax == nil {
		return nil
	}
	return e.Syntax
}

// check explains why the joined parts do not split back into the same parts.
func (p Parts) check() *PartError {
	for _, part := range p.list() {
		if part.text == "" && part.component != Scheme&p.Present {
			continue // all other rules match the empty string
		}
		if e, ok := part.rule.Check(part.text).(*SyntaxError); ok {
			return &PartError{Component: part.component, Syntax: e}
		}
	}
	first, _, _ := strings.Cut(p.Path, "/")
	e := &PartError{Component: Path}
	switch {
	case p.hasAuthority() && p.Host == "" && p.Present&Host == 0:
		e.Component, e.text = Host, "missing in the authority; set Host in Parts.Present or call With(Host, \"\")"
	case p.hasAuthority() && first != "":
		e.text = `must be empty or begin with "/" after an authority`
	case !p.hasAuthority() && strings.HasPrefix(p.Path, "//"):
		e.text = `a leading "//" would begin an authority; write "/.//"`
	default:
		e.text = `":" in the first segment would end a scheme; write "./" before the segment`
	}
	return e
}

// errNoScheme returns the error for parts without a scheme and for changes to the zero IRI.
func errNoScheme() error {
	return &PartError{Component: Scheme, text: "missing; an IRI needs a scheme, a Reference does not"}
}
