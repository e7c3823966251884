package iri

// The subcomponents of an authority (RFC 3986, section 3.2) are not kept: whoever asks for
// one walks the authority, on the table of its rule. An authority is short, and most users
// never ask.

// authority returns the authority, and where in it the userinfo ends with its "@", and the host; both are 0 when there is none.
func (p *parsed) authority() (s string, userinfoEnd, hostEnd int) {
	s = p.Authority()
	x, _ := ruleAuthority.Split(s)
	return s, x[userinfoComponent], x[userinfoComponent] + x[hostComponent]
}

// HasUserinfo reports whether the authority has a userinfo, which may be empty: "//@h" has one.
func (p parsed) HasUserinfo() bool {
	_, end, _ := p.authority()
	return end > 0
}

// Userinfo returns the userinfo, without the "@" behind it.
func (p parsed) Userinfo() string {
	s, end, _ := p.authority()
	return s[:max(0, end-userinfoSuffix)]
}

// Host returns the host, with the brackets of an IP literal. An authority always has
// one, which may be empty; where there is no authority it is "".
func (p parsed) Host() string {
	s, start, end := p.authority()
	return s[start:end]
}

// HasPort reports whether the authority has a port, which may be empty: "//h:" has one.
func (p parsed) HasPort() bool {
	s, _, end := p.authority()
	return len(s) > end
}

// Port returns the port, without the ":" in front of it: digits, of any number.
func (p parsed) Port() string {
	s, _, end := p.authority()
	return cut(s, end, portPrefix, len(s))
}

// A HostKind says which alternative of the rule ihost (RFC 3987, section 2.2) a host is.
type HostKind uint8

// The kinds of host. Where two fit the first wins (RFC 3986, section 3.2.2): "127.0.0.1" is
// an IPv4 address, although it has the form of a name too.
const (
	NoHost      HostKind = 0                   // there is no authority
	IPv6Host    HostKind = 1 + hostIPv6address // an IPv6 address in brackets
	FutureHost  HostKind = 1 + hostIPvFuture   // an address of a later version in brackets: [v1.x]
	IPv4Host    HostKind = 1 + hostIPv4address // an IPv4 address in dotted decimals
	RegNameHost HostKind = 1 + hostIregName    // a registered name, such as a DNS name; it may be empty
)

// String returns "none", "IPv6address", "IPvFuture", "IPv4address" or "ireg-name": the rule, but for the first.
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
	return HostKind(1 + hostKinds.First(p.Host()))
}
