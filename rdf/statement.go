package rdf

import "bytes"

// A Syntax is a format of lines.
type Syntax uint8

// The formats. Every line of N-Triples is a line of N-Quads.
const (
	NTriples Syntax = iota
	NQuads
)

// A Kind is the kind of a term.
type Kind uint8

// The kinds of terms. The graph of a statement that names none has the kind AbsentTerm.
const (
	AbsentTerm Kind = iota
	IRITerm
	BlankTerm
	LiteralTerm
)

// String returns the kind in a word, as in "blank node".
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
	}
	return "no kind"
}

// A Statement is a triple or a quad.
type Statement struct {
	Subject, Predicate, Object Term

	Graph Term // its kind is AbsentTerm in N-Triples, and for the default graph
}

// A Term is one term of a statement.
type Term struct {
	Kind Kind

	// Start is the offset of Raw in the line, in bytes.
	Start int

	// Raw is the whole term, byte for byte as in the line: `<http://a/\u00E9>`, `_:b`, `"x"@en`,
	// `"1" ^^ <http://a/t>`.
	Raw []byte

	// Value is the IRI without its angle brackets, the label of a blank node after "_:", or
	// the text of a literal without its quotes. Escapes are taken out, and a relative IRI is
	// resolved if the reader has a Base.
	Value []byte

	// Datatype is the IRI after "^^" of a literal, as Value. A nil Datatype means xsd:string, or
	// rdf:langString with a language.
	Datatype []byte

	// Language is the tag after "@" of a literal, its case unchanged; nil without one.
	Language []byte
}

// LineOffset returns the offset in the line, in bytes, of the byte at an offset of Value: that of
// the backslash, if an escape stands for it. Callers that check values themselves use it. An
// offset outside Value counts as that of the nearer end. A relative IRI that was resolved has other
// bytes than the line: for any offset of its Value LineOffset returns that of the byte after "<".
func (t Term) LineOffset(value int) int {
	before := min(1, len(t.Raw))
	if t.Kind == BlankTerm {
		before = 2
	}
	if t.resolved() {
		return t.Start + before
	}
	return t.Start + before + RawOffset(t.Raw[before:], min(max(value, 0), len(t.Value)))
}

// resolved reports whether Value is not the IRI of Raw.
func (t Term) resolved() bool {
	if t.Kind != IRITerm || len(t.Raw) < len("<>") {
		return false
	}
	var buffer [256]byte
	text, err := AppendUnescaped(buffer[:0], t.Raw[1:len(t.Raw)-1])
	return err == nil && !bytes.Equal(text, t.Value)
}

// String returns the term as it stands in the line.
func (t Term) String() string { return string(t.Raw) }
