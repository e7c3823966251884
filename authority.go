package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Values do not store the subcomponents of the authority (RFC 3986, section 3.2). Accessors search
// for delimiters instead of walking a table. The compiler proves that these delimiters split every
// authority exactly as the automaton does (machine.Machine.VerifyAuthority).

// authority returns the authority and the offsets of the host within it. The host starts after a
// userinfo and its "@"; a port follows if end < len(s). Tested against: cutByHand in
// TestComponentsOfRandomMembers.
func (p parsed) authority() (s string, start, end int) {
	at := p.schemeEnd() + chars.AuthorityPrefix
	s = p.s[min(at, p.authorityEnd()):p.authorityEnd()]
	if isHost(p.s, at, len(s)) {
		return s, 0, len(s)
	}
	start = strings.IndexByte(s, '@') + chars.UserinfoSuffix
	host := s[start:]
	if host != "" && host[0] == '[' {
		return s, start, start + strings.IndexByte(host, ']') + 1
	}
	if colon := strings.IndexByte(host, ':'); colon >= 0 {
		return s, start, start + colon
	}
	return s, start, len(s)
}

// isHost reports whether the authority s[from:from+n] is known to contain neither "@" nor ":", as
// is true of most authorities. It reads three eight-byte words, which may extend beyond the
// authority.
//
// Rejected: two calls to IndexByte, with which reading all parts takes 1.14 times as long
// (urls.txt, Zen 5).
func isHost(s string, from, n int) bool {
	last := len(s) - 8
	if n > 24 || last < 0 {
		return false
	}
	w0, w1, w2 := chars.Word(s, min(from, last)), chars.Word(s, min(from+8, last)), chars.Word(s, min(from+16, last))
	at := chars.Marks(w0, '@') | chars.Marks(w1, '@') | chars.Marks(w2, '@')
	colon := chars.Marks(w0, ':') | chars.Marks(w1, ':') | chars.Marks(w2, ':')
	return (at|colon)&chars.HighBits == 0
}

// HasUserinfo reports whether there is a userinfo, possibly empty, as in "//@h".
func (p parsed) HasUserinfo() bool {
	_, start, _ := p.authority()
	return start > 0
}

// Userinfo returns the userinfo without the trailing "@".
func (p parsed) Userinfo() string {
	s, start, _ := p.authority()
	return s[:max(0, start-chars.UserinfoSuffix)]
}

// Username returns the userinfo before the first ":", without decoding it.
func (p parsed) Username() string {
	name, _, _ := strings.Cut(p.Userinfo(), ":")
	return name
}

// Password returns the userinfo after the first ":", without decoding it. ok is false if there is
// no ":". RFC 3986, section 3.2.1, deprecates passwords in URIs; see [IRI.Redacted].
func (p parsed) Password() (password string, ok bool) {
	_, password, ok = strings.Cut(p.Userinfo(), ":")
	return password, ok
}

// Host returns the host, including the brackets of an IP literal. It is "" if the host is empty or
// there is no authority.
func (p parsed) Host() string {
	s, start, end := p.authority()
	return s[start:end]
}

// Hostname returns the host without the brackets of an IP literal. Unlike [net/url.URL.Hostname] it
// does not decode the host. It is "" if there is no authority.
func (p parsed) Hostname() string {
	host := p.Host()
	if host != "" && host[0] == '[' { // the grammar requires "]" at the end
		return host[1 : len(host)-1]
	}
	return host
}

// HasPort reports whether there is a port, possibly empty, as in "//h:".
func (p parsed) HasPort() bool {
	s, _, end := p.authority()
	return end < len(s)
}

// Port returns the port without the leading ":". The port may contain any number of digits.
func (p parsed) Port() string {
	s, _, end := p.authority()
	return cut(s, end, chars.PortPrefix, len(s))
}

// PortNumber returns the port as a number; leading zeros are allowed. ok is false if the port is
// missing, empty or above 65535. RFC 3986, section 3.2.3, allows the last two.
func (p parsed) PortNumber() (n uint16, ok bool) { return chars.PortNumber(p.Port()) }

// PortOrDefault returns the port as a number or, if the port is missing or empty, the default port
// of the scheme (ftp, http, https, ws or wss; see [Normalizer]). ok is false if the port is above
// 65535, if it is missing or empty and the scheme has no default port, or if there is no authority.
func (p parsed) PortOrDefault() (n uint16, ok bool) {
	if p.Port() != "" || !p.HasAuthority() {
		return p.PortNumber()
	}
	return chars.DefaultPort(p.Scheme())
}

// SameOrigin reports whether two IRIs have the same origin (RFC 6454, section 5): the same scheme,
// host and port. It ignores the case of ASCII letters, decodes percent-encoded unreserved
// characters, compares IPv6 addresses by value, and replaces a missing port with the default port.
// It returns false, even for equal IRIs, if there is no host or no known port, as in "urn:a" and
// "file:///a".
//
// SameOrigin compares hosts as RFC 3986 defines them. Browsers interpret some hosts differently:
// use policy.StaysOn to check untrusted redirects.
func (p IRI) SameOrigin(j IRI) bool {
	a, hasA := p.PortOrDefault()
	b, hasB := j.PortOrDefault()
	n := Normalizer{Form: CaseForm | PercentForm | IPv6Form}
	return hasA && hasB && a == b && chars.EqualFold(p.Scheme(), j.Scheme()) && p.Host() != "" &&
		n.equalHosts(p.Host(), j.Host())
}

// A HostKind identifies the alternative of ihost that a host matches (RFC 3987, section 2.2).
type HostKind uint8

// The kinds of host. If two match, the first takes precedence (RFC 3986, section 3.2.2):
// "127.0.0.1" is an IPv4 address, although it also matches as a name.
const (
	NoHost        HostKind = 0                   // there is no authority
	IPv6Host      HostKind = 1 + hostIPv6address // an IPv6 address in brackets
	IPvFutureHost HostKind = 1 + hostIPvFuture   // an address of a future IP version in brackets: [v1.x]
	IPv4Host      HostKind = 1 + hostIPv4address // an IPv4 address in dotted-decimal notation
	RegNameHost   HostKind = 1 + hostIregName    // a registered name, such as a DNS name; it may be empty
)

// String returns the name of the rule: "IPv6address", "IPvFuture", "IPv4address" or "ireg-name".
// For [NoHost] it returns "none".
func (k HostKind) String() string {
	if k == NoHost {
		return "none"
	}
	return kindName(hostKinds, int(k)-1)
}

// HostKind returns the kind of host.
func (p parsed) HostKind() HostKind {
	if !p.HasAuthority() {
		return NoHost
	}
	return kindOf(p.Host())
}

// kindOf determines the kind of a host. A host that neither begins with "[" nor ends in a digit is
// a name (proven by machine.SetMachine.VerifyHost). The set hostKinds classifies all others. Tested
// against: TestKindsOfRandomMembers.
func kindOf(host string) HostKind {
	last := len(host) - 1
	if last < 0 || host[0] != '[' && host[last]-'0' > 9 {
		return RegNameHost
	}
	return HostKind(1 + hostKinds.First(host))
}

// Redacted returns the string with the password replaced by "xxxxx", like [net/url.URL.Redacted].
// Use it in logs. The password is the text after the first ":" of the userinfo (RFC 3986, section
// 3.2.1); Redacted also replaces an empty password. If there is no password, Redacted returns the
// string unchanged and does not allocate. The result is a valid IRI or reference.
//
// String, MarshalText and package fmt reveal the password. So do log/slog handlers, unless their
// ReplaceAttr is the function in package [policy/redact].
//
// [policy/redact]: https://pkg.go.dev/github.com/irilex/iri/policy/redact
func (p parsed) Redacted() string {
	const mask = "xxxxx"
	authority, host, _ := p.authority()
	colon := strings.IndexByte(authority[:host], ':')
	if colon < 0 {
		return p.s
	}
	start := p.schemeEnd() + chars.AuthorityPrefix
	password := Span{Start: start + colon + 1, End: start + host - chars.UserinfoSuffix}
	if p.s[password.Start:password.End] == mask {
		return p.s
	}
	return p.s[:password.Start] + mask + p.s[password.End:]
}
