// Package explain gives the reason, in plain words, why a string is not an IRI, and a remedy.
//
//	why, _ := explain.IRI("http://example.org:80a/")
//	why.Code      // "port"
//	why.Message   // the port "80a" is not a number
//	why.Offset    // 19: that of the part at fault; the automaton stops at 22
//
// A [tables.SyntaxError] has the offset where the automaton stops, and the characters expected
// there. That offset is exact, and often after the mistake: "example.org:80a" may be the beginning
// of a user's name and password until the "/" comes. An explanation begins there and consults the
// tables of smaller rules: the port, the host, the groups of an IPv6 address (RFC 3986, section
// 3.2.2). An explanation never changes a verdict, because the text is cut at the delimiters of RFC
// 3986 only after its rule has refused it; a member has no explanation.
//
// [New] explains strings for any rule of any grammar. It finds the smaller rules by their names. A
// grammar without such rules has shorter explanations: the character found, and the characters
// expected.
//
// A remedy is advice. If it is one certain change, the explanation has the changed string too,
// after a check of the change: that string is a member, or its first mistake is after the change.
//
// Semantic Versioning covers the exported names of this package.
package explain

import (
	"slices"

	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// The search is package internal/explain, which imports no generated table, because the compiler of
// tables links it.

// IRI returns the reason why s is not an IRI (RFC 3987, section 2.2); ok is false if it is one. It
// links the tables of the rules that it reads, and takes time linear in len(s).
func IRI(s string) (why Explanation, ok bool) { return New(rfc3987.IRI, lookup).Explain(s) }

// Reference is [IRI] for IRI references.
func Reference(s string) (why Explanation, ok bool) {
	return New(rfc3987.IRIReference, lookup).Explain(s)
}

// lookup finds the rules of RFC 3987 that explanations of IRIs read. Of other rules it knows the
// names only, so that their tables are not linked. Tested against: rfc3987.Lookup, in
// TestIRIsAreExplainedByFewTables.
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

// An Explainer explains strings refused by one rule. It is not safe for concurrent use, but New is
// cheap. The functions [IRI] and [Reference] are safe for concurrent use.
type Explainer struct{ x *explain.Explainer }

// New returns an explainer for a rule. lookup finds the other rules of its grammar by their names,
// in any case; it may be nil. The function Lookup of a generated package is one.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	return &Explainer{explain.New(rule, lookup)}
}

// MaxBytes is the length of the longest string read as a whole by [Explainer.Explain]. For a longer
// one Explain copies no text: it explains the character at the error, as [Explainer.ExplainError]
// does.
const MaxBytes = explain.MaxBytes

// Explain returns the reason why s is not a member; ok is false if s is a member. It takes time
// linear in len(s). The explanation may refer to the bytes of s.
func (x *Explainer) Explain(s string) (why Explanation, ok bool) {
	e, ok := x.x.Explain(s)
	return Explanation(e), ok
}

// ExplainError explains a string too long for memory. It takes the error of the rule, and the text
// around the error: before ends at the offset of the error, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	return Explanation(x.x.ExplainError(e, before, after))
}

// ExplainPlaceholder is [Explainer.Explain] for a string with a placeholder: it explains the first
// one, although another mistake may come before it. ok is false if s has no placeholder or is a
// member.
func (x *Explainer) ExplainPlaceholder(s string) (why Explanation, ok bool) {
	e, ok := x.x.ExplainPlaceholder(s)
	return Explanation(e), ok
}

// An Explanation is the reason why a string is not a member of a rule.
type Explanation struct {
	Code    string // of the kind of mistake, such as "port": stable, see [Codes]
	Part    string // the part with the mistake: "port", "IPv6 address"; "" if it has no name
	Message string // the mistake, in words
	Remedy  string // how to mend it, in words, the best way first; "" if there is no certain way

	Offset int // offset in bytes of the part at fault
	Length int // length in bytes of the part at fault; 0 at the end of the string
	Column int // column in code points of the part at fault, from 1; a byte outside UTF-8 counts as one

	// Repaired is the string after the first change that Remedy names: a member, or a string whose
	// first mistake is after the change. It is "" if there is no such change, or if programs that read
	// "\" as "/" or drop tabs and line ends would find a different host in it.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the unchanged string,
	// or "".
	Accepting string

	// Stop is the error of the rule: the offset where its automaton stops, and the characters
	// expected there.
	Stop *tables.SyntaxError
}

// String returns the message, and after a semicolon the remedy.
func (e Explanation) String() string { return explain.Explanation(e).String() }

// Codes returns all codes in alphabetical order. "iri explain CODE" describes each.
func Codes() []string { return explain.Codes() }
