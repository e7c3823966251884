// Package explain explains in plain words why a string is not an IRI and how to fix it.
//
//	why, _ := explain.IRI("http://example.org:80a/")
//	why.Code      // "port"
//	why.Message   // the port "80a" is not a number
//	why.Offset    // 19: that of the part at fault; the automaton stops at 22
//
// A [tables.SyntaxError] reports the offset where the automaton stops, and the characters expected
// there. That offset is exact, but it often lies after the actual mistake: until the "/",
// "example.org:80a" could be the beginning of a user name and a password. Package explain starts
// from that offset and checks the parts of the string: the port, the host, the groups of an IPv6
// address (RFC 3986, section 3.2.2). It never changes a verdict: it examines only strings that the
// rule has rejected.
//
// [New] returns an [Explainer] for any rule of any grammar. An Explainer looks up the rules for the
// parts by name. Without such rules, an explanation names only the character found and the
// characters expected.
//
// A remedy is only advice. If one change is certainly right, Repaired is the string after that
// change: it is valid, or its first remaining mistake lies after the change.
//
// Semantic Versioning covers the exported names of this package.
package explain

import (
	"slices"

	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// Package internal/explain finds the mistake. It does not import generated tables, because the
// table compiler links it.

// IRI explains why s is not an IRI (RFC 3987, section 2.2); ok is false if s is an IRI. It takes
// time linear in len(s). A program that calls it links only the tables that it reads.
func IRI(s string) (why Explanation, ok bool) { return New(rfc3987.IRI, lookup).Explain(s) }

// Reference is like [IRI] for IRI references.
func Reference(s string) (why Explanation, ok bool) {
	return New(rfc3987.IRIReference, lookup).Explain(s)
}

// lookup finds the rules of RFC 3987 that explanations of IRIs need. For other rules it only
// reports whether the name exists, so their tables are not linked. Tested against: rfc3987.Lookup,
// in TestIRIsAreExplainedByFewTables.
func lookup(name string) (rule tables.Rule, ok bool) {
	switch tables.FoldName(name) {
	case "iri":
		return rfc3987.IRI, true
	case "iri-reference":
		return rfc3987.IRIReference, true
	case "scheme":
		return rfc3987.Scheme, true
	case "iauthority":
		return rfc3987.Iauthority, true
	case "iuserinfo":
		return rfc3987.Iuserinfo, true
	case "ihost":
		return rfc3987.Ihost, true
	case "port":
		return rfc3987.Port, true
	case "ipv6address":
		return rfc3987.IPv6address, true
	case "ipvfuture":
		return rfc3987.IPvFuture, true
	case "ipv4address":
		return rfc3987.IPv4address, true
	case "h16":
		return rfc3987.H16, true
	case "dec-octet":
		return rfc3987.DecOctet, true
	case "iprivate":
		return rfc3987.Iprivate, true
	case "pct-encoded":
		return rfc3987.PctEncoded, true
	}
	return "", slices.Contains(rfc3987.Names(), name)
}

// An Explainer explains strings that one rule rejects. It is not safe for concurrent use, but New
// is cheap. The functions [IRI] and [Reference] are safe for concurrent use.
type Explainer struct{ x *explain.Explainer }

// New returns an explainer for a rule. lookup finds the other rules of the grammar by name,
// ignoring case; it may be nil. Generated packages provide such a function, named Lookup.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	return &Explainer{explain.New(rule, lookup)}
}

// MaxBytes is the maximum length of a string that [Explainer.Explain] reads in full. Explain does
// not copy text from a longer string: it explains the character at the error, as
// [Explainer.ExplainError] does.
const MaxBytes = explain.MaxBytes

// Explain explains why s does not match the rule; ok is false if s matches. It takes time linear in
// len(s). The explanation may alias s.
func (x *Explainer) Explain(s string) (why Explanation, ok bool) {
	e, ok := x.x.Explain(s)
	return Explanation(e), ok
}

// ExplainError explains a string that is too long to hold in memory. Pass the rule's error and the
// text on both sides of the error: before ends at e.Offset, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	return Explanation(x.x.ExplainError(e, before, after))
}

// ExplainPlaceholder is like [Explainer.Explain], but explains the first placeholder in s even if
// another mistake precedes it. ok is false if s contains no placeholder or matches the rule.
func (x *Explainer) ExplainPlaceholder(s string) (why Explanation, ok bool) {
	e, ok := x.x.ExplainPlaceholder(s)
	return Explanation(e), ok
}

// An Explanation describes why a string does not match a rule.
type Explanation struct {
	Code    string // kind of mistake, such as "port"; see [Codes]
	Part    string // part that contains the mistake: "port", "IPv6 address"; "" if it has no name
	Message string // what is wrong
	Remedy  string // how to correct it, the best way first; "" if no way is certain

	Offset int // byte offset of the part at fault
	Length int // byte length of the part at fault; 0 at the end of the string
	Column int // column of the part, in code points from 1; an invalid byte counts as a code point

	// Repaired is the string after the first change that Remedy names. It matches the rule, or its
	// first remaining mistake lies after the change. It is "" if there is no such change, or if a
	// program that treats "\" as "/" or drops tabs and line breaks would find a different host in
	// it.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the unchanged string, or
	// "".
	Accepting string

	// Stop is the rule's error: the offset where the automaton stops, and the characters expected
	// there.
	Stop *tables.SyntaxError
}

// String returns the message, followed by a semicolon and the remedy if there is one.
func (e Explanation) String() string { return explain.Explanation(e).String() }

// Codes returns all codes in alphabetical order. The command "iri explain CODE" describes a code.
func Codes() []string { return explain.Codes() }
