package iri

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// A Form is a normal form of IRIs: rungs of the ladder of comparison (RFC 3987, section 5.3; RFC
// 3986, section 6.2), joined by "|". An operation takes the named rungs only. The zero Form has no
// rungs, and every IRI is normal in it. Operations panic if a Form has any other bit set.
//
// The order of the rungs is fixed. PercentForm and IRIForm decode first. CaseForm, IPv6Form and
// DotForm work on the result, so SyntaxForm makes "http://ex/" of "http://%45X/%2e%2E/". The normal
// form is a valid IRI with the same components, except for those removed or added by a rung. It is
// its own normal form. One kind may change: the host "127.0.0.%31" is a name, and PercentForm makes
// the IPv4 address "127.0.0.1" of it.
//
// Normalization may come before or after resolution. For a base b and a reference r, resolving r
// and then normalizing gives the same as resolving the normal form of r against the normal form of
// b, with three exceptions:
//
//   - PercentForm, if b or r has a percent-encoded dot. The segment "%2E%2E" is an ordinary one for
//     resolution: "http://h/a/" and "%2e%2e/c" give "http://h/a/../c" normalized after, and
//     "http://h/c" normalized before.
//   - DotForm, if the path of b ends in "..". The base "http://h/a/b/.." and "c" give
//     "http://h/a/b/c", but the normal form of this base is "http://h/a/".
//   - DefaultPortForm, if r has an authority and no scheme. The result must be normalized again.
type Form uint16

// The rungs.
const (
	// CaseForm has the scheme in lower case, the digits of percent-encodings in upper case, and the
	// host in lower case if it is ASCII (RFC 3987, section 5.3.2.1: "US-ASCII only host"). A host
	// is ASCII here if it is so after the other rungs: "EX.%C3%A9" becomes "ex.%C3%A9", and with
	// IRIForm "EX.é".
	CaseForm Form = 1 << iota

	// PercentForm decodes percent-encoded unreserved characters: letters, digits and "-._~" (RFC
	// 3987, section 5.3.2.3; RFC 3986, section 2.3).
	PercentForm

	// DotForm removes the segments "." and ".." (RFC 3986, sections 5.2.4 and 6.2.2.3). Without an
	// authority, a resulting path beginning with "//" gets "/." before it: "a:/..//b" becomes
	// "a:/.//b". As in resolution, a rootless path may become an absolute one: "a:b/../c" becomes
	// "a:/c". A relative reference whose path does not begin with "/" is left as it is, because its
	// dot segments depend on the base: "a/../b" is "urn:/b" for the base "urn:x", where "b" is
	// "urn:b".
	DotForm

	// NoEmptyPortForm removes a ":" that no port follows: "//h:" becomes "//h" (RFC 3986, section
	// 6.2.3).
	NoEmptyPortForm

	// IPv6Form has IPv6 addresses as RFC 5952 recommends: "[2001:DB8:0:0::01]" becomes
	// "[2001:db8::1]", and "[::FFFF:102:304]" becomes "[::ffff:1.2.3.4]" (section 5). Browsers
	// write the latter as "[::ffff:102:304]", so it has the finding "ipv6-form".
	IPv6Form

	// DefaultPortForm leaves out the default port of the scheme (RFC 3986, section 6.2.3), see
	// [Normalizer]. Zeros before a port do not count.
	DefaultPortForm

	// RootPathForm adds "/" for an empty path after an authority, of any scheme: "//h?q" becomes
	// "//h/?q" (RFC 3986, section 6.2.3).
	RootPathForm

	// IRIForm decodes percent-encoded characters outside of ASCII, as [IRI.ToUnicode] does. Remaining
	// percent-encodings of octets from 0x80 on have digits in upper case.
	IRIForm

	// SyntaxForm is the normalization by syntax alone (RFC 3986, section 6.2.2; RFC 3987, section
	// 5.3.2).
	SyntaxForm = CaseForm | PercentForm | DotForm

	allForms = IRIForm<<1 - 1
)

// String returns the name of the rung in lower case, such as "case" or "empty-port", and several
// names with "|" between them.
func (f Form) String() string {
	return namesOfBits(uint16(f), "case", "percent", "dot", "empty-port", "ipv6", "default-port", "empty-path", "iri")
}

// Normalize returns the IRI in normal form. If it is normal already, the result is p itself,
// without an allocation. The zero IRI is normal.
func (p IRI) Normalize(f Form) IRI { return IRI{Normalizer{Form: f}.normalize(p.parsed)} }

// Normalize returns the reference in normal form. If it is normal already, the result is p itself,
// without an allocation.
func (p Reference) Normalize(f Form) Reference {
	return Reference{Normalizer{Form: f}.normalize(p.parsed)}
}

// IsNormal reports whether the normal form f is the string itself. It does not allocate.
func (p parsed) IsNormal(f Form) bool { return Normalizer{Form: f}.normal(p) }

// AppendNormalize appends the normal form to dst.
func (p parsed) AppendNormalize(dst []byte, f Form) []byte { return Normalizer{Form: f}.append(dst, p) }

// Equivalent reports whether two IRIs have the same normal form f (RFC 3987, section 5). It does
// not allocate, whether they are normal or not. IRIs with different normal forms may still identify
// the same resource.
func Equivalent(a, b IRI, f Form) bool { return Normalizer{Form: f}.Equivalent(a, b) }

// A Normalizer normalizes IRIs to a form, with the caller's table of default ports. Each method
// does the same as the method of [IRI] with its name, or as [Equivalent].
type Normalizer struct {
	Form Form

	// DefaultPorts maps lower-case schemes to their default ports. Operations panic if it is not
	// nil and Form does not include DefaultPortForm. If it is nil, the ports are those of ftp (21;
	// RFC 1738, section 3.2), http and https (80 and 443; RFC 9110, section 4.2), ws and wss (80 and
	// 443; RFC 6455, section 3).
	DefaultPorts map[string]uint16
}

// Normalize is [IRI.Normalize] with the form and the ports of n.
func (n Normalizer) Normalize(i IRI) IRI { return IRI{n.normalize(i.parsed)} }

// IsNormal is [IRI.IsNormal] with the form and the ports of n.
func (n Normalizer) IsNormal(i IRI) bool { return n.normal(i.parsed) }

// AppendNormalize is [IRI.AppendNormalize] with the form and the ports of n.
func (n Normalizer) AppendNormalize(dst []byte, i IRI) []byte { return n.append(dst, i.parsed) }

// Equivalent is the function [Equivalent] with the form and the ports of n.
func (n Normalizer) Equivalent(a, b IRI) bool { return a.s == b.s || n.equal(a.parsed, b.parsed) }

func (n Normalizer) normalize(p parsed) parsed {
	if n.normal(p) {
		return p
	}
	var buffer [256]byte
	return reparsed(n.append(buffer[:0], p))
}

// reparsed parses b, proven to be a reference. An IRI has the same ends as a reference.
func reparsed(b []byte) parsed {
	p, _ := parse(ruleReference, string(b))
	return p
}

func (n Normalizer) units() units { return units{form: n.Form} }

// check panics for what means nothing. Every operation calls it once.
func (n Normalizer) check() {
	if n.Form > allForms || n.DefaultPorts != nil && n.Form&DefaultPortForm == 0 {
		panic("iri: a Form with unknown bits, or DefaultPorts without DefaultPortForm")
	}
}

// hostUnits are the units of a host: only an ASCII one becomes lower-case.
func (n Normalizer) hostUnits(host string) units {
	u := n.units()
	u.lower = n.Form&CaseForm != 0 && u.ascii(host)
	return u
}

// inIPv6Form reports whether IPv6Form writes the host anew.
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

// dropsPort reports whether a port, with the ":" before it, is left out.
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

// defaultPort looks a scheme up in the table.
func (n Normalizer) defaultPort(scheme string) (port uint16, ok bool) {
	if n.DefaultPorts == nil {
		return chars.DefaultPort(scheme)
	}
	var buffer [64]byte
	port, ok = n.DefaultPorts[string(chars.AppendLower(buffer[:0], scheme))]
	return port, ok
}

// CacheKey returns a key for caches: the normal form of i without userinfo and fragment, with the
// query pairs sorted as by [Pairs.Sort] and without the pairs for which keep returns false. keep is
// called with pairs in normal form; a nil keep keeps all. An empty query is removed. The key is an
// IRI.
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

// appendHierarchy appends the normal form of scheme, authority and path.
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

// normal reports whether p is its normal form: whether no rung changes it.
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
	// IRIs have a scheme, so that DotForm applies to both.
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
