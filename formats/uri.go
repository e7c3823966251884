package formats

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
	rules "github.com/irilex/iri/tables/formats"
	"github.com/irilex/iri/tables/profiles"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// URI reports whether s is a URI of RFC 3986, section 3, such as "http://example.org/?q#f". Whether
// s satisfies the rules of its scheme is not checked.
func URI(s string) bool { return rfc3986.URI.Valid(s) }

// URIReference reports whether s is a URI or a relative reference of RFC 3986, section 4.1, such as
// "../a?q".
func URIReference(s string) bool { return rfc3986.URIReference.Valid(s) }

// IRI reports whether s is an IRI of RFC 3987, section 2.2, such as "http://example.org/rosé".
// Whether s satisfies the rules of its scheme is not checked.
func IRI(s string) bool { return rfc3987.IRI.Valid(s) }

// IRIReference reports whether s is an IRI or a relative reference of RFC 3987, section 2.2, such
// as "../é?q".
func IRIReference(s string) bool { return rfc3987.IRIReference.Valid(s) }

// URITemplate reports whether s is a URI template of RFC 6570, section 2, such as
// "http://example.org/{+path}{?x,y*}". Operators that are reserved for extensions, such as "{=x}",
// are accepted.
func URITemplate(s string) bool { return rules.URITemplate.Valid(s) }

// URN reports whether s is a URN of RFC 8141, section 2, such as "urn:isbn:0451450523". The r-, q-
// and f-components are accepted. Whether the namespace is registered, and whether s satisfies its
// rules, is not checked.
func URN(s string) bool { return rules.URN.Valid(s) }

// CURIE reports whether s is a curie of CURIE Syntax 1.0, section 3, such as "wiki:CURIE". Both the
// prefix and its colon are optional, so most relative references are CURIEs. A safe_curie, in
// brackets, is not accepted.
//
// The table accepts all non-ASCII characters, and any authority. CURIE also checks that the prefix
// is an NCName, and the rest an irelative-ref of RFC 3987.
func CURIE(s string) bool { return rules.CURIE.Valid(s) && curieParts(s) == nil }

// curieParts checks the prefix and the reference of a CURIE. Requires: s is a curie.
func curieParts(s string) *Error {
	reference := 0
	if colon := strings.IndexAny(s, ":/?#"); colon >= 0 && s[colon] == ':' {
		if prefix := s[:colon]; prefix != "" && !rules.Ncname.Valid(prefix) {
			return unmatched(rules.Ncname, prefix, 0, "an XML name cannot have this character here")
		}
		reference = colon + 1
	}
	if rest := s[reference:]; !rfc3987.IrelativeRef.Valid(rest) {
		return unmatched(rfc3987.IrelativeRef, rest, reference, "an IRI reference cannot have this character here")
	}
	return nil
}

// unmatched returns an error at the character of s that the rule rejects, or at the end. The offset
// is that of s in the validated string.
func unmatched(rule tables.Rule, s string, offset int, message string) *Error {
	at := len(s)
	if err, ok := rule.Check(s).(*tables.SyntaxError); ok {
		at = err.Offset
	}
	if at == len(s) {
		message = "the text ends too early"
	}
	_, length := utf8.DecodeRuneInString(s[at:])
	return &Error{Offset: offset + at, Length: length, Message: message}
}

// encodedUTF8 checks that percent-encodings are UTF-8 (RFC 3629, section 4).
func encodedUTF8(s string) *Error {
	if profiles.DecodesToUTF8.Valid(s) {
		return nil
	}
	return &Error{
		Offset: profiles.DecodesToUTF8.Prefix(s), Length: len("%80"),
		Message: "percent-encoded bytes must be UTF-8: é is %C3%A9",
	}
}
