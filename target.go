package iri

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// A Target is an HTTP request target, the second word of the request line (RFC 9112, section 3.2).
// Targets are comparable: two targets are equal if their strings and kinds are equal. The zero
// Target is not valid; its string and its parts are empty.
type Target struct {
	s    parsed // split into components only for an absolute form
	cut  int    // end of the path of an origin form, or of the host of an authority form
	kind TargetKind
}

// A TargetKind is the form of a target (RFC 9112, section 3.2).
type TargetKind uint8

// The kinds of target. The kind of the zero Target is 0.
const (
	OriginTarget    TargetKind = iota + 1 // a path and an optional query: /search?q=x
	AbsoluteTarget                        // a URI without a fragment, as sent to a proxy: http://example.org/a
	AuthorityTarget                       // a host and a port, for CONNECT: example.org:443
	AsteriskTarget                        // "*", for OPTIONS on the entire server
)

// String returns the name of the form in RFC 9112: "origin-form", "absolute-form", "authority-form"
// or "asterisk-form". For 0 it returns "none".
func (k TargetKind) String() string {
	switch k {
	case 0:
		return "none"
	case OriginTarget:
		return "origin-form"
	case AbsoluteTarget:
		return "absolute-form"
	case AuthorityTarget:
		return "authority-form"
	case AsteriskTarget:
		return "asterisk-form"
	}
	return "unknown"
}

// ParseTarget parses s as the target of a request with the given method, which is case-sensitive.
// CONNECT requires an [AuthorityTarget]. Other methods require an [OriginTarget] or an
// [AbsoluteTarget]; OPTIONS also allows an [AsteriskTarget]. The result aliases s; ParseTarget
// allocates only when it returns an error. If a single character is at fault, the error wraps a
// [*SyntaxError].
//
// A string that begins with "/" is a path, even "//evil.example/x", in which [ParseReference] and
// net/url.Parse find an authority. ParseTarget adds two requirements to the grammar: an http or
// https URI must contain a host (RFC 9110, sections 4.2.1 and 4.2.2), and the target of CONNECT
// must consist of a host and a port of at most 65535 (section 9.3.6).
//
// Brackets must be percent-encoded in a query (RFC 3986, section 3.4), so ParseTarget rejects
// "/?a[]=1", which browsers send and net/http accepts. In a GET request, "example.org:443" is a URI
// with the scheme "example.org": check the scheme of [Target.URI]. ParseTarget accepts a userinfo,
// although RFC 9110, section 4.2.4, advises recipients to treat it as an error.
func ParseTarget(method, s string) (Target, error) {
	switch {
	case method == "CONNECT":
		return parseAuthorityTarget(s)
	case s == "":
		return Target{}, &targetError{text: `must not be empty; write "/" for the root`}
	case s[0] == '/':
		return parseOriginTarget(s)
	case s == "*" && method == "OPTIONS":
		return Target{s: parsed{s: s}, kind: AsteriskTarget}, nil
	case s == "*":
		return Target{}, &targetError{text: `"*" is allowed only for OPTIONS; write "/" for the root`}
	}
	return parseAbsoluteTarget(s)
}

// parseOriginTarget splits s at the first "?". The table cannot find the query: the minimal
// automaton uses the same state for paths and queries. Tested against: slowTarget.
func parseOriginTarget(s string) (Target, error) {
	if e, ok := ruleOriginForm.Check(s).(*SyntaxError); ok {
		component := Path
		if strings.Contains(s[:e.Offset], "?") {
			component = Query
		}
		text := "column " + strconv.Itoa(e.Column) + ", in the " + component.String() + ": " + e.Message()
		switch {
		case strings.HasPrefix(s[e.Offset:], "#"):
			text += "; a request target cannot contain a fragment; remove it"
		case e.AtEnd:
			text += "; percent-encode it"
		}
		return Target{}, &targetError{text, e}
	}
	path, _, _ := strings.Cut(s, "?")
	return Target{s: parsed{s: s}, cut: len(path), kind: OriginTarget}, nil
}

func parseAbsoluteTarget(s string) (Target, error) {
	uri, err := ParseURI(s)
	if e, ok := err.(*SyntaxError); ok {
		text := "column " + strconv.Itoa(e.Column) + ": " + e.Message()
		if !strings.Contains(s[:e.Offset], ":") {
			text += `; a target begins with "/", or with a scheme and ":"`
		}
		return Target{}, &targetError{text, e}
	}
	switch {
	case uri.HasFragment():
		return Target{}, &targetError{text: `a request target cannot contain a fragment; remove it and the "#"`}
	case uri.lacksHost():
		return Target{}, &targetError{text: `a URI with this scheme needs a host, as in "http://example.org/"`}
	}
	return Target{s: uri.parsed, kind: AbsoluteTarget}, nil
}

// lacksHost reports whether p is an http or https URI without a host.
func (p parsed) lacksHost() bool { return p.Host() == "" && chars.IsOneOf(p.Scheme(), "http", "https") }

func parseAuthorityTarget(s string) (Target, error) {
	const remedy = `; CONNECT takes a host and a port, as in "example.org:443"`
	if e, ok := ruleAuthorityForm.Check(s).(*SyntaxError); ok {
		return Target{}, &targetError{"column " + strconv.Itoa(e.Column) + ": " + e.Message() + remedy, e}
	}
	cut := strings.LastIndexByte(s, ':') // a port contains only digits
	_, ok := chars.PortNumber(s[cut+chars.PortPrefix:])
	switch {
	case cut == 0:
		return Target{}, &targetError{text: "the host is empty" + remedy}
	case !ok:
		return Target{}, &targetError{text: "the port is not a number up to 65535" + remedy}
	}
	return Target{s: parsed{s: s}, cut: cut, kind: AuthorityTarget}, nil
}

// A targetError is the error of [ParseTarget].
type targetError struct {
	text   string
	syntax *SyntaxError // nil if no single character is at fault
}

func (e *targetError) Error() string { return "request target: " + e.text }

func (e *targetError) Unwrap() error {
	if e.syntax == nil {
		return nil
	}
	return e.syntax
}

// Kind returns the form of the target (RFC 9112, section 3.2).
func (t Target) Kind() TargetKind { return t.kind }

// String returns the target as it was parsed.
func (t Target) String() string { return t.s.s }

// Path returns the path without decoding it. It is empty for [AuthorityTarget] and
// [AsteriskTarget], and may be empty for [AbsoluteTarget].
func (t Target) Path() string {
	switch t.kind {
	case OriginTarget:
		return t.s.s[:t.cut]
	case AbsoluteTarget:
		return t.s.Path()
	}
	return ""
}

// HasQuery reports whether there is a query, possibly empty, as in "/?".
func (t Target) HasQuery() bool {
	return t.kind == OriginTarget && t.cut < len(t.s.s) || t.kind == AbsoluteTarget && t.s.HasQuery()
}

// Query returns the query without the leading "?" and without decoding it.
func (t Target) Query() string {
	switch t.kind {
	case OriginTarget:
		return cut(t.s.s, t.cut, chars.QueryPrefix, len(t.s.s))
	case AbsoluteTarget:
		return t.s.Query()
	}
	return ""
}

// Pairs returns the pairs of the query.
func (t Target) Pairs() Pairs { return Pairs{query: t.Query()} }

// Host returns the host of an [AuthorityTarget] or an [AbsoluteTarget], including the brackets of
// an IP literal. It is empty for the other kinds: their host is in the Host header field.
func (t Target) Host() string {
	switch t.kind {
	case AuthorityTarget:
		return t.s.s[:t.cut]
	case AbsoluteTarget:
		return t.s.Host()
	}
	return ""
}

// Port returns the port of an [AuthorityTarget] or an [AbsoluteTarget], without the leading ":".
func (t Target) Port() string {
	switch t.kind {
	case AuthorityTarget:
		return t.s.s[t.cut+chars.PortPrefix:]
	case AbsoluteTarget:
		return t.s.Port()
	}
	return ""
}

// URI returns the target URI of the request (RFC 9110, section 7.1; RFC 9112, section 3.3). The
// scheme must be the scheme of the connection, "https" or "http"; the authority is the value of the
// Host header field. URI copies the path and the query byte for byte: "//evil.example/x" with the
// authority "example.org" becomes "https://example.org//evil.example/x".
//
// For an [AbsoluteTarget], URI returns the target and ignores both arguments, because servers must
// ignore the Host field (RFC 9112, section 3.2.2). For an [AuthorityTarget] it ignores the
// authority argument. The path for an AuthorityTarget and an [AsteriskTarget] is empty.
//
// The error is a [*PartError] if the scheme or the authority is malformed, the authority contains a
// userinfo, the host of an http or https URI is empty, or t is the zero Target.
func (t Target) URI(scheme, authority string) (IRI, error) {
	path := t.s.s
	switch t.kind {
	case AbsoluteTarget:
		return IRI{t.s}, nil
	case AuthorityTarget:
		authority, path = path, ""
	case AsteriskTarget:
		path = ""
	case 0:
		return IRI{}, &PartError{Component: Path, text: "the Target is the zero value; call ParseTarget"}
	}
	uri, err := ParseURI(scheme + "://" + authority + path)
	if err == nil && uri.Scheme() == scheme && uri.Authority() == authority &&
		!uri.HasUserinfo() && !uri.lacksHost() {
		return uri, nil
	}
	return IRI{}, checkAuthority(scheme, authority)
}

// checkAuthority explains why a request cannot use the given scheme and authority.
func checkAuthority(scheme, authority string) *PartError {
	if e, ok := ruleScheme.Check(scheme).(*SyntaxError); ok {
		return &PartError{Component: Scheme, Syntax: e}
	}
	switch {
	case strings.Contains(authority, "@"):
		return &PartError{Component: Userinfo, text: `not allowed in the Host field; remove it and the "@"`}
	case !chars.IsASCII(authority):
		return &PartError{Component: Host, text: "must be ASCII; convert it to a DNS name (see IRI.ToURIFunc)"}
	}
	if e, ok := ruleAuthorityForm.Check(authority).(*SyntaxError); ok && !ruleAuthorityForm.Valid(authority+":") {
		return &PartError{Component: Authority, Syntax: e}
	}
	return &PartError{Component: Host, text: "must not be empty in an http or https URI"}
}
