package iri

import "github.com/irilex/iri/tables"

// A SyntaxError reports where and why a string does not match a rule, such as IRI. All parsing
// functions and methods return it. See [tables.SyntaxError] for its fields and methods.
type SyntaxError = tables.SyntaxError

// Valid reports whether s is an IRI, as defined by the rule IRI of RFC 3987, section 2.2.
func Valid(s string) bool { return ruleIRI.Valid(s) }

// ValidBytes is like [Valid] for a byte slice.
func ValidBytes(b []byte) bool { return ruleIRI.ValidBytes(b) }

// ValidReference reports whether s is an IRI or a relative reference, as defined by the rule
// IRI-reference of RFC 3987, section 2.2.
func ValidReference(s string) bool { return ruleReference.Valid(s) }

// ValidURI reports whether s is a URI, as defined by the rule URI of RFC 3986, appendix A. Every
// URI is an IRI.
func ValidURI(s string) bool { return ruleURI.Valid(s) }

// ValidURIReference reports whether s is a URI or a relative reference, as defined by the rule
// URI-reference of RFC 3986, appendix A.
func ValidURIReference(s string) bool { return ruleURIReference.Valid(s) }
