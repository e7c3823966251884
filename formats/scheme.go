package formats

import (
	"cmp"
	"strings"

	"github.com/irilex/iri/internal/chars"
	rules "github.com/irilex/iri/tables/formats"
)

// Tel reports whether s is a tel URI of RFC 3966, section 3, such as "tel:+1-201-555-0123" or
// "tel:7042;phone-context=example.com". A "#" in a local number must be percent-encoded.
//
// The table requires a phone-context in a local number. Tel also checks that no parameter is
// repeated, that at most one of isub and ext is present and comes first, that phone-context comes
// next, and that all others are in lexicographical order.
func Tel(s string) bool { return rules.Tel.Valid(s) && telParameters(s) == nil }

// telParameters checks the order of the parameters. Requires: s is a tel.
func telParameters(s string) *Error {
	const extension, context, other = 1, 2, 3 // ranks in the order of RFC 3966, section 3
	last, lastRank := "", 0
	for _, rest, more := strings.Cut(s, ";"); more; {
		start, parameter := len(s)-len(rest), ""
		parameter, rest, more = strings.Cut(rest, ";")
		name, _, _ := strings.Cut(parameter, "=")
		rank := other
		switch {
		case chars.IsOneOf(name, "isub", "ext"):
			rank = extension
		case chars.IsOneOf(name, "phone-context"):
			rank = context
		}
		order, message := cmp.Compare(lastRank, rank), ""
		if order == 0 {
			order = compareFold(last, name)
		}
		switch {
		case order == 0:
			message = "the parameter " + name + " is repeated"
		case lastRank == extension && rank == extension:
			message = "only one of the parameters isub and ext is allowed"
		case order > 0:
			message = "the parameter " + name + " must precede " + last
		}
		if message != "" {
			return &Error{Offset: start, Length: len(name), Message: message}
		}
		last, lastRank = name, rank
	}
	return nil
}

// compareFold compares ASCII strings, ignoring case.
func compareFold(a, b string) int {
	for i := range min(len(a), len(b)) {
		if order := cmp.Compare(chars.Lower(a[i]), chars.Lower(b[i])); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(a), len(b))
}

// Mailto reports whether s is a mailto URI of RFC 6068, section 2, such as
// "mailto:joe@example.com?cc=bob@example.com&body=hello%20world". The address "not@me"@example.org
// is written "mailto:%22not%40me%22@example.org". Mailto also checks that the percent-encodings are
// UTF-8. Whether a header field is repeated, and whether the line breaks of a body are "%0D%0A"
// (section 5), is not checked.
func Mailto(s string) bool { return rules.Mailto.Valid(s) && encodedUTF8(s) == nil }

// Data reports whether s is a data URL of RFC 2397, section 3, such as "data:text/plain,a%20b".
// After ";base64," the data must be base64 with padding; percent-encoded white space in the data is
// accepted. A fragment is not accepted, because it is not part of the URL.
func Data(s string) bool { return rules.Data.Valid(s) }

// Geo reports whether s is a geo URI of RFC 5870, section 3.3, such as "geo:48.2010,16.3695;u=40".
// Latitudes and longitudes are limited to 90 and 180 degrees, unless a coordinate reference system
// other than WGS 84 is named.
func Geo(s string) bool { return rules.Geo.Valid(s) }

// Tag reports whether s is a tag URI of RFC 4151, section 2.1, such as
// "tag:timothy@hpl.hp.com,2001:web/externalHome". The date must exist. It may be in the future.
func Tag(s string) bool { return rules.Tag.Valid(s) }

// DID reports whether s is a DID of Decentralized Identifiers (DIDs) 1.0, section 3.1, such as
// "did:example:123456789abcdefghi". DID URLs with a path, a query or a fragment are not accepted.
func DID(s string) bool { return rules.DID.Valid(s) }

// PURL reports whether s is a Package-URL (ECMA-427) in canonical form, such as
// "pkg:npm/%40angular/animation@12.3.1". Characters are percent-encoded only if they must be,
// except that "/" in the value of a qualifier may be. PURL also checks that the percent-encodings
// are UTF-8, and that no qualifier is repeated. The order of qualifiers and the rules of each
// package type are not checked.
func PURL(s string) bool { return rules.Purl.Valid(s) && purlProse(s) == nil }

// purlProse checks the percent-encodings and that no key is repeated. Requires: s is a purl.
func purlProse(s string) *Error {
	if err := encodedUTF8(s); err != nil {
		return err
	}
	_, rest, more := strings.Cut(s, "?")
	if !more || strings.IndexByte(rest, '&') < 0 {
		return nil // at most one qualifier
	}
	seen := map[string]bool{}
	for more {
		start, qualifier := len(s)-len(rest), ""
		qualifier, rest, more = strings.Cut(rest, "&")
		key, _, _ := strings.Cut(qualifier, "=")
		if seen[key] {
			return &Error{Offset: start, Length: len(key), Message: "the qualifier " + key + " is repeated"}
		}
		seen[key] = true
	}
	return nil
}
