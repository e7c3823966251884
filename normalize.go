package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// A Form is a set of normalizations (RFC 3987, section 5.3; RFC 3986, section 6.2), joined by "|".
// The zero Form changes nothing: every IRI is normal. Operations panic if any other bit is set.
//
// The order of normalizations is fixed. PercentForm and IRIForm decode first; CaseForm, IPv6Form
// and DotForm then work on the result, so SyntaxForm normalizes "http://%45X/%2e%2E/" to
// "http://ex/". The normal form is a valid IRI with the same components, except for those that a
// normalization removes or adds. Normalization is idempotent. The host kind may change:
// "127.0.0.%31" is a name, but PercentForm decodes it to the IPv4 address "127.0.0.1".
//
// Normalization may precede or follow resolution. For a base b and a reference r, normalizing
// b.Resolve(r) gives the same result as resolving the normal form of r against the normal form of
// b, with three exceptions:
//
//   - PercentForm, if b or r contains a percent-encoded dot, because resolution treats "%2E%2E" as
//     an ordinary segment: the base "http://h/a/" and the reference "%2e%2e/c" give
//     "http://h/a/../c" if normalized after resolution, but "http://h/c" if normalized before.
//   - DotForm, if the path of b ends in "..": "http://h/a/b/.." and "c" give "http://h/a/b/c", but
//     the normal form of the base, "http://h/a/", and "c" give "http://h/a/c".
//   - DefaultPortForm, if r has an authority but no scheme: normalize the result again.
type Form uint16

// The normalizations.
const (
	// CaseForm lowercases the scheme and an ASCII-only host, and uppercases the digits of
	// percent-encodings (RFC 3987, section 5.3.2.1: "US-ASCII only host"). The host is tested after
	// the other normalizations: "EX.%C3%A9" becomes "ex.%C3%A9", but with IRIForm "EX.é".
	CaseForm Form = 1 << iota

	// PercentForm decodes percent-encoded unreserved characters: letters, digits and "-._~" (RFC
	// 3987, section 5.3.2.3; RFC 3986, section 2.3).
	PercentForm

	// DotForm removes the segments "." and ".." (RFC 3986, sections 5.2.4 and 6.2.2.3). If the result
	// would begin with "//" without an authority, DotForm adds "/.": "a:/..//b" becomes "a:/.//b". As
	// in resolution, a rootless path may become absolute: "a:b/../c" becomes "a:/c". DotForm does not
	// change a relative reference whose path does not begin with "/", because its dot segments depend
	// on the base: against the base "urn:x", "a/../b" resolves to "urn:/b", but "b" to "urn:b".
	DotForm

	// NoEmptyPortForm removes a ":" that no port follows: "//h:" becomes "//h" (RFC 3986, section
	// 6.2.3).
	NoEmptyPortForm

	// IPv6Form formats IPv6 addresses as RFC 5952 recommends: "[2001:DB8:0:0::01]" becomes
	// "[2001:db8::1]", and "[::FFFF:102:304]" becomes "[::ffff:1.2.3.4]" (section 5). Browsers
	// write the latter as "[::ffff:102:304]", so package lint reports it as "ipv6-form".
	IPv6Form

	// DefaultPortForm removes the default port of the scheme (RFC 3986, section 6.2.3); see
	// [Normalizer]. It ignores leading zeros in the port.
	DefaultPortForm

	// RootPathForm replaces an empty path after an authority with "/", for any scheme: "//h?q" becomes
	// "//h/?q" (RFC 3986, section 6.2.3).
	RootPathForm

	// IRIForm decodes percent-encoded non-ASCII characters, as [IRI.ToUnicode] does. It uppercases the
	// digits in the remaining percent-encodings of octets above 0x7F.
	IRIForm

	// SyntaxForm is syntax-based normalization (RFC 3986, section 6.2.2; RFC 3987, section 5.3.2).
	SyntaxForm = CaseForm | PercentForm | DotForm

	allForms = IRIForm<<1 - 1
)

// String returns the name of the normalization, such as "case" or "empty-port", or several names
// joined by "|".
func (f Form) String() string {
	return namesOfBits(uint16(f), "case", "percent", "dot", "empty-port", "ipv6", "default-port", "empty-path", "iri")
}

// Normalize returns the IRI in normal form. If p is already normal, Normalize returns p and does
// not allocate. The zero IRI is normal.
func (p IRI) Normalize(f Form) IRI { return IRI{Normalizer{Form: f}.normalize(p.parsed)} }

// Normalize returns the reference in normal form. If p is already normal, Normalize returns p and
// does not allocate.
func (p Reference) Normalize(f Form) Reference {
	return Reference{Normalizer{Form: f}.normalize(p.parsed)}
}

// IsNormal reports whether p is already in normal form f. It does not allocate.
func (p parsed) IsNormal(f Form) bool { return Normalizer{Form: f}.normal(p) }

// AppendNormalize appends the normal form to dst.
func (p parsed) AppendNormalize(dst []byte, f Form) []byte { return Normalizer{Form: f}.append(dst, p) }

// Equivalent reports whether two IRIs have the same normal form f (RFC 3987, section 5). It never
// allocates. IRIs with different normal forms may still identify the same resource.
func Equivalent(a, b IRI, f Form) bool { return Normalizer{Form: f}.Equivalent(a, b) }

// A Normalizer normalizes IRIs using a table of default ports. Its methods correspond to the
// methods of [IRI] and to the function [Equivalent].
type Normalizer struct {
	Form Form

	// DefaultPorts maps lowercase schemes to default ports. If it is nil, the default ports are 21
	// for ftp (RFC 1738, section 3.2), 80 and 443 for http and https (RFC 9110, section 4.2), and
	// 80 and 443 for ws and wss (RFC 6455, section 3). Operations panic if DefaultPorts is set but
	// Form does not include DefaultPortForm.
	DefaultPorts map[string]uint16
}

// Normalize is like [IRI.Normalize], but uses the form and the ports of n.
func (n Normalizer) Normalize(i IRI) IRI { return IRI{n.normalize(i.parsed)} }

// IsNormal is like [IRI.IsNormal], but uses the form and the ports of n.
func (n Normalizer) IsNormal(i IRI) bool { return n.normal(i.parsed) }

// AppendNormalize is like [IRI.AppendNormalize], but uses the form and the ports of n.
func (n Normalizer) AppendNormalize(dst []byte, i IRI) []byte { return n.append(dst, i.parsed) }

// Equivalent is like the function [Equivalent], but uses the form and the ports of n.
func (n Normalizer) Equivalent(a, b IRI) bool { return a.s == b.s || n.equal(a.parsed, b.parsed) }

func (n Normalizer) normalize(p parsed) parsed {
	if n.normal(p) {
		return p
	}
	var buffer [256]byte
	return reparsed(n.append(buffer[:0], p))
}

// reparsed parses b, which must be a reference. An IRI parsed as a reference has the same ends.
func reparsed(b []byte) parsed {
	p, _ := parse(ruleReference, string(b))
	return p
}

func (n Normalizer) units() units { return units{form: n.Form} }

// check panics if n is invalid. Every operation calls it once.
func (n Normalizer) check() {
	if n.Form > allForms || n.DefaultPorts != nil && n.Form&DefaultPortForm == 0 {
		panic("iri: Form contains unknown bits, or DefaultPorts is set without DefaultPortForm")
	}
}

// hostUnits returns the units for a host, which is lowercased only if it is ASCII.
func (n Normalizer) hostUnits(host string) units {
	u := n.units()
	u.lower = n.Form&CaseForm != 0 && u.ascii(host)
	return u
}

// inIPv6Form reports whether IPv6Form applies to the host.
func (n Normalizer) inIPv6Form(host string) bool {
	return n.Form&IPv6Form != 0 && kindOf(host) == IPv6Host
}

// removesDots reports whether DotForm applies to the path.
func (n Normalizer) removesDots(p parsed) bool {
	return n.Form&DotForm != 0 && (p.HasScheme() || strings.HasPrefix(p.Path(), "/"))
}

// fillsPath reports whether RootPathForm adds a path.
func (n Normalizer) fillsPath(p parsed) bool {
	return n.Form&RootPathForm != 0 && p.HasAuthority() && p.Path() == ""
}

// dropsPort reports whether to remove a port. The argument includes the ":".
func (n Normalizer) dropsPort(scheme, port string) bool {
	switch {
	case port == "":
		return false
	case len(port) == chars.PortPrefix:
		return n.Form&NoEmptyPortForm != 0
	case n.Form&DefaultPortForm == 0:
		return false
	}
	number, ok := chars.PortNumber(port[chars.PortPrefix:])
	standard, has := n.defaultPort(scheme)
	return ok && has && number == standard
}

// defaultPort returns the default port of a scheme.
func (n Normalizer) defaultPort(scheme string) (port uint16, ok bool) {
	if n.DefaultPorts == nil {
		return chars.DefaultPort(scheme)
	}
	var buffer [64]byte
	port, ok = n.DefaultPorts[string(chars.AppendLower(buffer[:0], scheme))]
	return port, ok
}

// CacheKey returns a cache key: the normal form of i without its userinfo and fragment. It sorts
// the query pairs as [Pairs.Sort] does, and removes the pairs for which keep returns false; if keep
// is nil, it removes none. It calls keep with pairs in normal form, and removes an empty query. The
// key is a valid IRI.
//
//	n := iri.Normalizer{Form: iri.SyntaxForm | iri.DefaultPortForm}
//	key := n.CacheKey(i, func(p iri.Pair) bool { return !strings.HasPrefix(p.Key, "utm_") })
func (n Normalizer) CacheKey(i IRI, keep func(Pair) bool) string {
	var buffer, query [256]byte
	dst := n.appendHierarchy(buffer[:0], i.parsed, false)
	if i.HasQuery() {
		q := Pairs{query: string(n.units().append(query[:0], i.Query()))}
		at := len(dst)
		if dst = q.appendSorted(append(dst, '?'), keep); len(dst) == at+len("?") {
			dst = dst[:at]
		}
	}
	return string(dst)
}

// append appends the normal form of p. Tested against: slowNormal in
// TestNormalOfAllShortReferences.
func (n Normalizer) append(dst []byte, p parsed) []byte {
	return n.units().append(n.appendHierarchy(dst, p, true), p.s[p.pathEnd():])
}

// appendHierarchy appends the normal forms of the scheme, the authority and the path.
func (n Normalizer) appendHierarchy(dst []byte, p parsed, userinfo bool) []byte {
	n.check()
	u := n.units()
	if scheme := p.s[:p.schemeEnd()]; n.Form&CaseForm != 0 {
		dst = chars.AppendLower(dst, scheme)
	} else {
		dst = append(dst, scheme...)
	}
	if p.HasAuthority() {
		s, start, end := p.authority()
		dst = append(dst, "//"...)
		if userinfo {
			dst = u.append(dst, s[:start])
		}
		dst = n.appendHost(dst, s[start:end])
		if port := s[end:]; !n.dropsPort(p.Scheme(), port) {
			dst = append(dst, port...)
		}
	}
	switch path := p.Path(); {
	case n.fillsPath(p):
		dst = append(dst, '/')
	case n.removesDots(p) && u.mayHaveDots(path):
		dst = u.appendPath(dst, path, p.HasAuthority())
	default:
		dst = u.append(dst, path)
	}
	return dst
}

func (n Normalizer) appendHost(dst []byte, host string) []byte {
	if n.inIPv6Form(host) {
		return chars.ParseIPv6(host).AppendRFC5952(dst)
	}
	return n.hostUnits(host).append(dst, host)
}

// normal reports whether p is already in normal form.
func (n Normalizer) normal(p parsed) bool {
	n.check()
	u := n.units()
	if !u.normal(p.s[p.schemeEnd():]) || n.fillsPath(p) {
		return false
	}
	if n.Form&CaseForm != 0 && chars.HasUpper(p.s[:p.authorityEnd()]) {
		if s, start, end := p.authority(); chars.HasUpper(p.Scheme()) || !n.hostUnits(s[start:end]).normal(s[start:end]) {
			return false
		}
	}
	if n.Form&(NoEmptyPortForm|IPv6Form|DefaultPortForm) != 0 && p.HasAuthority() {
		s, start, end := p.authority()
		if n.dropsPort(p.Scheme(), s[end:]) || !n.normalIPv6(s[start:end]) {
			return false
		}
	}
	path := p.Path()
	if !p.HasAuthority() && strings.HasPrefix(path, "/.//") {
		path = path[len("/."):]
	}
	return !n.removesDots(p) || !u.hasDots(path)
}

func (n Normalizer) normalIPv6(host string) bool {
	if !n.inIPv6Form(host) {
		return true
	}
	var buffer [chars.IPv6Length]byte
	return string(chars.ParseIPv6(host).AppendRFC5952(buffer[:0])) == host
}

// equal reports whether the normal forms of a and b are equal. Tested against:
// TestEquivalentOfAllShortIRIs.
func (n Normalizer) equal(a, b parsed) bool {
	n.check()
	u, scheme, other := n.units(), a.Scheme(), b.Scheme()
	if scheme != other && (n.Form&CaseForm == 0 || !chars.EqualFold(scheme, other)) {
		return false
	}
	if a.HasAuthority() != b.HasAuthority() || !n.equalAuthorities(a, b) {
		return false
	}
	x, y := a.Path(), b.Path()
	if n.fillsPath(a) {
		x = "/"
	}
	if n.fillsPath(b) {
		y = "/"
	}
	// Both have a scheme, so DotForm applies to both.
	if n.Form&DotForm != 0 && !u.equalPaths(x, y) || n.Form&DotForm == 0 && !u.equal(x, u, y) {
		return false
	}
	return u.equal(a.s[a.pathEnd():], u, b.s[b.pathEnd():])
}

func (n Normalizer) equalAuthorities(a, b parsed) bool {
	s, sHost, sPort := a.authority()
	t, tHost, tPort := b.authority()
	u, port, other := n.units(), s[sPort:], t[tPort:]
	if n.dropsPort(a.Scheme(), port) {
		port = ""
	}
	if n.dropsPort(b.Scheme(), other) {
		other = ""
	}
	return port == other && u.equal(s[:sHost], u, t[:tHost]) && n.equalHosts(s[sHost:sPort], t[tHost:tPort])
}

func (n Normalizer) equalHosts(s, t string) bool {
	if s == t {
		return true
	}
	if n.inIPv6Form(s) && n.inIPv6Form(t) {
		return chars.ParseIPv6(s) == chars.ParseIPv6(t)
	}
	return n.hostUnits(s).equal(s, n.hostUnits(t), t)
}
