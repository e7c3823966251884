package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Values do not keep the subcomponents of the authority (RFC 3986, section 3.2). An accessor
// searches for the delimiters of its part, and walks no table. The compiler has proven that these
// delimiters cut every authority like the states of its automaton
// (machine.Machine.VerifyAuthority).

// authority returns the authority, and two offsets in it: the start of the host, after a userinfo
// and its "@", and the end of the host. A port follows if the authority does not end there. Twin:
// cutByHand in TestComponentsOfRandomMembers.
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

// isHost reports whether the authority of n bytes at offset from of s is certain to have no "@" and
// no ":", like most authorities. It reads three words of eight bytes, including other bytes of s.
//
// Rejected: two calls of IndexByte. All parts one by one take 1.14 times as long (urls.txt, Zen 5).
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

// HasUserinfo reports whether the authority has a userinfo, possibly empty: "//@h" has one.
func (p parsed) HasUserinfo() bool {
	_, start, _ := p.authority()
	return start > 0
}

// Userinfo returns the userinfo, without the "@" after it.
func (p parsed) Userinfo() string {
	s, start, _ := p.authority()
	return s[:max(0, start-chars.UserinfoSuffix)]
}

// Username returns the text of the userinfo before its first ":", not decoded.
func (p parsed) Username() string {
	name, _, _ := strings.Cut(p.Userinfo(), ":")
	return name
}

// Password returns the text of the userinfo after its first ":", not decoded, and whether there is
// a ":". RFC 3986, section 3.2.1, deprecates passwords in URIs; see [IRI.Redacted].
func (p parsed) Password() (password string, ok bool) {
	_, password, ok = strings.Cut(p.Userinfo(), ":")
	return password, ok
}

// Host returns the host, with the brackets of an IP literal. An authority always has a host,
// possibly empty. Without an authority it is "".
func (p parsed) Host() string {
	s, start, end := p.authority()
	return s[start:end]
}

// Hostname returns the host without the brackets of an IP literal, as [net/url.URL.Hostname] does;
// but it does not decode. Without an authority it is "".
func (p parsed) Hostname() string {
	host := p.Host()
	if host != "" && host[0] == '[' { // then the grammar has a "]" at the end
		return host[1 : len(host)-1]
	}
	return host
}

// HasPort reports whether the authority has a port, possibly empty: "//h:" has one.
func (p parsed) HasPort() bool {
	s, _, end := p.authority()
	return end < len(s)
}

// Port returns the port, without the ":" before it: digits, of any number.
func (p parsed) Port() string {
	s, _, end := p.authority()
	return cut(s, end, chars.PortPrefix, len(s))
}

// PortNumber returns the port as a number. It reports false if the port is missing, empty or above
// 65535; RFC 3986, section 3.2.3, allows these. Zeros may come first, any number of them.
func (p parsed) PortNumber() (n uint16, ok bool) { return chars.PortNumber(p.Port()) }

// PortOrDefault returns the port as a number, or the default port of the scheme if the port is
// missing or empty: that of ftp, http, https, ws and wss, see [Normalizer]. It reports false for
// any other scheme without a port, without an authority, and for a port above 65535.
func (p parsed) PortOrDefault() (n uint16, ok bool) {
	if p.Port() != "" || !p.HasAuthority() {
		return p.PortNumber()
	}
	return chars.DefaultPort(p.Scheme())
}

// SameOrigin reports whether two IRIs have the same origin (RFC 6454, section 5): equal schemes,
// hosts and ports. Letters of ASCII match in either case, percent-encodings match the unreserved
// characters that they encode, IPv6 addresses match in any spelling, and a missing port is the
// default one. SameOrigin returns false, even for an IRI and itself, if there is no host, or no
// port and no default port of the scheme: "urn:a", "file:///a".
//
// Hosts are compared as RFC 3986 defines them. Browsers read some hosts differently: check
// untrusted redirects with StaysOn of package policy.
func (p IRI) SameOrigin(j IRI) bool {
	a, hasA := p.PortOrDefault()
	b, hasB := j.PortOrDefault()
	n := Normalizer{Form: CaseForm | PercentForm | IPv6Form}
	return hasA && hasB && a == b && chars.EqualFold(p.Scheme(), j.Scheme()) && p.Host() != "" &&
		n.equalHosts(p.Host(), j.Host())
}

// A HostKind is the alternative of the rule ihost (RFC 3987, section 2.2) for a host.
type HostKind uint8

// The kinds of host. If two fit, the first wins (RFC 3986, section 3.2.2): "127.0.0.1" is an IPv4
// address, although it has the form of a name too.
const (
	NoHost        HostKind = 0                   // there is no authority
	IPv6Host      HostKind = 1 + hostIPv6address // an IPv6 address in brackets
	IPvFutureHost HostKind = 1 + hostIPvFuture   // an address of a later version in brackets: [v1.x]
	IPv4Host      HostKind = 1 + hostIPv4address // an IPv4 address in dotted decimals
	RegNameHost   HostKind = 1 + hostIregName    // a registered name, such as a DNS name; it may be empty
)

// String returns the rule, "IPv6address", "IPvFuture", "IPv4address" or "ireg-name", and "none" for
// [NoHost].
func (k HostKind) String() string {
	if k == NoHost {
		return "none"
	}
	return kindName(hostKinds, int(k)-1)
}

// HostKind returns the kind of the host.
func (p parsed) HostKind() HostKind {
	if !p.HasAuthority() {
		return NoHost
	}
	return kindOf(p.Host())
}

// kindOf returns the kind of a host. A host without "[" at its beginning and without a digit at its
// end is a name (machine.SetMachine.VerifyHost has the proof). The set reads the others. Twin:
// TestKindsOfRandomMembers.
func kindOf(host string) HostKind {
	last := len(host) - 1
	if last < 0 || host[0] != '[' && host[last]-'0' > 9 {
		return RegNameHost
	}
	return HostKind(1 + hostKinds.First(host))
}

// Redacted returns the string with "xxxxx" in place of a password, for logs, as
// [net/url.URL.Redacted] does. The password is the text after the first ":" of the userinfo (RFC
// 3986, section 3.2.1). An empty password is replaced, too, so the result does not tell it from
// another. A string without a password is returned as it is, without an allocation. The result is
// an IRI, or a reference, if the string is.
//
// String, MarshalText and package fmt show the password. So do the handlers of log/slog, unless
// their ReplaceAttr is the function of package [policy/redact].
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
