package iri

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables"
)

// An IRI is a string proven to be an IRI, with the places of its components. IRIs are comparable:
// they are equal when their strings are. The zero IRI is not an IRI; its string and its components
// are empty. On 64-bit platforms an IRI has 32 bytes, besides its string.
type IRI struct{ parsed }

// A Reference is a string proven to be an IRI reference, with the places of its components. An IRI
// reference is an IRI or a relative reference. References are comparable: they are equal when their
// strings are. The zero Reference is the reference "".
type Reference struct{ parsed }

// Parse returns s as an IRI (RFC 3987, section 2.2), or a [*SyntaxError]. It keeps s and allocates
// memory only for the error.
func Parse(s string) (IRI, error) {
	p, err := parse(ruleIRI, s)
	return IRI{p}, err
}

// MustParse is [Parse] for correct strings such as constants. It panics if s is not an IRI.
func MustParse(s string) IRI {
	i, err := Parse(s)
	if err != nil {
		panic("iri: Parse(" + strconv.Quote(s) + "): " + err.Error())
	}
	return i
}

// ParseReference returns s as an IRI reference (RFC 3987, section 2.2), or a [*SyntaxError]. It
// keeps s and allocates memory only for the error.
func ParseReference(s string) (Reference, error) {
	p, err := parse(ruleReference, s)
	return Reference{p}, err
}

// MustParseReference is [ParseReference] for correct strings such as constants. It panics if s is
// not a reference.
func MustParseReference(s string) Reference {
	r, err := ParseReference(s)
	if err != nil {
		panic("iri: ParseReference(" + strconv.Quote(s) + "): " + err.Error())
	}
	return r
}

// Reference returns the IRI as a reference.
func (p IRI) Reference() Reference { return Reference(p) }

// IRI returns the reference as an IRI, and false when it is relative.
func (p Reference) IRI() (i IRI, ok bool) {
	if !p.HasScheme() {
		return IRI{}, false
	}
	return IRI(p), true
}

// parsed is a string cut into components. An end counts delimiters: a scheme ends after its colon,
// and an authority, a query and a fragment begin before their delimiters. So a missing component
// has the length 0, and any other a greater one.
//
//	0 ≤ scheme ≤ authority ≤ path ≤ query ≤ len(s)
//
// It has four words, because Go keeps no larger struct in registers. If len(s) is longEnds or more,
// front and back are 0, and each access parses s again.
type parsed struct {
	s     string
	front uint64 // the ends of the scheme and, in the upper half, of the authority
	back  uint64 // the ends of the path and, in the upper half, of the query
}

// The ends are those of the first four components of a rule. With another order in the grammar this
// would not compile.
const _ uint = -(schemeComponent | (authorityComponent ^ 1) | (pathComponent ^ 2) | (queryComponent ^ 3))

// parse returns s cut into the components of the rule, or a [*SyntaxError].
func parse(rule tables.Rule, s string) (parsed, error) {
	return parseAs(rule, rule, s)
}

// parseAs is parse for the components of another rule, see [tables.Rule.Ends].
func parseAs(rule, of tables.Rule, s string) (parsed, error) {
	scheme, authority, path, query, err := rule.Ends(s, of)
	if err != nil {
		return parsed{}, err
	}
	return pack(s, ends{scheme, authority, path, query}), nil
}

// pack returns a string with its ends.
func pack(s string, e ends) parsed {
	if uint64(len(s)) >= longEnds {
		return parsed{s: s}
	}
	return parsed{s, uint64(e.scheme) | uint64(e.authority)<<32, uint64(e.path) | uint64(e.query)<<32}
}

// ends returns all ends at once.
func (p parsed) ends() ends {
	if uint64(len(p.s)) >= longEnds {
		return endsAgain(p.s)
	}
	return ends{int(uint32(p.front)), int(p.front >> 32), int(uint32(p.back)), int(p.back >> 32)}
}

// The ends, each in a function of its own, inlined by the compiler.

func (p parsed) schemeEnd() int {
	if uint64(len(p.s)) < longEnds {
		return int(uint32(p.front))
	}
	return endsAgain(p.s).scheme
}

func (p parsed) authorityEnd() int {
	if uint64(len(p.s)) < longEnds {
		return int(p.front >> 32)
	}
	return endsAgain(p.s).authority
}

func (p parsed) pathEnd() int {
	if uint64(len(p.s)) < longEnds {
		return int(uint32(p.back))
	}
	return endsAgain(p.s).path
}

func (p parsed) queryEnd() int {
	if uint64(len(p.s)) < longEnds {
		return int(p.back >> 32)
	}
	return endsAgain(p.s).query
}

type ends struct{ scheme, authority, path, query int }

// endsAgain parses a string again for its ends. An IRI is a reference with the same ends.
//
//go:noinline
func endsAgain(s string) (e ends) {
	e.scheme, e.authority, e.path, e.query, _ = ruleReference.Ends(s, ruleReference)
	return e
}

// String returns the string of the value.
func (p parsed) String() string { return p.s }

// HasScheme reports whether there is a scheme: whether it is an IRI and not a relative reference.
func (p parsed) HasScheme() bool { return p.schemeEnd() > 0 }

// Scheme returns the scheme, without the colon after it. It is "" exactly when there is no scheme.
func (p parsed) Scheme() string { return p.s[:max(0, p.schemeEnd()-chars.SchemeSuffix)] }

// HasAuthority reports whether there is an authority, possibly empty: "file:///etc" has one.
func (p parsed) HasAuthority() bool { return p.authorityEnd() > p.schemeEnd() }

// Authority returns the authority, without the "//" before it.
func (p parsed) Authority() string {
	return cut(p.s, p.schemeEnd(), chars.AuthorityPrefix, p.authorityEnd())
}

// Path returns the path. There always is one; it may be empty.
func (p parsed) Path() string { return p.s[p.authorityEnd():p.pathEnd()] }

// HasQuery reports whether there is a query, possibly empty: "a:?" has one.
func (p parsed) HasQuery() bool { return p.queryEnd() > p.pathEnd() }

// Query returns the query, without the "?" before it.
func (p parsed) Query() string { return cut(p.s, p.pathEnd(), chars.QueryPrefix, p.queryEnd()) }

// HasFragment reports whether there is a fragment, possibly empty: "a:#" has one.
func (p parsed) HasFragment() bool { return len(p.s) > p.queryEnd() }

// Fragment returns the fragment, without the "#" before it.
func (p parsed) Fragment() string { return cut(p.s, p.queryEnd(), chars.FragmentPrefix, len(p.s)) }

// cut returns s[from+prefix:to], and "" for a missing component.
func cut(s string, from, prefix, to int) string { return s[min(from+prefix, to):to] }

// A URI is an IRI of ASCII, and a URI reference is an IRI reference of ASCII. The compiler proves
// this by set algebra, and does not write dfa_gen.go otherwise. So URIs are values of the type IRI,
// and the tables of IRIs cut them into components.

// ParseURI returns the URI s (RFC 3986, appendix A) as an IRI, or a [*SyntaxError] of the rule URI.
// It keeps s and allocates memory only for the error.
func ParseURI(s string) (IRI, error) {
	p, err := parseAs(ruleURI, ruleIRI, s)
	return IRI{p}, err
}

// ParseURIReference returns the URI reference s (RFC 3986, appendix A), a URI or a relative
// reference of ASCII, as a Reference, or a [*SyntaxError] of the rule URI-reference. It keeps s and
// allocates memory only for the error.
func ParseURIReference(s string) (Reference, error) {
	p, err := parseAs(ruleURIReference, ruleReference, s)
	return Reference{p}, err
}

// IsURI reports whether the IRI is a URI: whether all of it is ASCII. The zero IRI is not a URI.
func (p IRI) IsURI() bool { return ruleURI.Valid(p.s) }

// IsURIReference reports whether the reference is a URI reference: whether all of it is ASCII. The
// zero Reference is one.
func (p Reference) IsURIReference() bool { return ruleURIReference.Valid(p.s) }

// IsZero reports whether the value is the zero value: whether its string is empty. The zero IRI is
// not an IRI; the zero Reference is the reference "". With the option omitzero, encoding/json
// leaves both out.
func (p parsed) IsZero() bool { return p.s == "" }

// Compare returns -1, 0 or 1 as the string of p is less than, equal to, or greater than that of j.
// The order is that of bytes, and so that of code points. The result is 0 exactly if p == j. Other
// IRIs may identify the same resource (RFC 3987, section 5). Use it with [slices.SortFunc].
func (p IRI) Compare(j IRI) int { return strings.Compare(p.s, j.s) }

// Compare is [IRI.Compare] for references.
func (p Reference) Compare(other Reference) int { return strings.Compare(p.s, other.s) }
