package rdf

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/nquads12"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
)

// A Syntax is a line format.
type Syntax uint8

// The formats. NTriples and NQuads are those of RDF 1.1. RDF 1.2 adds triple terms, base directions
// and VERSION lines, and excludes only blank node labels that contain a colon. Every N-Triples line
// is also an N-Quads line of the same version.
const (
	NTriples Syntax = iota
	NQuads
	NTriples12
	NQuads12
)

// String returns the name of the format, such as "N-Triples" or "N-Quads 1.2".
func (s Syntax) String() string {
	name := "N-Triples"
	if s.quads() {
		name = "N-Quads"
	}
	if s.rdf12() {
		name += " 1.2"
	}
	return name
}

// quads reports whether a statement may name a graph.
func (s Syntax) quads() bool { return s == NQuads || s == NQuads12 }

// rdf12 reports whether the format is one of RDF 1.2.
func (s Syntax) rdf12() bool { return s == NTriples12 || s == NQuads12 }

// line returns the rule for a line.
func (s Syntax) line() tables.Rule {
	switch s {
	case NQuads:
		return nquads.Line
	case NTriples12:
		return ntriples12.Line
	case NQuads12:
		return nquads12.Line
	}
	return ntriples.Line
}

// tokens returns the terminals.
func (s Syntax) tokens() tables.Set {
	if s.rdf12() {
		return ntriples12.Token
	}
	return ntriples.Token
}

// MaxDepth is the maximum nesting depth of triple terms. The grammar allows any depth, but each
// level needs memory.
const MaxDepth = 1000
