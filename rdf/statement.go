package rdf

import "bytes"

// A Kind is the kind of a term.
type Kind uint8

// The kinds of terms. AbsentTerm is the kind of Graph if a statement does not name a graph.
const (
	AbsentTerm Kind = iota
	IRITerm
	BlankTerm
	LiteralTerm
	TripleTerm // in RDF 1.2, and only as the object
)

// String returns the name of the kind: "absent", "IRI", "blank node", "literal" or "triple term".
func (k Kind) String() string {
	switch k {
	case AbsentTerm:
		return "absent"
	case IRITerm:
		return "IRI"
	case BlankTerm:
		return "blank node"
	case LiteralTerm:
		return "literal"
	case TripleTerm:
		return "triple term"
	}
	return "no kind"
}

// A Statement is a triple or a quad.
type Statement struct {
	Subject, Predicate, Object Term

	Graph Term // its Kind is AbsentTerm in N-Triples, for the default graph and in a triple term
}

// A Term is one term of a statement.
type Term struct {
	Kind Kind

	// Start is the byte offset of Raw in the line.
	Start int

	// Raw is the entire term exactly as in the line: `<http://a/\u00E9>`, `_:b`, `"x"@en`, `"1" ^^
	// <http://a/t>`, `<<( _:b <http://a/p> "x" )>>`.
	Raw []byte

	// Value is the IRI without its angle brackets, the label of a blank node after "_:", or the text
	// of a literal without its quotes. Escapes are decoded, and a relative IRI is resolved if the
	// reader has a Base. It is nil for a triple term.
	Value []byte

	// Datatype is the IRI after the "^^" of a literal, decoded and resolved like Value. nil means
	// xsd:string, or rdf:langString if Language is set, or rdf:dirLangString if Direction is set.
	Datatype []byte

	// Language is the language tag after the "@" of a literal, in its original case, or nil.
	Language []byte

	// Direction is the base direction after the language tag and "--", which is ltr or rtl, or nil.
	Direction []byte

	// Triple is the triple of a triple term. Its object may again be a triple term.
	Triple *Statement
}

// LineOffset converts an offset in Value to a byte offset in the line. It is for callers that
// validate values themselves. For a byte that was written as an escape, it returns the offset of
// the backslash. Offsets outside Value are clamped. For a resolved IRI, whose bytes differ from
// those in the line, LineOffset always returns the offset after "<"; for a triple term it always
// returns Start.
func (t Term) LineOffset(value int) int {
	before := min(1, len(t.Raw))
	switch t.Kind {
	case BlankTerm:
		before = 2
	case TripleTerm:
		return t.Start
	}
	if t.resolved() {
		return t.Start + before
	}
	return t.Start + before + RawOffset(t.Raw[before:], min(max(value, 0), len(t.Value)))
}

// resolved reports whether Value differs from the decoded IRI in Raw.
func (t Term) resolved() bool {
	if t.Kind != IRITerm || len(t.Raw) < len("<>") {
		return false
	}
	var buffer [256]byte
	text, err := AppendUnescaped(buffer[:0], t.Raw[1:len(t.Raw)-1])
	return err == nil && !bytes.Equal(text, t.Value)
}

// String returns the term as written in the line.
func (t Term) String() string { return string(t.Raw) }
