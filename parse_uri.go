package iri

// A URI is an IRI of ASCII, and a URI reference is an IRI reference of ASCII. The compiler proves
// this by set algebra, and does not write dfa_gen.go otherwise. So URIs are values of the type IRI,
// and the tables of IRIs cut them into components.

// ParseURI returns the URI s (RFC 3986, appendix A) as an IRI, or a [*SyntaxError] of the rule URI.
// It keeps s and allocates memory only for the error.
func ParseURI(s string) (IRI, error) {
	p, err := parseAs(ruleURI, ruleIRI, s)
	return IRI{p}, err
}

// ParseURIBytes is [ParseURI] for a slice of bytes. It copies the bytes once.
func ParseURIBytes(b []byte) (IRI, error) { return ParseURI(string(b)) }

// ParseURIReference returns the URI reference s (RFC 3986, appendix A), a URI or a relative
// reference of ASCII, as a Reference, or a [*SyntaxError] of the rule URI-reference. It keeps s and
// allocates memory only for the error.
func ParseURIReference(s string) (Reference, error) {
	p, err := parseAs(ruleURIReference, ruleReference, s)
	return Reference{p}, err
}

// ParseURIReferenceBytes is [ParseURIReference] for a slice of bytes. It copies the bytes once.
func ParseURIReferenceBytes(b []byte) (Reference, error) { return ParseURIReference(string(b)) }

// IsURI reports whether the IRI is a URI: whether all of it is ASCII. The zero IRI is no URI.
func (i IRI) IsURI() bool { return ruleURI.Valid(i.s) }

// IsURIReference reports whether the reference is a URI reference: whether all of it is ASCII. The
// zero Reference is one.
func (r Reference) IsURIReference() bool { return ruleURIReference.Valid(r.s) }
