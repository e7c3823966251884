package iri

import "github.com/irilex/iri/tables"

// A SyntaxError has the place and the reason where a string is not a member of a rule, such as IRI.
// It is the error of the parsers, and of all methods that parse. [tables.SyntaxError] has its
// fields and methods.
type SyntaxError = tables.SyntaxError

// Valid reports whether s is an IRI: the rule IRI of RFC 3987, section 2.2.
func Valid(s string) bool { return ruleIRI.Valid(s) }

// ValidBytes is [Valid] for a slice of bytes.
func ValidBytes(b []byte) bool { return ruleIRI.ValidBytes(b) }

// ValidReference reports whether s is an IRI or a relative reference: the rule
// IRI-reference of RFC 3987, section 2.2.
func ValidReference(s string) bool { return ruleReference.Valid(s) }

// ValidURI reports whether s is a URI: the rule URI of RFC 3986, appendix A. Every URI is an IRI.
func ValidURI(s string) bool { return ruleURI.Valid(s) }

// ValidURIReference reports whether s is a URI or a relative reference: the rule
// URI-reference of RFC 3986, appendix A.
func ValidURIReference(s string) bool { return ruleURIReference.Valid(s) }
