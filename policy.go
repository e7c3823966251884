package iri

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Policy is what a program asks of an IRI beyond the grammar. Each field that is set refuses IRIs; the
// zero Policy accepts all. A Policy that nothing changes can be used by several goroutines at once.
//
// A Policy compares text. It resolves no names, knows no default ports, and follows no redirects, so a
// program that must not connect to an address has to look at the address that it connects to, too.
type Policy struct {
	// Schemes are the schemes that are allowed, in any case and without a colon; nil allows all.
	Schemes []string

	// Require has the components that must be there with at least one character, Forbid those that must
	// not be there, not even empty: "http:///p" lacks a host, and "a:#" has a fragment. A path that is
	// empty is not there. Segment stands for Path.
	Require, Forbid Component

	// Hosts are the hosts that are allowed; nil allows all, and IRIs without an authority. An entry that
	// begins with "." allows the hosts that end with it and are longer: ".example.org" allows
	// "www.example.org", but not "example.org". Letters of ASCII match in either case, and nothing else
	// does: an IP literal has its brackets, "[::1]" does not allow "[0::1]", "example.org" does not
	// allow "example.org.". A host with a percent-encoding is not allowed, whatever it decodes to, and
	// one with characters beyond ASCII by its own entry alone: programs turn such characters, "／" for
	// one, into others that end the host.
	Hosts []string

	// Ports are the ports that are allowed, and MaxPort is the largest; nil and 0 allow all, also
	// numbers that no port has. Zeros before a number do not count. A port that is missing or empty is
	// that of the scheme, see Schemes, and is allowed.
	Ports   []uint16
	MaxPort uint16

	// NoNumericNames refuses registered names that end in a number, such as "2130706433", "0x7f.1",
	// "0177.0.0.1" and "%31%32%37.1": browsers and inet_aton read them as IPv4 addresses. An IPv4address of
	// RFC 3986, four decimals, is not such a name. See [profiles.EndsInNumber].
	//
	// [profiles.EndsInNumber]: https://pkg.go.dev/github.com/irilex/iri/tables/profiles#EndsInNumber
	NoNumericNames bool

	// NoBidi refuses bidirectional formatting characters, which RFC 3987, section 4.1, forbids, and those
	// that Unicode has added since: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
	NoBidi bool
}

// A PolicyError says which part of an IRI breaks a [Policy]. Its text has no userinfo, because that may
// be a password.
type PolicyError struct {
	Code      string    // one of [PolicyCodes]
	Component Component // that breaks it
	Span      Span      // of the component or the character; -1 if it is missing

	parsed parsed
	policy Policy
}

// The codes, which are the pages of "iri explain" too.
const (
	bidiControl        = "bidi-control"
	componentForbidden = "component-forbidden"
	componentMissing   = "component-missing"
	hostNotAllowed     = "host-not-allowed"
	numericName        = "numeric-name"
	portNotAllowed     = "port-not-allowed"
	schemeNotAllowed   = "scheme-not-allowed"
)

// PolicyCodes returns the codes of a [PolicyError], in the order of the alphabet.
func PolicyCodes() []string {
	return []string{
		bidiControl, componentForbidden, componentMissing, hostNotAllowed, numericName, portNotAllowed, schemeNotAllowed,
	}
}

// Check returns a [*PolicyError] if the policy refuses the IRI: for the first of scheme, forbidden and
// required components, host, port and characters. It takes time linear in the length of the IRI, and
// allocates nothing, unless for the error.
func (p *Policy) Check(i IRI) error { return p.check(i.parsed) }

// CheckReference is [Policy.Check] for a reference. A relative reference has no scheme, so Schemes
// refuses it.
func (p *Policy) CheckReference(r Reference) error { return p.check(r.parsed) }

func (p *Policy) check(q parsed) error {
	if code, c := p.breach(q); code != "" {
		return newPolicyError(code, c, p, q)
	}
	return nil
}

// breach returns the code of the first thing that the policy refuses, and the component; "" if there is
// no such thing.
func (p *Policy) breach(q parsed) (code string, c Component) {
	const ofAuthority = Userinfo | Host | Port
	if len(p.Schemes) > 0 && !hasFold(p.Schemes, q.Scheme()) {
		return schemeNotAllowed, Scheme
	}
	presence := p.Require | p.Forbid
	if presence&^ofAuthority != 0 {
		if code, c = p.presence(q); code != "" {
			return code, c
		}
	}
	if presence&ofAuthority != 0 || p.Hosts != nil || p.Ports != nil || p.MaxPort > 0 || p.NoNumericNames {
		if code, c = p.authority(q); code != "" {
			return code, c
		}
	}
	if p.NoBidi {
		if rest := q.s[firstWide(q.s):]; rest != "" && ruleHasBidi.Valid(rest) {
			return bidiControl, q.componentAt(firstBidi(q.s))
		}
	}
	return "", 0
}

// presence is breach for the components that are forbidden or required, except for the parts of the
// authority.
func (p *Policy) presence(q parsed) (code string, c Component) {
	path := q.Path()
	switch forbid := p.Forbid; {
	case forbid&Scheme != 0 && q.HasScheme():
		return componentForbidden, Scheme
	case forbid&Authority != 0 && q.HasAuthority():
		return componentForbidden, Authority
	case forbid&(Path|Segment) != 0 && path != "":
		return componentForbidden, Path
	case forbid&Query != 0 && q.HasQuery():
		return componentForbidden, Query
	case forbid&Fragment != 0 && q.HasFragment():
		return componentForbidden, Fragment
	}
	switch require := p.Require; {
	case require&Scheme != 0 && !q.HasScheme():
		return componentMissing, Scheme
	case require&Authority != 0 && q.Authority() == "":
		return componentMissing, Authority
	case require&(Path|Segment) != 0 && path == "":
		return componentMissing, Path
	case require&Query != 0 && q.Query() == "":
		return componentMissing, Query
	case require&Fragment != 0 && q.Fragment() == "":
		return componentMissing, Fragment
	}
	return "", 0
}

// authority is breach for the parts of the authority.
func (p *Policy) authority(q parsed) (code string, c Component) {
	s, start, end := q.authority()
	host, port := s[start:end], cut(s, end, portPrefix, len(s))
	switch {
	case p.Forbid&Userinfo != 0 && start > 0:
		return componentForbidden, Userinfo
	case p.Forbid&Host != 0 && q.HasAuthority():
		return componentForbidden, Host
	case p.Forbid&Port != 0 && end < len(s):
		return componentForbidden, Port
	case p.Require&Userinfo != 0 && start <= userinfoSuffix:
		return componentMissing, Userinfo
	case p.Require&Host != 0 && host == "":
		return componentMissing, Host
	case p.Require&Port != 0 && port == "":
		return componentMissing, Port
	case p.Hosts != nil && !(q.HasAuthority() && p.allowsHost(host)):
		return hostNotAllowed, Host
	case p.NoNumericNames && isNumericName(host):
		return numericName, Host
	case port != "" && !p.allowsPort(port):
		return portNotAllowed, Port
	}
	return "", 0
}

// allowsHost reports whether a host is one of the list.
func (p *Policy) allowsHost(host string) bool {
	for _, entry := range p.Hosts {
		tail, suffix := host, strings.HasPrefix(entry, ".")
		if suffix && len(host) > len(entry) {
			tail = host[len(host)-len(entry):]
		}
		if equalFold(tail, entry) && !strings.Contains(host, "%") && !(suffix && (len(tail) == len(host) || firstWide(host) < len(host))) {
			return true
		}
	}
	return false
}

// allowsPort reports whether a port that is not empty is allowed.
func (p *Policy) allowsPort(port string) bool {
	if p.Ports == nil && p.MaxPort == 0 {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || p.MaxPort > 0 && n > uint64(p.MaxPort) {
		return false
	}
	for _, allowed := range p.Ports {
		if n == uint64(allowed) {
			return true
		}
	}
	return p.Ports == nil
}

// isNumericName reports whether a host is a registered name that ends in a number. The compiler has
// found the ASCII characters that such a name may end with.
func isNumericName(host string) bool {
	last := len(host) - 1
	if last < 0 || host[last] < utf8.RuneSelf && !(characterSet{numberEndLow, numberEndHigh}).has(host[last]) {
		return false
	}
	return ruleEndsInNumber.Valid(host) && kindOf(host) == RegNameHost
}

// firstWide returns the offset of a byte of s before which all bytes are below 0x80, and which is near
// the first that is not; len(s) if there is no such byte.
func firstWide(s string) int {
	const high = 0x8080808080808080
	i := 0
	for ; i+32 <= len(s); i += 32 {
		t := s[i:][:32]
		if (word(t, 0)|word(t, 8)|word(t, 16)|word(t, 24))&high != 0 {
			return i
		}
	}
	for ; i+8 <= len(s); i += 8 {
		if word(s, i)&high != 0 {
			return i
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return i
}

// firstBidi returns the offset of the first bidirectional formatting character of a string that has one.
func firstBidi(s string) int {
	q := ruleHasBidi.Start()
	for i, c := range s {
		if q = ruleHasBidi.AdvanceString(q, s[i:i+utf8.RuneLen(c)]); ruleHasBidi.Accepting(q) {
			return i
		}
	}
	return len(s)
}

// hasFold reports whether a string is one of a list, letters of ASCII in either case.
func hasFold(list []string, s string) bool {
	for _, entry := range list {
		if equalFold(entry, s) {
			return true
		}
	}
	return false
}

// equalFold reports whether two strings are equal, letters of ASCII in either case. strings.EqualFold
// has other letters too: U+212A for "k".
func equalFold(a, b string) bool {
	if len(a) != len(b) || a == b {
		return len(a) == len(b)
	}
	for i := range len(a) {
		if x := a[i] ^ b[i]; x != 0 && (x != 0x20 || a[i]|0x20 < 'a' || a[i]|0x20 > 'z') {
			return false
		}
	}
	return true
}
