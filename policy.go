package iri

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Policy has the demands of a program on an IRI beyond the grammar. Each field in use refuses
// IRIs; the zero Policy accepts all IRIs. Several goroutines can use a Policy at once while no
// program changes it.
//
// A Policy compares text. It resolves no names, has no default ports, and follows no redirects. A
// program with forbidden addresses must check the address of each connection, too.
type Policy struct {
	// Schemes are the allowed schemes, in any case and without a colon; nil allows all schemes, and
	// an empty list no scheme.
	Schemes []string

	// Require has the components that must be there with at least one character, Forbid those that
	// must not be there, not even empty: "http:///p" lacks a host, and "a:#" has a fragment. An
	// empty path is not there. Segment stands for Path, and QueryField for Query.
	Require, Forbid Component

	// Hosts are the allowed hosts; nil allows all, and IRIs without an authority. An entry
	// beginning with "." allows longer hosts with this end: ".example.org" allows
	// "www.example.org", but not "example.org". Letters of ASCII match in either case, and all else
	// must be equal: an IP literal has its brackets, "[::1]" does not allow "[0::1]", "example.org"
	// does not allow "example.org.". A host with a percent-encoding is not allowed, whatever it
	// decodes to. A host with characters beyond ASCII is allowed by its own entry alone, because
	// programs turn such characters, "／" for one, into others that end the host. The entry ""
	// allows an empty host; browsers read "http:///h/" as "http://h/", so it is safe with schemes
	// such as file alone.
	Hosts []string

	// Ports are the allowed ports, and MaxPort is the largest; nil and 0 allow all, also numbers
	// too large for a port. Zeros before a number do not count. A missing or empty port is that of
	// the scheme, see Schemes, and is allowed.
	Ports   []uint16
	MaxPort uint16

	// NoNumericNames refuses registered names with a number at the end, such as "2130706433",
	// "0x7f.1", "0177.0.0.1" and "%31%32%37.1": browsers and inet_aton read them as IPv4 addresses.
	// An IPv4address of RFC 3986, four decimals, is not such a name. See [profiles.EndsInNumber].
	//
	// [profiles.EndsInNumber]: https://pkg.go.dev/github.com/irilex/iri/tables/profiles#EndsInNumber
	NoNumericNames bool

	// NoBidi refuses bidirectional formatting characters: U+061C, U+200E, U+200F, U+202A to U+202E,
	// U+2066 to U+2069. RFC 3987, section 4.1, forbids those of them that are as old as the RFC;
	// U+061C and U+2066 to U+2069 are newer.
	NoBidi bool
}

// A PolicyError reports the part of an IRI refused by a [Policy]. Its text has no userinfo and no
// path with "@", because they may have a password: browsers find one in "http:u:secret@h".
type PolicyError struct {
	Code      string    // one of [PolicyCodes]
	Component Component // with the refused text
	Span      Span      // of the component or the character; -1 if it is missing

	code    breach
	parsed  parsed
	allowed []string // the first values allowed, copied: the policy is the caller's
	more    int      // number of further ones
}

// The numbers of [PolicyCodes]. The codes are pages of "iri explain", too.
const (
	bidiControl breach = 1 + iota
	componentForbidden
	componentMissing
	hostNotAllowed
	numericName
	portNotAllowed
	schemeNotAllowed
)

// PolicyCodes returns the codes of a [PolicyError], in the order of the alphabet.
func PolicyCodes() []string {
	return []string{
		"bidi-control", "component-forbidden", "component-missing", "host-not-allowed", "numeric-name",
		"port-not-allowed", "scheme-not-allowed",
	}
}

// Check returns a [*PolicyError] if the policy refuses the IRI: for the first of scheme, forbidden
// and required components, host, port and characters. It takes time linear in the length of the
// IRI, and allocates memory only for the error. It refuses the zero IRI, as returned by [Parse]
// with an error: its scheme is missing.
func (p *Policy) Check(i IRI) error {
	if i.s == "" {
		return newPolicyError(breachOf(componentMissing, Scheme), p, i.parsed)
	}
	return p.check(i.parsed)
}

// CheckReference is [Policy.Check] for a reference. A relative reference has no scheme, so Schemes
// refuses it.
func (p *Policy) CheckReference(r Reference) error { return p.check(r.parsed) }

// check compares the scheme with the list, the four bytes of both ends at once: most schemes have 4
// to 8 letters, and are spelled as on the list. The call itself is half of the time of check, so
// other functions do all else, and little is on the stack.
//
// Rejected: a function for the comparison. Parse and Check of the scheme take 1.35 times as long as
// Parse, not 1.25 (urls.txt, Xeon).
func (p *Policy) check(q parsed) error {
	if p.Schemes != nil {
		n := int(uint32(q.front)) - schemeSuffix
		if n < 4 || n > 8 || len(q.s) < 8 {
			return p.checkMore(q)
		}
		w := word(q.s, 0)
		last := uint32(w >> (8 * uint(n-4) & 63))
		for _, entry := range p.Schemes {
			if m := len(entry); m == n && m >= 4 && half(entry, 0) == uint32(w) && half(entry, m-4) == last {
				goto allowed
			}
		}
		return p.checkMore(q)
	}
allowed:
	if p.asksMore() {
		if b := p.breach(q); b != 0 {
			return newPolicyError(b, p, q)
		}
	}
	return nil
}

// checkMore is check for a scheme that check has not found on the list.
//
//go:noinline
func (p *Policy) checkMore(q parsed) error {
	if !q.HasScheme() || !isOneOf(q.Scheme(), p.Schemes...) {
		return newPolicyError(breachOf(schemeNotAllowed, Scheme), p, q)
	}
	if b := p.breach(q); b != 0 {
		return newPolicyError(b, p, q)
	}
	return nil
}

// asksMore reports whether a field other than Schemes is set.
func (p *Policy) asksMore() bool {
	return p.Require|p.Forbid|Component(p.MaxPort) != 0 || p.NoNumericNames || p.NoBidi || p.Hosts != nil || p.Ports != nil
}

// A breach is a refusal by a policy: a component in the lower half, and in the upper half the
// number of one of [PolicyCodes], counted from 1. It is 0 if the policy accepts.
type breach uint32

func breachOf(code breach, c Component) breach { return code<<16 | breach(c) }

// breach returns the first refusal, without a look at the scheme.
func (p *Policy) breach(q parsed) breach {
	if (p.Require|p.Forbid)&^(Userinfo|Host|Port) != 0 {
		if b := p.presence(q); b != 0 {
			return b
		}
	}
	s, start, end := q.authority()
	host := s[start:end]
	switch {
	case p.Forbid&Userinfo != 0 && start > 0:
		return breachOf(componentForbidden, Userinfo)
	case p.Forbid&Host != 0 && q.HasAuthority():
		return breachOf(componentForbidden, Host)
	case p.Forbid&Port != 0 && end < len(s):
		return breachOf(componentForbidden, Port)
	case p.Require&Userinfo != 0 && start <= userinfoSuffix:
		return breachOf(componentMissing, Userinfo)
	case p.Require&Host != 0 && host == "":
		return breachOf(componentMissing, Host)
	case p.Require&Port != 0 && len(s) <= end+portPrefix:
		return breachOf(componentMissing, Port)
	case p.Hosts != nil && !(q.HasAuthority() && p.allowsHost(host)):
		return breachOf(hostNotAllowed, Host)
	case p.NoNumericNames && isNumericName(host):
		return breachOf(numericName, Host)
	case end < len(s) && !p.allowsPort(s[end+portPrefix:]):
		return breachOf(portNotAllowed, Port)
	case p.NoBidi && !isASCII(q.s) && ruleHasBidi.Valid(q.s):
		return breachOf(bidiControl, q.componentAt(firstBidi(q.s)))
	}
	return 0
}

// presence is breach for forbidden and required components, except for the parts of the authority.
func (p *Policy) presence(q parsed) breach {
	path := q.Path()
	switch forbid := p.Forbid; {
	case forbid&Scheme != 0 && q.HasScheme():
		return breachOf(componentForbidden, Scheme)
	case forbid&Authority != 0 && q.HasAuthority():
		return breachOf(componentForbidden, Authority)
	case forbid&(Path|Segment) != 0 && path != "":
		return breachOf(componentForbidden, Path)
	case forbid&(Query|QueryField) != 0 && q.HasQuery():
		return breachOf(componentForbidden, Query)
	case forbid&Fragment != 0 && q.HasFragment():
		return breachOf(componentForbidden, Fragment)
	}
	switch require := p.Require; {
	case require&Scheme != 0 && !q.HasScheme():
		return breachOf(componentMissing, Scheme)
	case require&Authority != 0 && q.Authority() == "":
		return breachOf(componentMissing, Authority)
	case require&(Path|Segment) != 0 && path == "":
		return breachOf(componentMissing, Path)
	case require&(Query|QueryField) != 0 && q.Query() == "":
		return breachOf(componentMissing, Query)
	case require&Fragment != 0 && q.Fragment() == "":
		return breachOf(componentMissing, Fragment)
	}
	return 0
}

// allowsHost reports whether a host is one of the list.
func (p *Policy) allowsHost(host string) bool {
	for _, entry := range p.Hosts {
		tail := host
		suffix := entry != "" && entry[0] == '.'
		if suffix && len(host) > len(entry) {
			tail = host[len(host)-len(entry):]
		}
		if equalFold(tail, entry) && !(suffix && (len(tail) == len(host) || !isASCII(host))) {
			return strings.IndexByte(host, '%') < 0
		}
	}
	return false
}

// allowsPort reports whether a port is allowed.
func (p *Policy) allowsPort(port string) bool {
	if p.Ports == nil && p.MaxPort == 0 || port == "" {
		return true
	}
	n, ok := portNumber(port)
	if !ok || p.MaxPort > 0 && n > p.MaxPort {
		return false
	}
	return p.Ports == nil || slices.Contains(p.Ports, n)
}

// isNumericName reports whether a host is a registered name with a number at the end. Twin:
// TestNumericNamesAreThoseOfInetAton.
func isNumericName(host string) bool { return endsInNumber(host, true) && kindOf(host) == RegNameHost }

// firstBidi returns the offset of the first bidirectional formatting character of a string, or -1.
func firstBidi(s string) int {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf && ruleBidiControl.Valid(string(c)) })
}
