// Package policy decides which IRIs a program accepts, among those that the grammar allows: by
// scheme, by host, by port, and by the components that are there.
//
//	web := policy.MustNew(policy.Config{Schemes: []string{"https"}, Forbid: iri.Userinfo})
//	err := web.Check(i) // or web.CheckReference(r)
//
// A policy compares text. It resolves no names, has no default ports, and follows no redirects. A
// program that must not reach internal servers also checks the address of each connection: package
// [guard] does so for clients of net/http. [StaysOn] prevents open redirects.
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

// A Config has the demands of a program on an IRI beyond the grammar. Each field in use refuses
// IRIs; the zero Config accepts all IRIs.
type Config struct {
	// Schemes are the allowed schemes, in any case and without a colon; nil allows all schemes, and
	// an empty list no scheme.
	Schemes []string

	// Require has the components that must be there with at least one character, Forbid those that
	// must not be there, not even empty: "http:///p" lacks a host, and "a:#" has a fragment. An
	// empty path counts as missing.
	Require, Forbid iri.Component

	// Hosts are the allowed hosts; nil allows all, and IRIs without an authority. An entry
	// beginning with "." allows longer hosts with this end: ".example.org" allows
	// "www.example.org", but not "example.org". Letters of ASCII match in either case, and all else
	// must be equal: an IP literal has its brackets, "[::1]" does not allow "[0::1]", "example.org"
	// does not allow "example.org.". A host with a percent-encoding is not allowed, whatever it
	// decodes to. A host with characters beyond ASCII is allowed only by its own entry, because
	// programs turn such characters, "／" for one, into others that end the host. The entry ""
	// allows an empty host; browsers read "http:///h/" as "http://h/", so it is safe only with
	// schemes such as file.
	Hosts []string

	// DenyHosts are hosts to refuse even if Hosts allows them. Entries are written as in Hosts, in
	// ASCII: "localhost", ".internal", "[::1]", "192.0.2.1". No spelling of a host evades an entry.
	// Names are percent-decoded, lowercased and stripped of one trailing dot before they are
	// compared. Addresses are compared by number, and an IPv4-mapped one as its IPv4 address.
	//
	// A policy with DenyHosts, NoAddresses or PublicAddresses also refuses IRIs in which another
	// program could find a denied host: a host with characters that programs turn into ASCII or
	// drop ("ⓛocalhost"), or with a percent-encoded delimiter, and a missing or empty host of http,
	// https, ws, wss and ftp, because browsers read "https:evil.example" as "https://evil.example".
	// If an entry contains "xn--", every host beyond ASCII is refused, because a Policy does not
	// compute Punycode.
	DenyHosts []string

	// NoAddresses refuses IP addresses: IPv6, IPvFuture, IPv4, and the names that NoNumericNames
	// refuses.
	NoAddresses bool

	// PublicAddresses refuses IP addresses for which [IsPublic] returns false, IPvFuture, the names
	// that NoNumericNames refuses, an empty host, and the names of this machine: "localhost" and
	// names that end in ".localhost" (RFC 6761, section 6.3).
	//
	// Other names pass, and any name may lead to any address: "127.0.0.1.nip.io" leads to
	// 127.0.0.1. Only a check of the connection finds that, see package guard. List the names of
	// private networks, such as ".local" and ".internal", in DenyHosts.
	PublicAddresses bool

	// Ports are the allowed ports, and MaxPort is the largest; nil and 0 allow all, also numbers
	// too large for a port. Zeros before a number do not count. A missing or empty port is that of
	// the scheme, see Schemes, and is allowed.
	Ports   []uint16
	MaxPort uint16

	// NoNumericNames refuses registered names with a number at the end, such as "2130706433",
	// "0x7f.1", "0177.0.0.1" and "%31%32%37.1": browsers and inet_aton read them as IPv4 addresses.
	// The digits and dots may be others that browsers map to ASCII, such as full-width ones. An
	// IPv4address of RFC 3986, four decimals, is not such a name. See [profiles.EndsInNumber].
	//
	// [profiles.EndsInNumber]: https://pkg.go.dev/github.com/irilex/iri/tables/profiles#EndsInNumber
	NoNumericNames bool

	// NoBidi refuses bidirectional formatting characters: U+061C, U+200E, U+200F, U+202A to U+202E,
	// U+2066 to U+2069. RFC 3987, section 4.1, forbids those of them that are as old as the RFC;
	// U+061C and U+2066 to U+2069 are newer.
	NoBidi bool
}

// A Policy checks IRIs against a [Config]. Create one with [New]. A Policy is safe for concurrent
// use by multiple goroutines.
type Policy struct {
	config Config
	more   bool         // a field of config other than Schemes is set
	denied []netip.Addr // the addresses of DenyHosts, without IPv4-mapped ones
}

// Check returns an [*Error] if the policy refuses the IRI: for the first of scheme, forbidden and
// required components, host, port and characters. It takes time linear in the length of the IRI,
// and allocates memory only for the error. It refuses the zero IRI, as returned by [iri.Parse] with
// an error: its scheme is missing.
func (p *Policy) Check(i iri.IRI) error {
	if i.IsZero() {
		return newError(breachOf(componentMissing, iri.Scheme), p, i.Reference())
	}
	return p.check(i.Reference())
}

// CheckReference is [Policy.Check] for a reference. A relative reference has no scheme, so Schemes
// refuses it.
func (p *Policy) CheckReference(r iri.Reference) error { return p.check(r) }

// check compares the scheme with the list, the four bytes of both ends at once: most schemes have 4
// to 8 letters, and are spelled as on the list. The call itself is half of the time of check, so
// other functions do all else, and little is on the stack.
//
// Rejected: a function for the comparison. Parse and Check of the scheme take 1.35 times as long as
// Parse, not 1.25 (urls.txt, Xeon).
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

// checkMore is check for a scheme that check has not found on the list.
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

// restrictsHosts reports whether a field refuses hosts that are not on a list of allowed ones.
func (c *Config) restrictsHosts() bool {
	return c.DenyHosts != nil || c.NoAddresses || c.PublicAddresses
}

// A breach is a refusal by a policy: a component in the lower half, and in the upper half the
// number of one of [Codes], counted from 1. It is 0 if the policy accepts.
type breach uint32

func breachOf(code breach, c iri.Component) breach { return code<<16 | breach(c) }

// breach returns the first refusal, without a look at the scheme.
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

// presence is breach for forbidden and required components, except for the parts of the authority.
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

// allowsHost reports whether a host is one of the list.
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

// allowsPort reports whether a port is allowed.
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

// isNumericName reports whether a host is a registered name with a number at the end. Twin:
// TestNumericNamesAreThoseOfInetAton.
func isNumericName(host string) bool {
	return chars.EndsInNumber(host, true) && !rfc3987.IPv4address.Valid(host)
}

// firstBidi returns the offset of the first bidirectional formatting character of a string, or -1.
func firstBidi(s string) int {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf && profiles.BidiControl.Valid(string(c)) })
}

// componentAt returns the component with the character at an offset. In an authority this component
// is Userinfo or Host. componentAt requires a character that is not a delimiter, and that no scheme
// and no port may have.
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
