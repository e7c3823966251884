package iri

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables"
)

// An IRI holds a valid IRI and the offsets of its components. IRIs are comparable: two IRIs are
// equal if their strings are equal. The zero IRI is not valid; its string and its components are
// empty. On 64-bit platforms an IRI occupies 32 bytes, not counting the bytes of its string.
type IRI struct{ parsed }

// A Reference holds a valid IRI reference and the offsets of its components. An IRI reference is an
// IRI or a relative reference. References are comparable: two references are equal if their strings
// are equal. The zero Reference is the valid reference "".
type Reference struct{ parsed }

// Parse parses s as an IRI (RFC 3987, section 2.2). The error is a [*SyntaxError]. The result
// aliases s; Parse allocates only when it returns an error.
func Parse(s string) (IRI, error) {
	p, err := parse(ruleIRI, s)
	return IRI{p}, err
}

// MustParse is like [Parse], but panics if s is not an IRI. Use it for constants.
func MustParse(s string) IRI {
	i, err := Parse(s)
	if err != nil {
		panic("iri: Parse(" + strconv.Quote(s) + "): " + err.Error())
	}
	return i
}

// ParseReference parses s as an IRI reference (RFC 3987, section 2.2). The error is a
// [*SyntaxError]. The result aliases s; ParseReference allocates only when it returns an error.
func ParseReference(s string) (Reference, error) {
	p, err := parse(ruleReference, s)
	return Reference{p}, err
}

// MustParseReference is like [ParseReference], but panics if s is not a reference. Use it for
// constants.
func MustParseReference(s string) Reference {
	r, err := ParseReference(s)
	if err != nil {
		panic("iri: ParseReference(" + strconv.Quote(s) + "): " + err.Error())
	}
	return r
}

// Reference returns the IRI as a reference.
func (p IRI) Reference() Reference { return Reference(p) }

// IRI returns the reference as an IRI. ok is false if the reference is relative.
func (p Reference) IRI() (i IRI, ok bool) {
	if !p.HasScheme() {
		return IRI{}, false
	}
	return IRI(p), true
}

// parsed is a string with the ends of its components, delimiters included: a scheme ends after its
// colon, and an authority, a query and a fragment begin with their delimiters. A component other
// than the path therefore has length 0 if and only if it is missing.
//
//	0 ≤ scheme ≤ authority ≤ path ≤ query ≤ len(s)
//
// It is four words long, the largest struct that Go keeps in registers. If len(s) ≥ longEnds, front
// and back are 0, and each access parses s again.
type parsed struct {
	s     string
	front uint64 // the ends of the scheme and, in the upper half, of the authority
	back  uint64 // the ends of the path and, in the upper half, of the query
}

// The ends belong to the first four components of a rule. If the grammar listed them in a different
// order, this would not compile.
const _ uint = -(schemeComponent | (authorityComponent ^ 1) | (pathComponent ^ 2) | (queryComponent ^ 3))

// parse returns s with the ends of the components that the rule finds, or a [*SyntaxError].
func parse(rule tables.Rule, s string) (parsed, error) {
	return parseAs(rule, rule, s)
}

// parseAs is like parse, but finds the components of another rule; see [tables.Rule.Ends].
func parseAs(rule, of tables.Rule, s string) (parsed, error) {
	scheme, authority, path, query, err := rule.Ends(s, of)
	if err != nil {
		return parsed{}, err
	}
	return pack(s, ends{scheme, authority, path, query}), nil
}

// pack returns s with its ends e.
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

// Each end has its own function, small enough to be inlined.

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

// endsAgain parses s again to find its ends. An IRI parsed as a reference has the same ends.
//
//go:noinline
func endsAgain(s string) (e ends) {
	e.scheme, e.authority, e.path, e.query, _ = ruleReference.Ends(s, ruleReference)
	return e
}

// String returns the IRI or reference as a string.
func (p parsed) String() string { return p.s }

// HasScheme reports whether there is a scheme. Only relative references and the zero IRI lack a
// scheme.
func (p parsed) HasScheme() bool { return p.schemeEnd() > 0 }

// Scheme returns the scheme without the colon, or "" if there is none.
func (p parsed) Scheme() string { return p.s[:max(0, p.schemeEnd()-chars.SchemeSuffix)] }

// HasAuthority reports whether there is an authority, possibly empty, as in "file:///etc".
func (p parsed) HasAuthority() bool { return p.authorityEnd() > p.schemeEnd() }

// Authority returns the authority without the leading "//".
func (p parsed) Authority() string {
	return cut(p.s, p.schemeEnd(), chars.AuthorityPrefix, p.authorityEnd())
}

// Path returns the path. It always exists, but may be empty.
func (p parsed) Path() string { return p.s[p.authorityEnd():p.pathEnd()] }

// HasQuery reports whether there is a query, possibly empty, as in "a:?".
func (p parsed) HasQuery() bool { return p.queryEnd() > p.pathEnd() }

// Query returns the query without the leading "?".
func (p parsed) Query() string { return cut(p.s, p.pathEnd(), chars.QueryPrefix, p.queryEnd()) }

// HasFragment reports whether there is a fragment, possibly empty, as in "a:#".
func (p parsed) HasFragment() bool { return len(p.s) > p.queryEnd() }

// Fragment returns the fragment without the leading "#".
func (p parsed) Fragment() string { return cut(p.s, p.queryEnd(), chars.FragmentPrefix, len(p.s)) }

// cut returns s[from+prefix:to], or "" for a missing component.
func cut(s string, from, prefix, to int) string { return s[min(from+prefix, to):to] }

// A URI is an ASCII-only IRI, and a URI reference is an ASCII-only IRI reference. The compiler
// proves both by set algebra before it writes dfa_gen.go. A URI is therefore a value of type IRI,
// and the IRI tables find its components.

// ParseURI parses s as a URI (RFC 3986, appendix A). The error is a [*SyntaxError] for the rule
// URI. The result aliases s; ParseURI allocates only when it returns an error.
func ParseURI(s string) (IRI, error) {
	p, err := parseAs(ruleURI, ruleIRI, s)
	return IRI{p}, err
}

// ParseURIReference parses s as a URI reference (RFC 3986, appendix A): a URI or a relative
// reference in ASCII. The error is a [*SyntaxError] for the rule URI-reference. The result aliases
// s; ParseURIReference allocates only when it returns an error.
func ParseURIReference(s string) (Reference, error) {
	p, err := parseAs(ruleURIReference, ruleReference, s)
	return Reference{p}, err
}

// IsURI reports whether the IRI is a URI, that is, whether it contains only ASCII. The zero IRI is
// not a URI.
func (p IRI) IsURI() bool { return ruleURI.Valid(p.s) }

// IsURIReference reports whether the reference is a URI reference, that is, whether it contains
// only ASCII. The zero Reference is a URI reference.
func (p Reference) IsURIReference() bool { return ruleURIReference.Valid(p.s) }

// IsZero reports whether the value is the zero value, that is, whether its string is empty. With
// the omitzero option, encoding/json omits fields for which IsZero returns true.
func (p parsed) IsZero() bool { return p.s == "" }

// Compare returns -1, 0 or 1 if p is less than, equal to or greater than j in byte order, which is
// also the order of code points. The result is 0 only if p == j, although different IRIs may
// identify the same resource (RFC 3987, section 5). Use it with [slices.SortFunc].
func (p IRI) Compare(j IRI) int { return strings.Compare(p.s, j.s) }

// Compare is like [IRI.Compare] for references.
func (p Reference) Compare(other Reference) int { return strings.Compare(p.s, other.s) }
