package iri

import (
	"strconv"
	"strings"
)

// A PartError says which part of an IRI is wrong: by itself, or next to the other parts. It is the
// error of [Parts.IRI] and of the methods that change one part.
type PartError struct {
	Component Component

	// Syntax says where the text of the part is no member of its rule, and why. It is nil if the
	// text is one, and does not fit the other parts.
	Syntax *SyntaxError

	text string // why it does not fit, and what would
}

// Error formats the error: `port: column 3: "/" is not allowed, expected a digit or the end`. Of
// the part it has that character alone, because a userinfo may hold a password.
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
			continue // all rules but that of the scheme have the empty text
		}
		if e, ok := part.rule.Check(part.text).(*SyntaxError); ok {
			return &PartError{Component: part.component, Syntax: e}
		}
	}
	first, _, _ := strings.Cut(p.Path, "/")
	e := &PartError{Component: Path}
	switch {
	case p.hasAuthority() && p.Host == "" && !p.Present.Has(Host):
		e.Component, e.text = Host, "it is missing in the authority; for an empty host set Host in Present"
	case p.hasAuthority() && first != "":
		e.text = `after an authority it must be empty or begin with "/"`
	case !p.hasAuthority() && strings.HasPrefix(p.Path, "//"):
		e.text = `"//" at its beginning would begin an authority; write "/.//"`
	default:
		e.text = `":" in its first segment would end a scheme; write "./" before the segment`
	}
	return e
}

// errNoScheme is the error of the zero IRI, which cannot be changed, and of parts that have no
// scheme.
func errNoScheme() error {
	return &PartError{Component: Scheme, text: "an IRI must have one; a Reference may have none"}
}
