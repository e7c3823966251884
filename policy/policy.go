// Package policy decides which valid IRIs a program accepts, by scheme, host, port, components and
// characters.
//
//	web := policy.MustNew(policy.Config{Schemes: []string{"https"}, Forbid: iri.Userinfo})
//	err := web.Check(i) // or web.CheckReference(r)
//
// A policy compares text. It does not resolve names, know default ports, or follow redirects. A
// program that must not contact internal servers must also check the address of each connection, as
// package [guard] does for net/http clients. [StaysOn] prevents open redirects.
//
// Semantic Versioning covers the exported names of this package.
//
// [guard]: https://pkg.go.dev/github.com/irilex/iri/policy/guard
package policy

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/profiles"
	"github.com/irilex/iri/tables/rfc3987"
)

// A Config describes the IRIs that a program accepts. Each field, if set, rejects some IRIs; the
// zero Config accepts all IRIs.
type Config struct {
	// Schemes lists the allowed schemes, in any case and without a colon. If it is nil, all schemes
	// are allowed; if it is empty but not nil, none are.
	Schemes []string

	// Require is the set of components that must be present and not empty. Forbid is the set of
	// components that must be absent: "http:///p" lacks a required host, and "a:#" contains a
	// forbidden fragment. An empty path counts as absent.
	Require, Forbid iri.Component

	// Hosts lists the allowed hosts. If it is nil, all hosts and IRIs without an authority are
	// allowed. An entry that begins with "." allows all longer hosts that end with it:
	// ".example.org" allows "www.example.org", but not "example.org". Only the case of ASCII
	// letters is ignored: "[::1]" does not allow "[0::1]", and "example.org" does not allow
	// "example.org.". IP literals include their brackets. Percent-encoded hosts are never allowed.
	// A non-ASCII host is allowed only by an identical entry, because programs map characters such
	// as "／" to delimiters that end the host. The entry "" allows an empty host; use it only with
	// schemes such as file, because browsers treat "http:///h/" as "http://h/".
	Hosts []string

	// DenyHosts lists hosts to reject even if Hosts allows them. Entries are written as in Hosts, in
	// ASCII: "localhost", ".internal", "[::1]", "192.0.2.1". No spelling of a host evades an entry.
	// Names are percent-decoded, lowercased and stripped of one trailing dot before the comparison.
	// Addresses are compared by value, and IPv4-mapped addresses as IPv4 addresses.
	//
	// A policy with DenyHosts, NoAddresses or PublicAddresses also rejects IRIs in which a
	// different program could find a denied host. It rejects a host with a percent-encoded
	// delimiter or with characters that programs map to ASCII or drop ("ⓛocalhost"). It also
	// rejects a missing or empty host with http, https, ws, wss and ftp, because browsers treat
	// "https:evil.example" as "https://evil.example". If an entry contains "xn--", every non-ASCII
	// host is rejected, because a Policy does not compute Punycode.
	DenyHosts []string

	// NoAddresses rejects IP addresses (IPv6, IPvFuture and IPv4) and the names that NoNumericNames
	// rejects.
	NoAddresses bool

	// PublicAddresses rejects IP addresses for which [IsPublic] returns false, IPvFuture addresses,
	// the names that NoNumericNames rejects, an empty host, and the names of the local machine:
	// "localhost" and names that end in ".localhost" (RFC 6761, section 6.3).
	//
	// It accepts all other names, although any name may resolve to any address: "127.0.0.1.nip.io"
	// resolves to 127.0.0.1. Check the address of each connection; see package guard. List the names
	// of private networks, such as ".local" and ".internal", in DenyHosts.
	PublicAddresses bool

	// Ports lists the allowed ports, and MaxPort is the largest allowed port. nil and 0 allow all
	// ports, even numbers above 65535. Leading zeros are ignored. A missing or empty port is allowed:
	// it means the default port of the scheme; see Schemes.
	Ports   []uint16
	MaxPort uint16

	// NoNumericNames rejects registered names that end in a number, such as "2130706433", "0x7f.1",
	// "0177.0.0.1" and "%31%32%37.1", because browsers and inet_aton interpret them as IPv4
	// addresses. This includes digits and dots that browsers map to ASCII, such as full-width
	// digits. It does not reject an IPv4address as defined in RFC 3986. See
	// [profiles.EndsInNumber].
	//
	// [profiles.EndsInNumber]: https://pkg.go.dev/github.com/irilex/iri/tables/profiles#EndsInNumber
	NoNumericNames bool

	// NoBidi rejects bidirectional formatting characters: U+061C, U+200E, U+200F, U+202A to U+202E,
	// U+2066 to U+2069. RFC 3987, section 4.1, forbids all of them except U+061C and U+2066 to U+2069,
	// which are newer.
	NoBidi bool
}

// A Policy checks IRIs against a [Config]. Create one with [New]. A Policy is safe for concurrent
// use.
type Policy struct {
	config Config
	more   bool         // whether a field of config other than Schemes is set
	denied []netip.Addr // the addresses in DenyHosts, unmapped
}

// Check returns an [*Error] if the policy rejects the IRI. It checks the scheme, forbidden and
// required components, the host, the port, and characters, in this order, and reports the first
// violation. It takes time linear in the length of the IRI, and allocates only when it returns an
// error. It always rejects the zero IRI, because its scheme is missing.
func (p *Policy) Check(i iri.IRI) error {
	if i.IsZero() {
		return newError(breachOf(componentMissing, iri.Scheme), p, i.Reference())
	}
	return p.check(i.Reference())
}

// CheckReference is like [Policy.Check] for a reference. If Schemes is set, it rejects relative
// references.
func (p *Policy) CheckReference(r iri.Reference) error { return p.check(r) }

// check compares four bytes at each end of the scheme with the list: most schemes are 4 to 8
// letters long and are spelled as on the list. Everything else is left to other functions, to keep
// the stack frame small: the call itself takes half of check's time.
//
// Rejected: a separate function for the comparison. Parse and Check together would take 1.35 times
// as long as Parse, instead of 1.25 times (urls.txt, Xeon).
func (p *Policy) check(r iri.Reference) error {
	if p.config.Schemes != nil {
		s := r.String()
		if len(s) <= 8 {
			return p.checkMore(r)
		}
		w := chars.Word(s, 0)
		for _, entry := range p.config.Schemes {
			if n := len(entry); n >= 4 && n <= 8 && s[n] == ':' && chars.Half(entry, 0) == uint32(w) &&
				chars.Half(entry, n-4) == uint32(w>>(8*uint(n-4)&63)) {
				goto allowed
			}
		}
		return p.checkMore(r)
	}
allowed:
	if p.more {
		if b := p.breach(r); b != 0 {
			return newError(b, p, r)
		}
	}
	return nil
}

// checkMore is check for a scheme that the fast comparison did not find on the list.
//
//go:noinline
func (p *Policy) checkMore(r iri.Reference) error {
	if !r.HasScheme() || !chars.IsOneOf(r.Scheme(), p.config.Schemes...) {
		return newError(breachOf(schemeNotAllowed, iri.Scheme), p, r)
	}
	if b := p.breach(r); b != 0 {
		return newError(b, p, r)
	}
	return nil
}

// asksMore reports whether a field other than Schemes is set.
func (c *Config) asksMore() bool {
	return c.Require|c.Forbid|iri.Component(c.MaxPort) != 0 || c.NoNumericNames || c.NoBidi ||
		c.Hosts != nil || c.Ports != nil || c.restrictsHosts()
}

// restrictsHosts reports whether DenyHosts, NoAddresses or PublicAddresses is set.
func (c *Config) restrictsHosts() bool {
	return c.DenyHosts != nil || c.NoAddresses || c.PublicAddresses
}

// A breach is a violation of a policy. The lower half is the component; the upper half is the
// position of the code in [Codes], counted from 1. A breach is 0 if the policy accepts the IRI.
type breach uint32

func breachOf(code breach, c iri.Component) breach { return code<<16 | breach(c) }

// breach returns the first violation of a field other than Schemes.
func (p *Policy) breach(r iri.Reference) breach {
	c := &p.config
	if (c.Require|c.Forbid)&^(iri.Userinfo|iri.Host|iri.Port) != 0 {
		if b := c.presence(r); b != 0 {
			return b
		}
	}
	s := r.String()
	userinfo, host, port := r.AuthorityOffsets()
	name := s[max(0, host.Start):max(0, host.End)]
	switch {
	case c.Forbid&iri.Userinfo != 0 && userinfo.Start >= 0:
		return breachOf(componentForbidden, iri.Userinfo)
	case c.Forbid&iri.Host != 0 && host.Start >= 0:
		return breachOf(componentForbidden, iri.Host)
	case c.Forbid&iri.Port != 0 && port.Start >= 0:
		return breachOf(componentForbidden, iri.Port)
	case c.Require&iri.Userinfo != 0 && userinfo.Start == userinfo.End:
		return breachOf(componentMissing, iri.Userinfo)
	case c.Require&iri.Host != 0 && name == "":
		return breachOf(componentMissing, iri.Host)
	case c.Require&iri.Port != 0 && port.Start == port.End:
		return breachOf(componentMissing, iri.Port)
	case c.Hosts != nil && !(host.Start >= 0 && c.allowsHost(name)):
		return breachOf(hostNotAllowed, iri.Host)
	}
	if c.restrictsHosts() {
		if b := p.hostBreach(r, name, host.Start >= 0); b != 0 {
			return b
		}
	}
	switch {
	case c.NoNumericNames && isNumericName(name):
		return breachOf(numericName, iri.Host)
	case port.Start >= 0 && !c.allowsPort(s[port.Start:port.End]):
		return breachOf(portNotAllowed, iri.Port)
	case c.NoBidi && !chars.IsASCII(s) && profiles.HasBidi.Valid(s):
		return breachOf(bidiControl, componentAt(r, firstBidi(s)))
	}
	return 0
}

// presence checks forbidden and required components, except the parts of the authority.
func (c *Config) presence(r iri.Reference) breach {
	path := r.Path()
	switch forbid := c.Forbid; {
	case forbid&iri.Scheme != 0 && r.HasScheme():
		return breachOf(componentForbidden, iri.Scheme)
	case forbid&iri.Authority != 0 && r.HasAuthority():
		return breachOf(componentForbidden, iri.Authority)
	case forbid&iri.Path != 0 && path != "":
		return breachOf(componentForbidden, iri.Path)
	case forbid&iri.Query != 0 && r.HasQuery():
		return breachOf(componentForbidden, iri.Query)
	case forbid&iri.Fragment != 0 && r.HasFragment():
		return breachOf(componentForbidden, iri.Fragment)
	}
	switch require := c.Require; {
	case require&iri.Scheme != 0 && !r.HasScheme():
		return breachOf(componentMissing, iri.Scheme)
	case require&iri.Authority != 0 && r.Authority() == "":
		return breachOf(componentMissing, iri.Authority)
	case require&iri.Path != 0 && path == "":
		return breachOf(componentMissing, iri.Path)
	case require&iri.Query != 0 && r.Query() == "":
		return breachOf(componentMissing, iri.Query)
	case require&iri.Fragment != 0 && r.Fragment() == "":
		return breachOf(componentMissing, iri.Fragment)
	}
	return 0
}

// allowsHost reports whether Hosts allows a host.
func (c *Config) allowsHost(host string) bool {
	for _, entry := range c.Hosts {
		tail := host
		suffix := entry != "" && entry[0] == '.'
		if suffix && len(host) > len(entry) {
			tail = host[len(host)-len(entry):]
		}
		if chars.EqualFold(tail, entry) && !(suffix && (len(tail) == len(host) || !chars.IsASCII(host))) {
			return strings.IndexByte(host, '%') < 0
		}
	}
	return false
}

// allowsPort reports whether Ports and MaxPort allow a port.
func (c *Config) allowsPort(port string) bool {
	if c.Ports == nil && c.MaxPort == 0 || port == "" {
		return true
	}
	n, ok := chars.PortNumber(port)
	if !ok || c.MaxPort > 0 && n > c.MaxPort {
		return false
	}
	return c.Ports == nil || slices.Contains(c.Ports, n)
}

// isNumericName reports whether a host is a registered name that ends in a number. Tested against:
// TestNumericNamesAreThoseOfInetAton.
func isNumericName(host string) bool {
	return chars.EndsInNumber(host, true) && !rfc3987.IPv4address.Valid(host)
}

// firstBidi returns the offset of the first bidirectional formatting character in s, or -1.
func firstBidi(s string) int {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf && profiles.BidiControl.Valid(string(c)) })
}

// componentAt returns the component that contains the character at an offset; within an authority
// it returns Userinfo or Host. Requires: the character is not a delimiter, and cannot occur in a
// scheme or a port.
func componentAt(r iri.Reference, at int) iri.Component {
	o := r.Offsets()
	switch {
	case o.Fragment.Start >= 0 && at >= o.Fragment.Start:
		return iri.Fragment
	case o.Query.Start >= 0 && at >= o.Query.Start:
		return iri.Query
	case at >= o.Path.Start:
		return iri.Path
	}
	if userinfo, _, _ := r.AuthorityOffsets(); at < userinfo.End {
		return iri.Userinfo
	}
	return iri.Host
}
